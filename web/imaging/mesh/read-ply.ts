import { ImagingError } from '#web/imaging/types.ts'
import { checkTriangles, missing, mostTriangles, type Triangles } from './mesh.ts'
import { type PlyElement, type PlyProperty, readPlyHeader, sizeOf } from './ply-header.ts'
import { numbersOf, type PlyNumbers } from './ply-numbers.ts'
import { type Surfaces, takeColor } from './surfaces.ts'

/** The longest outline of one face that is believed. */
const mostCorners = 1024

/**
 * Triangles of a PLY file (text, little or big endian), with the colours of its texture at each point, else of its points, else
 * of its faces, where it has them; faces with more corners are cut into triangles. Throws 'truncated' where the head promises more than the file holds, 'corrupt' where a face names a point
 * that is not there, 'nothing_to_show' for bare points, 'too_large', 'empty', 'not_an_image'.
 */
export function readPly(bytes: Uint8Array<ArrayBuffer>, surfaces: Surfaces): Triangles {
  const header = readPlyHeader(bytes)
  const numbers = numbersOf(bytes, header)
  let points: Points | undefined
  for (const element of header.elements) {
    if (!numbers.fits(element.count, leastBytes(element), Math.max(1, element.properties.length)))
      throw missing(element.count, element.name)
    if (element.name === 'vertex') points = readPoints(element, numbers, surfaces)
    else if (element.name === 'face') {
      if (!points) throw new ImagingError('corrupt', 'Faces without points')
      const { covered, ...faces } = readFaces(element, numbers, points.positions.length / 3, surfaces)
      return { ...faces, ...points, ...(covered && { colors: covered }) }
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

function readPoints({ count, properties }: PlyElement, numbers: PlyNumbers, surfaces: Surfaces): Points {
  if (count > mostTriangles * 3) throw new ImagingError('too_large', `${count} points`)
  const axes = properties.map(({ name }) => ['x', 'y', 'z'].indexOf(name))
  if (!['x', 'y', 'z'].every((name) => properties.some((property) => property.name === name)))
    throw new ImagingError('corrupt', 'Points without a place')
  const channels = properties.map(({ name }) => channelOf(name))
  const places = properties.map(({ name }) => placeNames.findIndex((names) => names.includes(name)))
  const texture = places.includes(0) && places.includes(1) ? surfaces.get('0')?.texture : undefined
  const positions = new Float32Array(count * 3)
  const isColored = texture !== undefined || [0, 1, 2].every((channel) => channels.includes(channel))
  const colors = isColored && new Uint8Array(count * 3)
  const place: [number, number] = [0, 0]
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
      else if (places[i] === 0 || places[i] === 1) place[places[i]] = value
    }
    if (texture && colors) takeColor(texture, place, colors, point * 3)
  }
  return colors ? { positions, colors } : { positions }
}

/** What programs call the two coordinates in a texture. */
const placeNames = [
  ['s', 'u', 'texture_u', 'texture_s'],
  ['t', 'v', 'texture_v', 'texture_t'],
]

const channelOf = (name: string) => ['red', 'green', 'blue'].indexOf(name.replace(/^diffuse_/, ''))

/** Colours are bytes, 16 bits, or parts of one. */
function toByte(value: number, { type }: PlyProperty): number {
  if (type === 'float' || type === 'double') return Math.max(0, Math.min(255, Math.round(value * 255)))
  return type === 'ushort' ? value >> 8 : value
}

/** What the file says of one face beside its corners; `places` are two coordinates in a texture for each corner. */
type Cover = { color: Uint8Array; places: number[]; texture: number }

/** The triangles; of faces with colours each point gets the mean of the triangles around it, as a scan's are small. */
function readFaces(
  { count, properties }: PlyElement,
  numbers: PlyNumbers,
  points: number,
  surfaces: Surfaces,
) {
  checkTriangles(count)
  const corners = properties.find((one) => one.count && /^vertex_ind(?:ex|ices)$/.test(one.name))
  if (!corners) throw new ImagingError('corrupt', 'Faces without corners')
  const following = properties.slice(properties.indexOf(corners) + 1)
  const channels = properties.map(({ name }) => channelOf(name))
  let colors = [0, 1, 2].every((channel) => channels.includes(channel)) ? createMean(points) : undefined
  let covered: Uint8Array<ArrayBuffer> | undefined
  const cover: Cover = { color: new Uint8Array(3), places: [], texture: 0 }
  let indices = new Uint32Array(count * 3)
  let used = 0
  for (let face = 0; face < count; face++) {
    const from = used
    const outline: number[] = []
    for (const property of properties) {
      if (property !== corners) {
        // A face is a line, whatever the head says of what follows its corners: VCG promises four numbers and writes a list.
        const line = property === following[0] ? numbers.restOfLine() : undefined
        if (line) {
          if (!followsHead(line, following, cover)) colors = undefined
          break
        }
        const length = property.count ? lengthOf(property, numbers) : 1
        note(
          property,
          Array.from({ length }, () => numbers.next(property.type)),
          cover,
        )
        continue
      }
      const sides = lengthOf(property, numbers)
      for (let corner = 0; corner < sides; corner++) {
        const index = numbers.next(property.type)
        if (!Number.isInteger(index) || index < 0 || index >= points)
          throw new ImagingError('corrupt', `A face names point ${index} of ${points}`)
        outline.push(index)
        if (corner < 2) continue
        if (used + 3 > indices.length) indices = twice(indices)
        indices[used++] = outline[0] ?? 0
        indices[used++] = outline[corner - 1] ?? 0
        indices[used++] = index
      }
    }
    colors?.add(indices.subarray(from, used), cover.color)
    const texture = cover.places.length === outline.length * 2 && surfaces.get(String(cover.texture))?.texture
    if (!texture) continue
    covered ??= new Uint8Array(points * 3).fill(255)
    for (const [i, point] of outline.entries())
      takeColor(texture, [cover.places[i * 2] ?? 0, cover.places[i * 2 + 1] ?? 0], covered, point * 3)
  }
  checkTriangles(used / 3)
  return { indices: indices.slice(0, used), covered, ...(colors && { colors: colors.means() }) }
}

/** Keeps what a property of a face says of its colour. */
function note(property: PlyProperty, values: number[], cover: Cover): void {
  const channel = channelOf(property.name)
  if (property.name === 'texcoord') cover.places = values
  else if (property.name === 'texnumber') cover.texture = values[0] ?? 0
  else if (channel >= 0) cover.color[channel] = toByte(values[0] ?? 0, property)
}

/** Keeps what a face's line says behind its corners; false where that is not what the head promises. */
function followsHead(line: number[], properties: PlyProperty[], cover: Cover): boolean {
  let at = 0
  for (const property of properties) {
    const length = property.count ? (line[at++] ?? 0) : 1
    note(property, line.slice(at, at + length), cover)
    at += length
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
