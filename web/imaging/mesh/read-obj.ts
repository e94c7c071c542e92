import { ImagingError } from '#web/imaging/types.ts'
import { checkTriangles, mostTriangles, type Triangles } from './mesh.ts'
import { type Surface, type Surfaces, takeColor } from './surfaces.ts'
import { type Words, wordsOf } from './text.ts'

/**
 * Triangles of an OBJ file, with the colours of its textures at each point, else of its materials, else of its points; faces with
 * more corners are cut into triangles. Throws 'empty', 'corrupt' where a face names a point that is not there, 'nothing_to_show'
 * without faces, 'too_large'.
 */
export function readObj(bytes: Uint8Array<ArrayBuffer>, surfaces: Surfaces): Triangles {
  if (bytes.length === 0) throw new ImagingError('empty')
  const words = wordsOf(bytes)
  const positions = createList(Float32Array, mostTriangles * 9)
  const given = createList(Float32Array, mostTriangles * 9)
  const places = createList(Float32Array, mostTriangles * 6)
  const covered = createList(Uint8Array, mostTriangles * 9)
  const indices = createList(Uint32Array, mostTriangles * 3)
  let surface: Surface | undefined
  let isCovered = false
  while (words.next()) {
    if (words.is('v')) {
      const [x = Number.NaN, y = Number.NaN, z = Number.NaN, ...color] = numbersIn(words)
      positions.push(x, y, z)
      if (color.length >= 3) given.push(...color.slice(-3))
      covered.push(255, 255, 255)
    } else if (words.is('vt')) {
      const [u = 0, v = 0] = numbersIn(words)
      places.push(u, v)
    } else if (words.is('usemtl')) surface = surfaces.get(words.restOfLine())
    else if (words.is('f')) {
      let first = 0
      let before = 0
      for (let corner = 0; words.inLine() && words.next(); corner++) {
        if (words.is('#')) break
        const point = indexIn(words.part(0), positions.length / 3)
        if (point === undefined) throw new ImagingError('corrupt', `A face names point ${words.part(0)}`)
        if (surface) isCovered = cover(covered.all(), point * 3, surface, placeOf(words, places)) || isCovered
        if (corner === 0) first = point
        if (corner >= 2) indices.push(first, before, point)
        before = point
      }
    }
    words.skipLine()
  }
  checkTriangles(indices.length / 3)
  const read = { positions: positions.taken(), indices: indices.taken() }
  if (isCovered) return { ...read, colors: covered.taken() }
  if (given.length === positions.length) return { ...read, colors: bytesOf(given.taken()) }
  return read
}

/** The numbers that are left of the line. */
function numbersIn(words: Words): number[] {
  const numbers: number[] = []
  while (words.inLine() && words.next()) numbers.push(words.number())
  return numbers
}

/** Counted from one; backwards from the last where it is negative. */
function indexIn(number: number, count: number): number | undefined {
  const index = number < 0 ? count + number : number - 1
  return Number.isInteger(index) && index >= 0 && index < count ? index : undefined
}

function placeOf(
  words: Words,
  places: { length: number; all(): Float32Array },
): [number, number] | undefined {
  const index = indexIn(words.part(1), places.length / 2)
  return index === undefined ? undefined : [places.all()[index * 2] ?? 0, places.all()[index * 2 + 1] ?? 0]
}

/** Whether the surface says what colour a point has, which goes into `colors`. A white material says nothing. */
function cover(
  colors: Uint8Array,
  at: number,
  { color, texture }: Surface,
  place: [number, number] | undefined,
): boolean {
  if (texture && place) {
    takeColor(texture, place, colors, at)
    return true
  }
  if (!color) return false
  colors.set(color, at)
  return new Set(color).size > 1
}

/** Colours of points are parts of one, or bytes. */
function bytesOf(colors: Float32Array): Uint8Array<ArrayBuffer> {
  const scale = colors.some((part) => part > 1) ? 1 : 255
  return Uint8Array.from(colors, (part) => Math.round(part * scale))
}

type Numbers = Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

/** Numbers whose count is known at the end; throws 'too_large' beyond `most`. */
function createList<List extends Numbers>(Kind: new (length: number) => List, most: number) {
  let list = new Kind(3 * 1024)
  let length = 0
  return {
    get length() {
      return length
    },
    push(...values: number[]) {
      if (length + values.length > list.length) {
        if (length > most) throw new ImagingError('too_large', 'Too many points or triangles')
        const larger = new Kind(list.length * 2)
        larger.set(list)
        list = larger
      }
      for (const value of values) list[length++] = value
    },
    all: () => list,
    taken: () => list.slice(0, length) as List,
  }
}
