import { open } from 'node:fs/promises'
import { constants, inflateRawSync } from 'node:zlib'
import dicomParser, { type Element } from 'dicom-parser'
import { fullNameOf } from '#domain/person-name.ts'
import { syntax } from '#domain/transfer-syntax.ts'
import { stationLimits } from './settings.ts'

/** What an instance says of itself; texts as people write them, empty where it says nothing. */
export type Header = {
  sopClass: string
  instance: string
  study: string
  series: string
  seriesNumber: number
  instanceNumber: number
  /** Station Name: what the machine was called when it was set up. */
  station: string
  said: Said
}

/** What an arrival says of whose it is. */
export type Said = Record<
  'name' | 'number' | 'birth_date' | 'sex' | 'accession' | 'modality' | 'description',
  string
>

const tags = {
  characterSet: 'x00080005',
  sopClass: 'x00080016',
  instance: 'x00080018',
  accession: 'x00080050',
  modality: 'x00080060',
  station: 'x00081010',
  description: 'x00081030',
  name: 'x00100010',
  number: 'x00100020',
  birthDate: 'x00100030',
  sex: 'x00100040',
  study: 'x0020000d',
  series: 'x0020000e',
  seriesNumber: 'x00200011',
  instanceNumber: 'x00200013',
} as const

/** Of a scan of the teeth, which says nothing of itself: where it lay stands for a description. */
export function scanHeader(path: string): Header {
  const blank = headerOf(new Uint8Array(), syntax.explicit)
  return { ...blank, said: { ...blank.said, description: path.slice(-64) } }
}

/** Reads the identifying elements of a file whose data set begins at `start`, in that transfer syntax. */
export async function readHeader(file: string, start: number, transferSyntax: string): Promise<Header> {
  const handle = await open(file)
  try {
    // Nearly always they are in the first piece.
    for (const size of [64 * 1024, stationLimits.header]) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, start)
      const header = headerOf(buffer.subarray(0, bytesRead), transferSyntax)
      if ((header.study && header.series && header.instance) || bytesRead < size) return header
    }
    return headerOf(Buffer.alloc(0), transferSyntax)
  } finally {
    await handle.close()
  }
}

/** Reads them from the beginning of a data set, as far as it goes. */
export function headerOf(head: Uint8Array, transferSyntax: string): Header {
  const elements = elementsOf(
    transferSyntax === syntax.deflated ? inflated(head) : head,
    transferSyntax !== syntax.implicit && transferSyntax !== syntax.geBigEndianPixels,
    transferSyntax === syntax.bigEndian,
  )
  const characters = elements.text(tags.characterSet, '')
  const text = (tag: string) => elements.text(tag, characters)
  return {
    sopClass: text(tags.sopClass),
    instance: text(tags.instance),
    study: text(tags.study),
    series: text(tags.series),
    seriesNumber: Number.parseInt(text(tags.seriesNumber), 10) || 0,
    instanceNumber: Number.parseInt(text(tags.instanceNumber), 10) || 0,
    station: text(tags.station),
    said: {
      name: fullNameOf(text(tags.name)).slice(0, 200),
      number: text(tags.number).slice(0, 64),
      birth_date: text(tags.birthDate).slice(0, 8),
      sex: text(tags.sex).slice(0, 16),
      accession: text(tags.accession).slice(0, 16),
      modality: text(tags.modality).slice(0, 16),
      description: text(tags.description).slice(0, 64),
    },
  }
}

function inflated(head: Uint8Array): Uint8Array {
  try {
    const maxOutputLength = 4 * stationLimits.header
    return inflateRawSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength })
  } catch {
    return new Uint8Array()
  }
}

function elementsOf(bytes: Uint8Array, isExplicit: boolean, isBigEndian: boolean) {
  const values = isBigEndian ? dicomParser.bigEndianByteArrayParser : dicomParser.littleEndianByteArrayParser
  const found = new Map<string, Element>()
  try {
    const stream = new dicomParser.ByteStream(values, bytes, 0)
    while (stream.position < bytes.length) {
      const element = isExplicit
        ? dicomParser.readDicomElementExplicit(stream, [])
        : dicomParser.readDicomElementImplicit(stream)
      // Sorted by their tags: what follows is of no interest here.
      if (element.tag > tags.instanceNumber) break
      if (element.dataOffset + element.length <= bytes.length) found.set(element.tag, element)
    }
  } catch {
    // What was read is kept; what lacks is empty.
  }
  return {
    text(tag: string, characters: string): string {
      const element = found.get(tag)
      if (!element) return ''
      const value = bytes.subarray(element.dataOffset, element.dataOffset + element.length)
      return decoded(value, characters)
        .replace(/[\s\0]+$/, '')
        .trimStart()
    },
  }
}

const labels: Record<string, string> = { '101': 'iso-8859-2', '144': 'iso-8859-5', '148': 'iso-8859-9' }

/** Consoles often say ASCII or Latin 1 of what is UTF-8; what is valid UTF-8 is hardly ever anything else. */
function decoded(bytes: Uint8Array, characters: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(labels[/(\d+)$/.exec(characters)?.[1] ?? ''] ?? 'iso-8859-1').decode(bytes)
  }
}
