import { ImagingError, type Vector } from '#web/imaging/types.ts'

/** Triangles as a file has them: three numbers a corner point, three point numbers a triangle. */
export type Triangles = {
  positions: Float32Array<ArrayBuffer>
  indices: Uint32Array<ArrayBuffer>
  /** Red, green and blue of each point (sRGB, 0 to 255), where the file has colours. */
  colors?: Uint8Array<ArrayBuffer>
}

export type Box = { min: Vector; max: Vector }

/** How a dental scan lies in its own coordinates; unit vectors. */
export type Orientation = {
  /** Away from the gum, towards the opposite jaw. */
  occlusal: Vector
  /** To the lips. */
  front: Vector
}

/** A surface that is ready to be drawn: every point once, with its normal and how deep it lies. Lengths as in the file. */
export type MeshData = Triangles & {
  normals: Float32Array<ArrayBuffer>
  /** 128 is even, less lies in a groove, more on a cusp. */
  relief: Uint8Array<ArrayBuffer>
  box: Box
  orientation: Orientation
}

/** A scan of both jaws has one or two million; a phone's graphics memory ends not far beyond. */
export const mostTriangles = 6_000_000
/** In the file's unit: even micrometres stay below it; beyond it single precision is coarser than a tenth of a millimetre. */
const farthest = 1_000_000

/** Throws 'nothing_to_show' without triangles, 'too_large' with more than a browser can draw. Call it before allocating. */
export function checkTriangles(count: number): void {
  if (count === 0) throw new ImagingError('nothing_to_show', 'The mesh has no triangles')
  if (count > mostTriangles) throw new ImagingError('too_large', `${count} triangles`)
}

/** For a file that promises more than it holds: its end is missing or, if nobody could draw that much, the number is nonsense. */
export function missing(count: number, what: string): ImagingError {
  const problem = count > mostTriangles * 3 ? 'corrupt' : 'truncated'
  return new ImagingError(problem, `There are fewer than ${count} ${what}`)
}

/** Throws 'corrupt' where a coordinate of a triangle is no number or farther away than anything in a clinic. */
export function checkPositions({ positions, indices }: Pick<Triangles, 'positions' | 'indices'>): void {
  for (const point of indices)
    for (let i = point * 3; i < point * 3 + 3; i++)
      // The comparison is false for NaN, too.
      if (!(Math.abs(positions[i] ?? 0) <= farthest))
        throw new ImagingError('corrupt', `A coordinate is ${positions[i]}`)
}

/** The numbers 0, 1, 2...: corners of a file that repeats every point. */
export function oneByOne(count: number): Uint32Array<ArrayBuffer> {
  const indices = new Uint32Array(count)
  for (let i = 0; i < count; i++) indices[i] = i
  return indices
}
