import type { Placement, Vector } from '#web/imaging/types.ts'
import type { DataSet } from './parser.ts'
import { tag } from './tags.ts'
import { groupOf, itemOf, numberOf, numbersOf } from './values.ts'

/** Where a frame lies in the patient (PS3.3 C.7.6.2); nothing where the file does not say, or says it once for many frames. */
export function placementOf(data: DataSet, frame: number): Placement | undefined {
  const position = numbersOf(groupOf(data, frame, tag.planePosition), tag.position)
  const orientation = numbersOf(groupOf(data, frame, tag.planeOrientation), tag.orientation)
  const enhanced = itemOf(data, tag.perFrameGroups, frame) !== undefined
  if (!enhanced && (numberOf(data, tag.frames) ?? 1) > 1) return undefined
  const row = unit(orientation.slice(0, 3))
  const column = unit(orientation.slice(3, 6))
  const [x, y, z] = position
  if (!row || !column || x === undefined || y === undefined || z === undefined) return undefined
  if (![x, y, z].every(Number.isFinite) || Math.abs(dot(row, column)) > 0.01) return undefined
  return { position: [x, y, z], row, column }
}

function unit([x, y, z]: number[]): Vector | undefined {
  if (x === undefined || y === undefined || z === undefined) return undefined
  const length = Math.hypot(x, y, z)
  return length > 0.5 && length < 2 ? [x / length, y / length, z / length] : undefined
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
