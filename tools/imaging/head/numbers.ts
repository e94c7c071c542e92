/** Hounsfield units of what a cone-beam machine shows. */
export const hu = {
  air: -1000,
  fat: -140,
  muscle: 55,
  mucosa: 40,
  brain: 35,
  marrow: 60,
  trabecula: 620,
  cortex: 1450,
  dentine: 1750,
  enamel: 2800,
  pulp: 70,
  titanium: 3000,
  metal: 3071,
} as const

export const clamp = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value))
export const mix = (a: number, b: number, part: number) => a + (b - a) * part
/** 0 below `from`, 1 above `to`, smooth between. */
export function step(from: number, to: number, value: number): number {
  const part = clamp((value - from) / (to - from))
  return part * part * (3 - 2 * part)
}

/** A smooth minimum of two distances, rounded over `round` mm. */
export function joined(a: number, b: number, round: number): number {
  const part = clamp(0.5 + (0.5 * (b - a)) / round)
  return mix(b, a, part) - round * part * (1 - part)
}

/** A smooth maximum: what lies in both solids, its edge rounded over `round` mm. */
export const shared = (a: number, b: number, round: number): number => -joined(-a, -b, round)

type Row = readonly [at: number, value: number]

/** The value at a place in a table of rising places: smooth between rows, constant beyond both ends. */
export function between(rows: readonly Row[], at: number): number {
  let before = rows[0]
  for (const row of rows) {
    if (before && at < row[0]) return mix(before[1], row[1], step(before[0], row[0], at))
    before = row
  }
  return before?.[1] ?? 0
}
