import type { Directions, Placement, Vector } from '#web/imaging/types.ts'
import type { DataSet } from './parser.ts'
import { tag } from './tags.ts'
import { groupOf, itemOf, numberOf, numbersOf } from './values.ts'

/** Where a frame lies in the patient (PS3.3 C.7.6.2); nothing where the file does not say, or says it once for many frames. */
export function placementOf(data: DataSet, frame: number): Placement | undefined {
  const enhanced = itemOf(data, tag.perFrameGroups, frame) !== undefined
  if (!enhanced && (numberOf(data, tag.frames) ?? 1) > 1) return undefined
  const position = positionOf(data, frame)
  const directions = directionsOf(data, frame)
  return position && directions && { position, ...directions }
}

/** Image Position (Patient) in mm; of many frames, where the file says it once, that of the first. */
export function positionOf(data: DataSet, frame: number): Vector | undefined {
  const [x, y, z] = numbersOf(groupOf(data, frame, tag.planePosition), tag.position)
  if (x === undefined || y === undefined || z === undefined) return undefined
  return [x, y, z].every(Number.isFinite) ? [x, y, z] : undefined
}

/** Image Orientation (Patient): along a row and down a column, unit length; nothing where the two are not square. */
export function directionsOf(data: DataSet, frame: number): Directions | undefined {
  const orientation = numbersOf(groupOf(data, frame, tag.planeOrientation), tag.orientation)
  const row = unit(orientation.slice(0, 3))
  const column = unit(orientation.slice(3, 6))
  return row && column && Math.abs(dot(row, column)) <= 0.01 ? { row, column } : undefined
}

function unit([x, y, z]: number[]): Vector | undefined {
  if (x === undefined || y === undefined || z === undefined) return undefined
  const length = Math.hypot(x, y, z)
  return length > 0.5 && length < 2 ? [x / length, y / length, z / length] : undefined
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
