import type { Placement, Vector } from './types.ts'

export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** Which way slices are stacked: right of the row when looking down the column, so that row, column and normal are right-handed. */
export const normalOf = ({ row, column }: Pick<Placement, 'row' | 'column'>): Vector => cross(row, column)

export const degrees = (radians: number) => (radians * 180) / Math.PI
