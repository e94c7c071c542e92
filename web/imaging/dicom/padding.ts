import type { DataSet } from './parser.ts'
import { tag } from './tags.ts'

/** Stored values that mean 'nothing was measured here' (PS3.3 C.7.5.1.1.2): a single one, or a range. */
export function paddingOf(data: DataSet, signed: boolean): readonly [number, number] | undefined {
  const read = signed ? data.int16 : data.uint16
  const value = read.call(data, tag.padding)
  if (value === undefined) return undefined
  const limit = read.call(data, tag.paddingLimit) ?? value
  return value < limit ? [value, limit] : [limit, value]
}
