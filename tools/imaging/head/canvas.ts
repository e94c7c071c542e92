import { clamp, joined, shared } from './numbers.ts'
import type { Box, Shape } from './shapes.ts'
import type { Paint } from './soft-tissue.ts'

/** One axial slice on its way; mm of its first pixel's centre and between pixels. */
export type Canvas = {
  columns: number
  rows: number
  mm: number
  left: number
  front: number
  z: number
  /** Hounsfield units. */
  values: Float32Array
  /** mm to the surface of the bones, negative within; `far` where none is near. */
  bones: Float32Array
}

export const far = 6

/** The pixels of a box in the slice; undefined where it does not reach it. */
function pixelsOf({ columns, rows, mm, left, front, z }: Canvas, box: Box, margin: number) {
  if (z < box[4] - margin || z > box[5] + margin) return undefined
  const [x0, x1] = [
    Math.max(0, Math.ceil((box[0] - margin - left) / mm)),
    Math.min(columns - 1, Math.floor((box[1] + margin - left) / mm)),
  ]
  const [y0, y1] = [
    Math.max(0, Math.ceil((box[2] - margin - front) / mm)),
    Math.min(rows - 1, Math.floor((box[3] + margin - front) / mm)),
  ]
  return x0 > x1 || y0 > y1 ? undefined : { x0, x1, y0, y1 }
}

/** The pixels of a row in the round field of view, the only ones that are seen. */
export function roundRow({ columns, rows }: Canvas, row: number): [first: number, last: number] {
  const [middle, off] = [(columns - 1) / 2, row - (rows - 1) / 2]
  const half = Math.sqrt(Math.max(0, (columns / 2) ** 2 - off * off))
  return [Math.max(0, Math.ceil(middle - half)), Math.min(columns - 1, Math.floor(middle + half))]
}

/** Calls for each pixel of a box in the field with its index and its mm. */
export function eachPixel(
  canvas: Canvas,
  box: Box,
  margin: number,
  take: (at: number, x: number, y: number) => void,
): void {
  const pixels = pixelsOf(canvas, box, margin)
  if (!pixels) return
  const { columns, mm, left, front } = canvas
  for (let row = pixels.y0; row <= pixels.y1; row++) {
    const y = front + row * mm
    const [first, last] = roundRow(canvas, row)
    const end = Math.min(pixels.x1, last)
    for (let column = Math.max(pixels.x0, first), at = row * columns + column; column <= end; column++, at++)
      take(at, left + column * mm, y)
  }
}

/** How much of a voxel lies in a solid: its edge is as soft as a voxel is long. */
export const covered = (off: number, mm: number) => clamp(0.5 - off / mm)

export function paint(canvas: Canvas, { shape, value, inBone = false }: Paint): void {
  const { values, bones, mm, z } = canvas
  eachPixel(canvas, shape.box, mm, (at, x, y) => {
    const off = shape.distance(x, y, z)
    const part = covered(off, mm) * (inBone ? covered((bones[at] ?? far) + 0.5, 1) : 1)
    if (part === 0) return
    const own = typeof value === 'number' ? value : value(x, y, z, off)
    const before = values[at] ?? 0
    values[at] = before + (own - before) * part
  })
}

/** Where it meets what is there, the edge is filled over `round` mm. */
export function addBone(canvas: Canvas, shape: Shape, round = 0): void {
  const { bones, z } = canvas
  eachPixel(canvas, shape.box, far, (at, x, y) => {
    const off = shape.distance(x, y, z)
    const before = bones[at] ?? far
    if (round > 0) bones[at] = Math.min(far, joined(off, before, round))
    else if (off < before) bones[at] = off
  })
}

/** Its edges are worn over `round` mm. */
export function cutBone(canvas: Canvas, shape: Shape, round = 0): void {
  const { bones, z } = canvas
  eachPixel(canvas, shape.box, far, (at, x, y) => {
    const before = bones[at] ?? far
    if (before >= far) return
    const off = -shape.distance(x, y, z)
    if (round > 0) bones[at] = shared(before, off, round)
    else if (off > before) bones[at] = off
  })
}
