import { ImagingError } from '#web/imaging/types.ts'
import { checkTriangles, mostTriangles, oneByOne, type Triangles } from './mesh.ts'
import { type Words, wordsOf } from './text.ts'

/** Triangles of an STL file as text. Throws 'truncated' where the last facet has no end, 'corrupt' where a facet is no triangle. */
export function readStlText(bytes: Uint8Array<ArrayBuffer>): Triangles {
  const words = wordsOf(bytes)
  let positions = new Float32Array(9 * 1024)
  let used = 0
  let corners = 0
  let inside = false
  /** The word before was 'end', of an 'end solid'. */
  let isEnd = false
  for (; words.next(); isEnd = words.is('end')) {
    if (words.is('vertex')) {
      if (used + 3 > positions.length) positions = twice(positions)
      for (let i = 0; i < 3; i++) positions[used++] = number(words)
      corners++
    } else if (words.is('facet')) {
      corners = 0
      inside = true
    } else if (words.is('endfacet')) {
      if (corners !== 3) throw new ImagingError('corrupt', `A facet has ${corners} corners`)
      inside = false
    } else if (words.is('solid') || words.is('endsolid')) {
      inside = words.is('solid') && !isEnd
      // The name may be anything, 'vertex' included.
      words.skipLine()
    }
  }
  if (inside) throw new ImagingError('truncated', 'The solid has no end')
  checkTriangles(used / 9)
  return { positions: positions.slice(0, used), indices: oneByOne(used / 3) }
}

function number(words: Words): number {
  if (!words.next()) throw new ImagingError('truncated', 'A corner is cut off')
  return words.number()
}

function twice(positions: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  if (positions.length > mostTriangles * 9) throw new ImagingError('too_large', 'Too many triangles')
  const larger = new Float32Array(positions.length * 2)
  larger.set(positions)
  return larger
}
