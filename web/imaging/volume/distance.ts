import type { Vector } from '#web/imaging/types.ts'

export const distance = (a: Vector, b: Vector) => Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2])

/** From one place to another: `part` 0 is the first, 1 the second, and more lies behind it. */
export const mixed = (a: Vector, b: Vector, part: number): Vector => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
]
