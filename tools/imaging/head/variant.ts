/** What is particular about a head; teeth by their FDI numbers. */
export type Variant = {
  seed: number
  missing: readonly number[]
  /** A lower third molar that lies across and never came through. */
  impacted?: 38 | 48
  /** A titanium screw instead of this tooth; it counts as missing. */
  implant?: number
  /** Fillings of metal: they draw streaks. */
  filled: readonly number[]
  /** A crown of metal over the tooth. */
  crowned?: number
  /** Bone lost around the apex of this tooth. */
  lesion?: number
  /** mm of mucosa on the floor of the left maxillary sinus. */
  swollen: number
  /** mm of the ridge's height that went with the years, beside what goes with each tooth. */
  shrunk?: number
  /** How thick cortex and trabeculae are, as a part of a grown person's. */
  bone?: number
}

const whole = { missing: [18, 28], filled: [], swollen: 0 }

/** Heads with few findings each. */
export const variants = {
  implant: { ...whole, seed: 1, missing: [18, 28, 36], implant: 36, filled: [47] },
  impacted: { ...whole, seed: 2, missing: [18], impacted: 38, filled: [16] },
  sinus: { ...whole, seed: 3, missing: [18, 28, 38, 48], swollen: 7, crowned: 17 },
  restored: {
    ...whole,
    seed: 4,
    missing: [14, 18, 28],
    implant: 14,
    lesion: 15,
    crowned: 16,
    filled: [26, 47],
  },
  aged: {
    ...whole,
    seed: 5,
    missing: [14, 15, 16, 18, 24, 27, 28, 35, 36, 37, 38, 46, 47, 48],
    filled: [17, 26],
    crowned: 45,
    shrunk: 3.5,
    bone: 0.72,
  },
  young: { ...whole, seed: 6, missing: [], impacted: 48 },
} as const satisfies Record<string, Variant>
