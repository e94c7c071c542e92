import { chance } from './noise.ts'

/** What is particular about a head; teeth by their FDI numbers. */
export type Variant = {
  seed: number
  missing: number[]
  /** A lower third molar that lies across and never came through. */
  impacted?: 38 | 48
  /** A titanium screw instead of this tooth; it counts as missing. */
  implant?: number
  /** Fillings of metal: they draw streaks. */
  filled: number[]
  /** A crown of metal over the tooth. */
  crowned?: number
  /** Bone lost around the apex of this tooth. */
  lesion?: number
  /** mm of mucosa on the floor of the left maxillary sinus. */
  swollen: number
}

/** A head of a seed: each has something to find. */
export function variantOf(seed: number): Variant {
  const pick = <Item>(which: number, items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(chance(which, seed) * items.length)] ?? items[0]
  const implant = pick(1, [36, 46, undefined, 16, undefined])
  const impacted = pick(2, [38, 48, undefined] as const)
  const gone = pick(3, [[18, 28], [28], [18, 28, 25], []])
  return {
    seed,
    missing: [...gone, ...(implant === undefined ? [] : [implant])],
    implant,
    impacted,
    filled: pick(4, [[26], [47], [16, 37], []]),
    crowned: pick(5, [undefined, 27, 17]),
    lesion: pick(6, [undefined, 35, 22, 12]),
    swollen: pick(7, [0, 6, 0, 10]),
  }
}
