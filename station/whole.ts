import type { FileHandle } from 'node:fs/promises'
import { syntax } from '#domain/transfer-syntax.ts'

const WINDOW = 64 * 1024
/** Sequences in sequences; more is meant to do harm. */
const DEEPEST = 32
const UNDEFINED = 0xffffffff
const delimiters: ReadonlySet<number> = new Set([0xfffee00d, 0xfffee0dd])

/**
 * Whether a file's data set, from `start` on, ends where its elements say (PS3.5 7): a copy that broke off does not. Of one that is deflated
 * nothing is known before it is unpacked: it passes.
 */
export async function isWhole(file: FileHandle, size: number, start: number, transferSyntax: string) {
  if (transferSyntax === syntax.deflated) return true
  const isBig = transferSyntax === syntax.bigEndian
  let [window, from] = [Buffer.alloc(0), 0]

  async function headAt(at: number): Promise<Buffer> {
    if (at < from || at + 12 > from + window.length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(WINDOW), 0, WINDOW, at)
      ;[window, from] = [buffer.subarray(0, bytesRead), at]
    }
    return window.subarray(at - from, at - from + 12)
  }

  /** Where the elements from `at` on end, within something of undefined length behind its delimiter; beyond the file where they do not. */
  async function endOf(at: number, isExplicit: boolean, depth: number): Promise<number> {
    while (at < size) {
      const head = await headAt(at)
      // Some programs fill up their files.
      if (head.length < 8) return depth === 0 ? size : Number.POSITIVE_INFINITY
      const number = (offset: number) => (isBig ? head.readUInt16BE(offset) : head.readUInt16LE(offset))
      const tag = number(0) * 0x10000 + number(2)
      if (delimiters.has(tag)) return at + 8
      const representation = isExplicit && number(0) !== 0xfffe ? head.toString('latin1', 4, 6) : undefined
      const isLong = representation !== undefined && /^(?:O[BDFLVW]|S[QV]|U[CNRTV])$/.test(representation)
      if (isLong && head.length < 12) return Number.POSITIVE_INFINITY
      const place = isLong ? 8 : 4
      const length =
        representation !== undefined && !isLong
          ? number(6)
          : isBig
            ? head.readUInt32BE(place)
            : head.readUInt32LE(place)
      const inside = at + place + 4
      if (length !== UNDEFINED) at = inside + length
      else if (depth === DEEPEST) return Number.POSITIVE_INFINITY
      else at = await endOf(inside, isExplicit && representation !== 'UN', depth + 1)
    }
    return depth === 0 ? at : Number.POSITIVE_INFINITY
  }

  const isExplicit = transferSyntax !== syntax.implicit && transferSyntax !== syntax.geBigEndianPixels
  return (await endOf(start, isExplicit, 0)) <= size
}
