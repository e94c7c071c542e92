import { readFileSync } from 'node:fs'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { writeDicom } from '#tools/imaging/dicom-writer.ts'
import type { Field } from '#tools/imaging/head/head.ts'
import { fields } from '#tools/imaging/head/sizes.ts'
import { variants } from '#tools/imaging/head/variant.ts'
import { axialSlices, evenHeights, type NamedFile, sliceElements } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'

/**
 * What tools/demo-tomography.ts draws into demo/assets/*.j2k: a mouth, its field, and how many times fewer bits its slices
 * take than they have. The fields of 5 x 5 cm lie where the question is.
 */
const small = fields['Tomografía 5x5 cm']
const at = (...middle: Field['middle']) => ({ ...small, field: { ...small.field, middle } })
export const tomographies = {
  'tomografia-5x5-1': { ...at(27, 40, -12), variant: variants.impacted, ratio: 50 },
  'tomografia-5x5-2': { ...at(-20, 26, 14), variant: variants.restored, ratio: 50 },
  'tomografia-arcada-1': { ...fields['Tomografía Arcada completa'], variant: variants.implant, ratio: 60 },
  'tomografia-arcada-2': { ...fields['Tomografía Arcada completa'], variant: variants.aged, ratio: 60 },
  'tomografia-bimaxilar': { ...fields['Tomografía Bimaxilar'], variant: variants.sinus, ratio: 75 },
  'tomografia-craneo': { ...fields['Tomografía Cráneo completo'], variant: variants.young, ratio: 110 },
} as const
export type TomographyName = keyof typeof tomographies
export const tomographyNames = Object.keys(tomographies) as TomographyName[]
export const isTomography = (asset: string): asset is TomographyName => asset in tomographies

const zips = new Map<TomographyName, Promise<Uint8Array<ArrayBuffer>>>()

/** An invented tomography as a machine exports it: an archive of DICOM slices with nobody's name. Made once. */
export function tomographyZip(name: TomographyName): Promise<Uint8Array<ArrayBuffer>> {
  const zip =
    zips.get(name) ??
    zipOf(sliceFiles(name), { level: 0 }).then(async (made) => new Uint8Array(await made.arrayBuffer()))
  zips.set(name, zip)
  return zip
}

/** Bits of a voxel: Hounsfield units and 1024. */
export const bits = 12

function* sliceFiles(name: TomographyName): Generator<NamedFile> {
  const { field, mm } = tomographies[name]
  const columns = Math.round(field.across / mm)
  const streams = streamsOf(readFileSync(new URL(`../assets/${name}.j2k`, import.meta.url)))
  const raster = { columns, rows: columns, mmAcross: mm, mmDown: mm }
  for (const [index, slice] of axialSlices(evenHeights(streams.length, mm)).entries()) {
    const stream = streams[index] ?? new Uint8Array()
    const elements: Item = {
      ...sliceElements(slice, raster, index + 1, '1'),
      ...machine,
      '00282112': ['DS', ((columns * columns * bits) / 8 / stream.length).toFixed(1)],
    }
    const file = `CBCT/${String(index + 1).padStart(3, '0')}.dcm`
    yield { name: file, bytes: writeDicom({ elements, syntax: 'jpeg2000Lossy', frames: [[stream]] }) }
  }
}

/** The slices of an asset: before each its length in bytes (32 bits, little endian). */
function streamsOf(asset: Buffer): Uint8Array[] {
  const streams: Uint8Array[] = []
  for (let begin = 4; begin < asset.length; ) {
    const end = begin + asset.readUInt32LE(begin - 4)
    streams.push(asset.subarray(begin, end))
    begin = end + 4
  }
  return streams
}

/** What the slices say of the machine, the exposure and their compression. */
const machine: Item = {
  '00080070': ['LO', 'Demostración'],
  '0008103E': ['LO', 'Tomografía de demostración'],
  '00100010': ['PN', ''],
  '00180060': ['DS', '90'],
  '00280101': ['US', bits],
  '00280102': ['US', bits - 1],
  // Wide, as dental machines write it: enamel does not drown in white.
  '00281050': ['DS', '1000'],
  '00281051': ['DS', '4000'],
  '00282110': ['CS', '01'],
  '00282114': ['CS', 'ISO_15444_1'],
}
