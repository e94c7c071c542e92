import { ImagingError } from '#web/imaging/types.ts'
import { checkTriangles, missing, mostTriangles, type Triangles } from './mesh.ts'
import { type PlyElement, type PlyProperty, readPlyHeader, sizeOf } from './ply-header.ts'
import { numbersOf, type PlyNumbers } from './ply-numbers.ts'

/** The longest outline of one face that is believed. */
const mostCorners = 1024

/**
 * Triangles of a PLY file (text, little or big endian), with the colours of its points, else of its faces, where it has them; faces
 * with more corners are cut into triangles. Throws 'truncated' where the head promises more than the file holds, 'corrupt' where a face names a point
 * that is not there, 'nothing_to_show' for bare points, 'too_large', 'empty', 'not_an_image'.
 */
export function readPly(bytes: Uint8Array<ArrayBuffer>): Triangles {
  const header = readPlyHeader(bytes)
  const numbers = numbersOf(bytes, header)
  let points: Points | undefined
  for (const element of header.elements) {
    if (!numbers.fits(element.count, leastBytes(element), Math.max(1, element.properties.length)))
      throw missing(element.count, element.name)
    if (element.name === 'vertex') points = readPoints(element, numbers)
    else if (element.name === 'face') {
      if (!points) throw new ImagingError('corrupt', 'Faces without points')
      return { ...readFaces(element, numbers, points.positions.length / 3), ...points }
    } else skip(element, numbers)
  }
  throw new ImagingError('nothing_to_show', 'The PLY has no faces')
}

type Points = Pick<Triangles, 'positions' | 'colors'>

/** Of one thing, its lists being empty. Without properties a count would cost nothing to promise. */
function leastBytes({ properties }: PlyElement): number {
  return Math.max(
    1,
    properties.reduce((sum, { count, type }) => sum + sizeOf(count ?? type), 0),
  )
}

function readPoints({ count, properties }: PlyElement, numbers: PlyNumbers): Points {
  if (count > mostTriangles * 3) throw new ImagingError('too_large', `${count} points`)
  const axes = properties.map(({ name }) => ['x', 'y', 'z'].indexOf(name))
  if (!['x', 'y', 'z'].every((name) => properties.some((property) => property.name === name)))
    throw new ImagingError('corrupt', 'Points without a place')
  const channels = properties.map(({ name }) => channelOf(name))
  const positions = new Float32Array(count * 3)
  const colors = [0, 1, 2].every((channel) => channels.includes(channel)) && new Uint8Array(count * 3)
  for (let point = 0; point < count; point++) {
    for (const [i, property] of properties.entries()) {
      if (property.count) {
        skipList(property, numbers)
        continue
      }
      const value = numbers.next(property.type)
      const axis = axes[i] ?? -1
      const channel = channels[i] ?? -1
      if (axis >= 0) positions[point * 3 + axis] = value
      else if (channel >= 0 && colors) colors[point * 3 + channel] = toByte(value, property)
    }
  }
  return colors ? { positions, colors } : { positions }
}

const channelOf = (name: string) => ['red', 'green', 'blue'].indexOf(name.replace(/^diffuse_/, ''))

/** Colours are bytes, 16 bits, or parts of one. */
function toByte(value: number, { type }: PlyProperty): number {
  if (type === 'float' || type === 'double') return Math.max(0, Math.min(255, Math.round(value * 255)))
  return type === 'ushort' ? value >> 8 : value
}

/** The triangles; of faces with colours each point gets the mean of the triangles around it, as a scan's are small. */
function readFaces({ count, properties }: PlyElement, numbers: PlyNumbers, points: number) {
  checkTriangles(count)
  const corners = properties.find((one) => one.count && /^vertex_ind(?:ex|ices)$/.test(one.name))
  if (!corners) throw new ImagingError('corrupt', 'Faces without corners')
  const following = properties.slice(properties.indexOf(corners) + 1)
  const channels = properties.map(({ name }) => channelOf(name))
  let colors = [0, 1, 2].every((channel) => channels.includes(channel)) ? createMean(points) : undefined
  const color = new Uint8Array(3)
  let indices = new Uint32Array(count * 3)
  let used = 0
  for (let face = 0; face < count; face++) {
    const from = used
    for (const [i, property] of properties.entries()) {
      if (property !== corners) {
        // A face is a line, whatever the head says of what follows its corners: VCG promises four numbers and writes a list.
        const line = property === following[0] ? numbers.restOfLine() : undefined
        if (line) {
          if (colors && !isColorIn(line, following, color)) colors = undefined
          break
        }
        if (property.count) {
          skipList(property, numbers)
          continue
        }
        const value = numbers.next(property.type)
        const channel = channels[i] ?? -1
        if (channel >= 0) color[channel] = toByte(value, property)
        continue
      }
      const sides = lengthOf(property, numbers)
      let first = 0
      let before = 0
      for (let corner = 0; corner < sides; corner++) {
        const index = numbers.next(property.type)
        if (!Number.isInteger(index) || index < 0 || index >= points)
          throw new ImagingError('corrupt', `A face names point ${index} of ${points}`)
        if (corner === 0) first = index
        if (corner >= 2) {
          if (used + 3 > indices.length) indices = twice(indices)
          indices[used++] = first
          indices[used++] = before
          indices[used++] = index
        }
        before = index
      }
    }
    colors?.add(indices.subarray(from, used), color)
  }
  checkTriangles(used / 3)
  return { indices: indices.slice(0, used), ...(colors && { colors: colors.means() }) }
}

/** Puts the colour of a face, in what its line has behind its corners, into `color`; false where the line is not what the head promises. */
function isColorIn(line: number[], properties: PlyProperty[], color: Uint8Array): boolean {
  let at = 0
  for (const property of properties) {
    const value = line[at++] ?? 0
    const channel = channelOf(property.name)
    if (property.count) at += value
    else if (channel >= 0) color[channel] = toByte(value, property)
  }
  return at === line.length
}

/** Adds up colours of faces at their points. */
function createMean(points: number) {
  const sums = new Float32Array(points * 3)
  const counts = new Uint32Array(points)
  return {
    add(corners: Uint32Array, color: Uint8Array) {
      for (const point of corners) {
        counts[point] = (counts[point] ?? 0) + 1
        for (let i = 0; i < 3; i++) sums[point * 3 + i] = (sums[point * 3 + i] ?? 0) + (color[i] ?? 0)
      }
    },
    means: () => Uint8Array.from(sums, (sum, i) => Math.round(sum / (counts[Math.floor(i / 3)] || 1))),
  }
}

function lengthOf({ count = 'uchar' }: PlyProperty, numbers: PlyNumbers): number {
  const length = numbers.next(count)
  if (!Number.isInteger(length) || length < 0 || length > mostCorners)
    throw new ImagingError('corrupt', `A list of ${length}`)
  return length
}

function skipList(property: PlyProperty, numbers: PlyNumbers): void {
  for (let left = lengthOf(property, numbers); left > 0; left--) numbers.next(property.type)
}

function skip({ count, properties }: PlyElement, numbers: PlyNumbers): void {
  for (let i = 0; i < count; i++)
    for (const property of properties) {
      if (property.count) skipList(property, numbers)
      else numbers.next(property.type)
    }
}

function twice(indices: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  if (indices.length > mostTriangles * 3) throw new ImagingError('too_large', 'Too many triangles')
  const larger = new Uint32Array(indices.length * 2)
  larger.set(indices)
  return larger
}
