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
  /** The AE title of whoever made the file, '' where it does not say. */
  source: string
}

/** The head of a file, of its first bytes; undefined where it has none. Some programs leave out what stands before group 0002. */
export function readFileHead(bytes: Buffer): FileHead | undefined {
  const isMarked = bytes.toString('latin1', 128, 132) === 'DICM'
  if (!isMarked && bytes.toString('latin1', 0, 6) !== '\x02\0\0\0UL') return undefined
  const texts = new Map<number, string>()
  let at = isMarked ? 132 : 0
  while (at + 12 <= bytes.length && bytes.readUInt16LE(at) === 2) {
    const isLong = /^(?:O[BDFLVW]|SQ|U[CNRT])$/.test(bytes.toString('latin1', at + 4, at + 6))
    const from = at + (isLong ? 12 : 8)
    const end = from + (isLong ? bytes.readUInt32LE(at + 8) : bytes.readUInt16LE(at + 6))
    texts.set(bytes.readUInt16LE(at + 2), bytes.toString('latin1', from, end).replace(/[\s\0]+$/, ''))
    at = end
  }
  return { start: at, transferSyntax: texts.get(0x10) ?? '', source: texts.get(0x16)?.trim() ?? '' }
}
