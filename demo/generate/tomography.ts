import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { axialSlices, evenHeights, type NamedFile, sliceFile } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { createRandom } from './random.ts'

/**
 * The tomographies in demo/assets/*.br, as tools/demo-tomography.ts draws them: voxels across and slices, mm between them,
 * and Hounsfield units from one level to the next. A voxel is a byte, as the difference to the one below it.
 */
const scale = { mm: 0.4, step: 32, lowest: -1000 }
export const tomographies = {
  tomografia: { ...scale, columns: 225, slices: 190 },
  'tomografia-5x5': { ...scale, columns: 125, slices: 125 },
}
export type TomographyName = keyof typeof tomographies
export const isTomography = (asset: string): asset is TomographyName => asset in tomographies

/** Deviation of a machine's noise, in HU. It is added here, because it does not compress. */
const grain = 60

const zips = new Map<TomographyName, Promise<Uint8Array<ArrayBuffer>>>()

/** An invented tomography as a machine exports it: an archive of DICOM slices with nobody's name. Made once. */
export function tomographyZip(name: TomographyName): Promise<Uint8Array<ArrayBuffer>> {
  const zip =
    zips.get(name) ??
    zipOf(sliceFiles(name), { level: 1 }).then(async (made) => new Uint8Array(await made.arrayBuffer()))
  zips.set(name, zip)
  return zip
}

function* sliceFiles(name: TomographyName): Generator<NamedFile> {
  const { columns, slices, mm, step, lowest } = tomographies[name]
  const packed = readFileSync(new URL(`../assets/${name}.br`, import.meta.url))
  const levels = brotliDecompressSync(packed)
  const noise = noiseOf(1 << 16)
  const random = createRandom(1, 'tomography')
  const below = new Uint8Array(columns * columns)
  const values = new Int16Array(columns * columns)
  const raster = { columns, rows: columns, mmAcross: mm, mmDown: mm }
  for (const [at, slice] of axialSlices(evenHeights(slices, mm)).entries()) {
    const from = random.whole(0, noise.length)
    const begin = at * below.length
    for (let voxel = 0; voxel < below.length; voxel++) {
      const level = ((levels[begin + voxel] ?? 0) + (below[voxel] ?? 0)) & 255
      below[voxel] = level
      // Outside of the round field a machine writes the same everywhere, and nothing below that.
      const noisy = lowest + level * step + (noise[(from + voxel) % noise.length] ?? 0)
      values[voxel] = level === 0 ? lowest : Math.max(lowest, noisy)
    }
    const file = `CBCT/${String(at + 1).padStart(3, '0')}.dcm`
    yield { name: file, bytes: sliceFile(values, slice, raster, at + 1, '1', machine) }
  }
}

/** What the slices say of the machine and the exposure. */
const machine: Item = {
  '00080070': ['LO', 'Demostración'],
  '0008103E': ['LO', 'Tomografía de demostración'],
  '00100010': ['PN', ''],
  '00180060': ['DS', '90'],
  // Wide, as dental machines write it: enamel does not drown in white.
  '00281050': ['DS', '1000'],
  '00281051': ['DS', '4000'],
}

function noiseOf(count: number): Int16Array {
  const random = createRandom(1, 'tomography noise')
  // Twelve even numbers make a normal one.
  const normal = () =>
    Array.from({ length: 12 }, () => random.whole(0, 1000)).reduce((sum, one) => sum + one, 0) / 1000 - 6
  return Int16Array.from({ length: count }, () => Math.round(normal() * grain))
}
