import type { LookupTable } from '#web/imaging/types.ts'
import type { DataSet } from './parser.ts'
import { tag } from './tags.ts'
import { bytesOf } from './values.ts'

/** Number of entries, value of the first one and bits of an entry (PS3.3 C.11.1.1.1); `signed` as the values that go in. */
export function descriptorOf(
  data: DataSet,
  name: string,
  signed: boolean,
): { count: number; first: number; bits: number } | undefined {
  const count = data.uint16(name, 0)
  const first = signed ? data.int16(name, 1) : data.uint16(name, 1)
  const bits = data.uint16(name, 2)
  if (count === undefined || first === undefined || bits === undefined) return undefined
  // 65,536 does not fit into its 16 bits.
  return { count: count || 65536, first, bits }
}

/** Entries of a table as they lie in the file: one a byte where there is just room for that, otherwise 16 bits each. */
export function entriesOf(
  data: DataSet,
  name: string,
  count: number,
  bits: number,
): Uint8Array | Uint16Array | undefined {
  const bytes = bytesOf(data, name)
  if (!bytes) return undefined
  if (bits <= 8 && bytes.length < 2 * count) return packed(data, bytes).subarray(0, count)
  const values = new Uint16Array(Math.min(count, bytes.length >> 1))
  for (let at = 0; at < values.length; at++) values[at] = data.uint16(name, at) ?? 0
  return values
}

/** Two entries to a 16-bit word, the first one in its lower half, which big endian writes second. */
function packed(data: DataSet, bytes: Uint8Array): Uint8Array {
  const word = data.byteArrayParser.readUint16(new Uint8Array([1, 0]), 0)
  if (word === 1) return bytes
  const turned = bytes.slice()
  for (let at = 0; at + 1 < turned.length; at += 2) turned.subarray(at, at + 2).reverse()
  return turned
}

/** The table of a Modality or VOI LUT item; nothing where it is incomplete. */
export function lookupTableOf(item: DataSet | undefined, signed: boolean): LookupTable | undefined {
  const descriptor = item && descriptorOf(item, tag.tableDescriptor, signed)
  if (!item || !descriptor) return undefined
  const data = entriesOf(item, tag.tableData, descriptor.count, descriptor.bits)
  if (!data?.length) return undefined
  return { first: descriptor.first, data, bits: descriptor.bits || 16 }
}

/** The entry for a value, the ends repeated outside. */
export function looked(table: LookupTable, value: number): number {
  const last = table.data.length - 1
  return table.data[Math.min(last, Math.max(0, value - table.first))] ?? 0
}
