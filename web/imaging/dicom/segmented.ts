import type { DataSet } from './parser.ts'
import { bytesOf } from './values.ts'

/**
 * Entries of a segmented palette (PS3.3 C.7.9.2): runs of single values (0), straight lines to a value (1), and segments used again (2).
 * Nothing where there is none; never more than `count`.
 */
export function segmentedEntries(
  data: DataSet,
  name: string,
  count: number,
  bits: number,
): Uint16Array | undefined {
  const bytes = bytesOf(data, name)
  if (!bytes) return undefined
  const words = bits <= 8 ? bytes : wordsOf(data, name, bytes.length >> 1)
  const entries = new Uint16Array(count)
  const offsetStep = bits <= 8 ? 1 : 2
  let to = 0
  let budget = count + words.length

  function run(from: number, segments: number, nested: boolean): void {
    let at = from
    for (let done = 0; done < segments && at + 1 < words.length && to < count && budget-- > 0; done++) {
      const kind = words[at] ?? 0
      const length = words[at + 1] ?? 0
      at += 2
      if (kind === 0) {
        for (let i = 0; i < length && to < count; i++) entries[to++] = words[at + i] ?? 0
        at += length
      } else if (kind === 1) {
        line(words[at] ?? 0, length)
        at += 1
      } else if (kind === 2 && !nested) {
        run(indirect(at) / offsetStep, length, true)
        at += bits <= 8 ? 4 : 2
      } else return
    }
  }

  function line(end: number, length: number): void {
    const begin = to > 0 ? (entries[to - 1] ?? 0) : 0
    for (let i = 1; i <= length && to < count; i++)
      entries[to++] = Math.round(begin + ((end - begin) * i) / length)
  }

  /** Where a segment lies, in bytes: 32 bits in words, least significant first. */
  function indirect(at: number): number {
    const word = (i: number) => words[at + i] ?? 0
    return bits <= 8
      ? word(0) + word(1) * 2 ** 8 + word(2) * 2 ** 16 + word(3) * 2 ** 24
      : word(0) + word(1) * 2 ** 16
  }

  run(0, Number.POSITIVE_INFINITY, false)
  return entries
}

function wordsOf(data: DataSet, name: string, count: number): Uint16Array {
  return Uint16Array.from({ length: count }, (_, at) => data.uint16(name, at) ?? 0)
}
