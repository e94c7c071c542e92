import { encodingOf, plainSyntax, startOf } from '#domain/data-set-encoding.ts'
import { syntax } from '#domain/transfer-syntax.ts'

// The header of a DICOM file (PS3.10 7.1), in front of a data set that stays as it was sent.

/** Of our own making, below 2.25. */
const implementation = '2.25.236254810329406152838205431926011273746'

const text = (value: string, filler: string) =>
  Buffer.from(value.length % 2 ? value + filler : value, 'latin1')

function element(number: number, representation: string, value: Buffer): Buffer {
  const isLong = representation === 'OB'
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(2, 0)
  head.writeUInt16LE(number, 2)
  head.write(representation, 4, 'latin1')
  if (isLong) head.writeUInt32LE(value.length, 8)
  else head.writeUInt16LE(value.length, 6)
  return Buffer.concat([head, value])
}

/** Preamble, mark and group 0002 for an instance of this class and UID. */
export function fileHead(sopClass: string, instance: string, transferSyntax: string): Buffer {
  const group = Buffer.concat([
    element(1, 'OB', Buffer.from([0, 1])),
    element(2, 'UI', text(sopClass, '\0')),
    element(3, 'UI', text(instance, '\0')),
    element(0x10, 'UI', text(transferSyntax, '\0')),
    element(0x12, 'UI', text(implementation, '\0')),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(group.length)
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), element(0, 'UL', length), group])
}

/** What stands in front of a data set. */
export type FileHead = {
  /** Where the data set begins. */
  start: number
  transferSyntax: string
  /** Whether the file says that it is DICOM: other data may begin like a data set. */
  isMarked: boolean
  /** The AE title of whoever made the file, '' where it does not say. */
  source: string
}

/**
 * The head of a file, of its first bytes; undefined where no data set follows. Without preamble, 'DICM' or group 0002, with stray bytes before
 * them, or where it says its encoding wrongly, it is read as the viewer reads it (`startOf`, `encodingOf`).
 */
export function readFileHead(bytes: Buffer): FileHead | undefined {
  const begin = startOf(bytes)
  const isExplicit = encodingOf(bytes, begin)?.explicit
  const texts = new Map<number, string>()
  let at = begin
  while (at + 12 <= bytes.length && bytes.readUInt16LE(at) === 2) {
    const isLong = isExplicit && /^(?:O[BDFLVW]|SQ|U[CNRT])$/.test(bytes.toString('latin1', at + 4, at + 6))
    const from = at + (isLong ? 12 : 8)
    const length = isLong
      ? bytes.readUInt32LE(at + 8)
      : isExplicit
        ? bytes.readUInt16LE(at + 6)
        : bytes.readUInt32LE(at + 4)
    texts.set(
      bytes.readUInt16LE(at + 2),
      bytes.toString('latin1', from, from + length).replace(/[\s\0]+$/, ''),
    )
    at = from + length
  }
  const stated = texts.get(0x10)?.trim() ?? ''
  const encoding = encodingOf(bytes, at, begin > 0)
  if (!encoding && stated !== syntax.deflated) return undefined
  const isStated = !encoding || ![...plain, syntax.deflated, ''].includes(stated)
  return {
    start: at,
    transferSyntax: isStated ? stated : plainSyntax(encoding),
    isMarked: at > begin || bytes.toString('latin1', begin - 4, begin) === 'DICM',
    source: texts.get(0x16)?.trim() ?? '',
  }
}

/** Of these the bytes themselves say which one it is. */
const plain: string[] = [syntax.implicit, syntax.explicit, syntax.bigEndian]
