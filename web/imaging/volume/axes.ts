import type { Vector } from '#web/imaging/types.ts'
import { degrees } from '#web/imaging/vectors.ts'

import type { Axis } from './grid.ts'

/** For each of the patient's axes (left, back, head): which axis of the stack runs along it (row, column, normal), and its sign. */
export type Axes = {
  from: readonly [Axis, Axis, Axis]
  sign: Vector
  /** The patient's axis that the normal runs along. */
  stacked: Axis
}

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const satisfies [Axis, Axis, Axis][]

/** The patient's axes that row, column and normal are nearest to, and the angle in degrees by which the worst of them is off. */
export function axesOf(row: Vector, column: Vector, normal: Vector): Axes & { off: number } {
  const stack = [row, column, normal]
  const along = (axis: number, from: number) => stack[from]?.[axis] ?? 0
  const fitOf = (order: readonly number[]) =>
    order.reduce((sum, from, axis) => sum + Math.abs(along(axis, from)), 0)
  const from = orders.reduce<Axes['from']>(
    (best, order) => (fitOf(order) > fitOf(best) + 1e-9 ? order : best),
    orders[0],
  )
  const sign = (axis: Axis) => (along(axis, from[axis]) < 0 ? -1 : 1)
  const worst = Math.min(...from.map((one, axis) => Math.abs(along(axis, one))))
  const stacked = from[0] === 2 ? 0 : from[1] === 2 ? 1 : 2
  return { from, sign: [sign(0), sign(1), sign(2)], stacked, off: degrees(Math.acos(Math.min(1, worst))) }
}
