import { ImagingError } from '#web/imaging/types.ts'
import { checkTriangles, missing, oneByOne, type Triangles } from './mesh.ts'
import { readStlText } from './read-stl-text.ts'

const headBytes = 84
const triangleBytes = 50

/**
 * Triangles of an STL file, binary or text, each with points of its own. Stored normals are not read: the corners' order says
 * the same. Throws 'empty', 'truncated' where it holds fewer triangles than it says ('corrupt' where it says nonsense), 'nothing_to_show', 'too_large', 'corrupt'.
 */
export function readStl(bytes: Uint8Array<ArrayBuffer>): Triangles {
  if (bytes.length === 0) throw new ImagingError('empty')
  if (isText(bytes)) return readStlText(bytes)
  if (bytes.length < headBytes) throw new ImagingError('truncated', 'The head of the STL is cut off')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint32(80, true)
  if (headBytes + count * triangleBytes > bytes.length) throw missing(count, 'triangles')
  checkTriangles(count)
  const positions = new Float32Array(count * 9)
  let at = 0
  for (let triangle = 0; triangle < count; triangle++) {
    const start = headBytes + triangle * triangleBytes + 12
    for (let i = 0; i < 9; i++) positions[at++] = view.getFloat32(start + 4 * i, true)
  }
  return { positions, indices: oneByOne(count * 3) }
}

/** Many binary files begin with 'solid' as well: their size gives them away, or that no facet follows. */
function isText(bytes: Uint8Array<ArrayBuffer>): boolean {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048)).replace(/^ï»¿/, '')
  if (!/^\s*solid/i.test(start)) return false
  if (bytes.length >= headBytes) {
    const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true)
    if (headBytes + count * triangleBytes === bytes.length) return false
  }
  // A binary head has zeros; a text has none.
  return /\s(?:facet|endsolid)\b/i.test(start) || !start.includes('\0')
}
