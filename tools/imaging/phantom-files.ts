import type { Vector } from '#web/imaging/types.ts'
import type { Item } from './dicom-elements.ts'
import { imageElements, writeDicom } from './dicom-writer.ts'
import { type Phantom, type Raster, type Slice, scan } from './phantom.ts'

export type NamedFile = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** Slices of a phantom from the feet up: one for each height (mm), `tilt` degrees around the line from ear to ear as a gantry tilts. */
export function axialSlices(heights: number[], tilt = 0): Slice[] {
  const angle = (tilt * Math.PI) / 180
  const column: Vector = [0, Math.cos(angle), -Math.sin(angle)]
  return heights.map((z) => ({ position: [0, 0, z], row: [1, 0, 0], column }))
}

/** Heights in mm of `count` slices, `step` apart. */
export const evenHeights = (count: number, step: number) =>
  Array.from({ length: count }, (_, at) => at * step)

/**
 * A series of a phantom as a machine exports it: unsigned values with a rescale, and names that do not show a slice's
 * position: they run through the slices in steps of a prime number, so that neither names nor instance numbers are in
 * order. `more` are elements of each slice, replacing its own.
 */
export function phantomFiles(
  phantom: Phantom,
  slices: Slice[],
  raster: Raster,
  series = '1',
  more: Item = {},
): NamedFile[] {
  const prime = nextPrime(slices.length)
  const files = slices.map((slice, at) => {
    const number = (at * 37) % prime
    const name = `EXAMEN/S1/${String(number).padStart(4, '0')}`
    return { name, bytes: sliceFile(scan(phantom, slice, raster), slice, raster, number, series, more) }
  })
  return files.sort((a, b) => a.name.localeCompare(b.name))
}

/** One slice as DICOM; `values` are Hounsfield units. */
export function sliceFile(
  values: Int16Array,
  slice: Slice,
  raster: Raster,
  instance: number,
  series: string,
  more: Item = {},
): Uint8Array<ArrayBuffer> {
  const pixels = new Uint16Array(values.length)
  for (const [at, value] of values.entries()) pixels[at] = value + 1024
  return writeDicom({ elements: { ...sliceElements(slice, raster, instance, series), ...more }, pixels })
}

/** The elements of a slice whose pixels are Hounsfield units and 1024. */
export function sliceElements(
  { position, row, column }: Slice,
  { columns, rows, mmAcross, mmDown }: Raster,
  instance: number,
  series: string,
): Item {
  const numbers = (list: readonly number[]) => list.map((value) => String(Number(value.toFixed(6))))
  return {
    ...imageElements({ columns, rows, allocated: 16, signed: false }),
    '00080060': ['CS', 'CT'],
    '0008103E': ['LO', 'Fantoma'],
    '00100010': ['PN', 'FANTOMA^ARCADA'],
    '0020000E': ['UI', `2.25.77.${series}`],
    '00200013': ['IS', String(instance)],
    '00200032': ['DS', ...numbers(position)],
    '00200037': ['DS', ...numbers([...row, ...column])],
    '00280030': ['DS', ...numbers([mmDown, mmAcross])],
    '00281052': ['DS', '-1024'],
    '00281053': ['DS', '1'],
  }
}

function nextPrime(from: number): number {
  const isPrime = (number: number) => {
    for (let by = 2; by * by <= number; by++) if (number % by === 0) return false
    return true
  }
  let prime = Math.max(41, from)
  while (!isPrime(prime)) prime++
  return prime
}
