import type { GreyPicture, LookupTable, PixelSpacing } from '#web/imaging/types.ts'
import { looked, lookupTableOf } from './lookup-table.ts'
import { paddingOf } from './padding.ts'
import type { DataSet } from './parser.ts'
import type { PixelFormat } from './pixel-format.ts'
import type { Values } from './stored-values.ts'
import { tag } from './tags.ts'
import { codeOf, groupOf, itemOf, numberOf } from './values.ts'
import { windowOver, windowsOf } from './windows.ts'

/** A frame of greys with all that turns its stored values into what is shown. */
export function greyPicture(
  data: DataSet,
  frame: number,
  format: PixelFormat,
  pixels: Values,
  spacing: PixelSpacing | undefined,
): GreyPicture {
  const group = groupOf(data, frame, tag.pixelValues)
  const slope = numberOf(group, tag.slope) || 1
  const intercept = numberOf(group, tag.intercept) ?? 0
  const modalityTable = lookupTableOf(itemOf(data, tag.modalityTable), format.signed)
  const toValue = (stored: number) =>
    modalityTable ? looked(modalityTable, stored) : stored * slope + intercept
  const range = valueRange(storedRange(pixels, paddingOf(data, format.signed)), toValue, modalityTable)
  const windows = windowsOf(data, frame)
  const unit = isHounsfield(data, group) ? ('HU' as const) : undefined
  const voiTable = lookupTableOf(itemOf(data, tag.voiTable), modalityTable ? false : range[0] < 0)
  return {
    kind: 'grey',
    columns: format.columns,
    rows: format.rows,
    pixels,
    slope,
    intercept,
    ...(modalityTable && { modalityTable }),
    windows: windows.length > 0 || unit ? windows : [windowOver(range)],
    ...(voiTable && { voiTable }),
    inverted: format.photometric === 'MONOCHROME1',
    range,
    unit,
    ...(spacing && { spacing }),
  }
}

function isHounsfield(data: DataSet, group: DataSet): boolean {
  const type = codeOf(group, tag.rescaleType)
  if (type) return type === 'HU'
  return codeOf(data, tag.modality) === 'CT' && numberOf(group, tag.intercept) !== undefined
}

/** The range without padding; of everything if all is padding. */
function storedRange(pixels: Values, padding: readonly [number, number] | undefined): [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let at = 0; at < pixels.length; at++) {
    const value = pixels[at] ?? 0
    if (padding && value >= padding[0] && value <= padding[1]) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low <= high) return [low, high]
  return padding ? storedRange(pixels, undefined) : [0, 0]
}

function valueRange(
  [low, high]: [number, number],
  toValue: (stored: number) => number,
  table: LookupTable | undefined,
): [number, number] {
  if (!table) return sorted(toValue(low), toValue(high))
  // A table need not rise.
  let least = toValue(low)
  let most = least
  const end = Math.min(high, table.first + table.data.length)
  for (let value = Math.max(low, table.first); value <= end; value++) {
    const result = toValue(value)
    if (result < least) least = result
    if (result > most) most = result
  }
  return [least, most]
}

function sorted(a: number, b: number): [number, number] {
  return a <= b ? [a, b] : [b, a]
}
