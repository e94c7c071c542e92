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
}

const whole = { missing: [18, 28], filled: [], swollen: 0 }

/** Heads with few findings each. */
export const variants = {
  implant: { ...whole, seed: 1, missing: [18, 28, 36], implant: 36, filled: [47] },
  impacted: { ...whole, seed: 2, missing: [18], impacted: 38, filled: [16] },
  sinus: { ...whole, seed: 3, missing: [18, 28, 38, 48], swollen: 7, crowned: 17 },
  lesion: { ...whole, seed: 4, missing: [28], lesion: 35, filled: [46] },
} as const satisfies Record<string, Variant>
