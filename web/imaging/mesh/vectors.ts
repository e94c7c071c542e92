import type { Vector } from '#web/imaging/types.ts'
import { dot } from '#web/imaging/vectors.ts'

export const scale = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by]
export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const negate = (a: Vector): Vector => scale(a, -1)

/** Of length 1; the zero vector stays. */
export function unit(a: Vector): Vector {
  return scale(a, 1 / (Math.hypot(...a) || 1))
}

/** What of `a` stands upright on `normal`, of length 1. */
export function across(a: Vector, normal: Vector): Vector {
  return unit(subtract(a, scale(normal, dot(a, normal))))
}

export const axes: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** The file's own axis or its opposite if within this many degrees, else the vector itself. */
export function snap(a: Vector, degrees: number): Vector {
  const least = Math.cos((degrees * Math.PI) / 180)
  for (const axis of [...axes, ...axes.map(negate)]) if (dot(a, axis) >= least) return axis
  return a
}
