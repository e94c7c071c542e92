import type { ColorPicture, PixelSpacing } from '#web/imaging/types.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { descriptorOf, entriesOf } from './lookup-table.ts'
import type { DataSet } from './parser.ts'
import type { PixelFormat } from './pixel-format.ts'
import { segmentedEntries } from './segmented.ts'
import type { Values } from './stored-values.ts'
import { tag } from './tags.ts'

type Shades = { first: number; shades: Uint8Array }

/** Indices through the file's three tables (PS3.3 C.7.6.3.1.5) as RGBA. @throws ImagingError corrupt without tables */
export function palettePicture(
  data: DataSet,
  format: PixelFormat,
  indices: Values,
  spacing: PixelSpacing | undefined,
): ColorPicture {
  const red = shadesOf(data, tag.redDescriptor, tag.redTable, tag.redSegments, format.signed)
  const green = shadesOf(data, tag.greenDescriptor, tag.greenTable, tag.greenSegments, format.signed)
  const blue = shadesOf(data, tag.blueDescriptor, tag.blueTable, tag.blueSegments, format.signed)
  const count = format.columns * format.rows
  const pixels = new Uint8ClampedArray(count * 4)
  for (let at = 0; at < count; at++) {
    const index = indices[at] ?? 0
    pixels[at * 4] = shadeOf(red, index)
    pixels[at * 4 + 1] = shadeOf(green, index)
    pixels[at * 4 + 2] = shadeOf(blue, index)
    pixels[at * 4 + 3] = 255
  }
  return { kind: 'color', columns: format.columns, rows: format.rows, pixels, ...(spacing && { spacing }) }
}

function shadeOf({ first, shades }: Shades, index: number): number {
  return shades[Math.min(shades.length - 1, Math.max(0, index - first))] ?? 0
}

function shadesOf(
  data: DataSet,
  descriptorTag: string,
  tableTag: string,
  segmentsTag: string,
  signed: boolean,
): Shades {
  const descriptor = descriptorOf(data, descriptorTag, signed)
  if (!descriptor) throw new ImagingError('corrupt', 'a palette without descriptor')
  const entries =
    entriesOf(data, tableTag, descriptor.count, descriptor.bits) ??
    segmentedEntries(data, segmentsTag, descriptor.count, descriptor.bits)
  if (!entries?.length) throw new ImagingError('corrupt', 'a palette without entries')
  return { first: descriptor.first, shades: eightBits(entries) }
}

/**
 * Shades of 8 bits. 16-bit entries use the upper byte, but many writers say 16 and store 8: then the upper byte is always empty.
 */
function eightBits(entries: Uint8Array | Uint16Array): Uint8Array {
  if (entries instanceof Uint8Array || !entries.some((entry) => entry > 255)) return Uint8Array.from(entries)
  return Uint8Array.from(entries, (entry) => entry >> 8)
}
