import { characterSetOf } from '#domain/person-name.ts'
import { syntax } from '#domain/transfer-syntax.ts'
import type { Attributes } from '#domain/worklist.ts'

// Answers of the worklist in bytes. The package writes every text as UTF-8, which many consoles do not read.

/** Tag and representation of each attribute of the worklist (PS3.6). */
const dictionary: Record<string, [tag: number, representation: string]> = {
  SpecificCharacterSet: [0x00080005, 'CS'],
  AccessionNumber: [0x00080050, 'SH'],
  Modality: [0x00080060, 'CS'],
  ReferringPhysicianName: [0x00080090, 'PN'],
  PatientName: [0x00100010, 'PN'],
  PatientID: [0x00100020, 'LO'],
  PatientBirthDate: [0x00100030, 'DA'],
  PatientSex: [0x00100040, 'CS'],
  StudyInstanceUID: [0x0020000d, 'UI'],
  RequestedProcedureDescription: [0x00321060, 'LO'],
  ScheduledStationAETitle: [0x00400001, 'AE'],
  ScheduledProcedureStepStartDate: [0x00400002, 'DA'],
  ScheduledProcedureStepStartTime: [0x00400003, 'TM'],
  ScheduledPerformingPhysicianName: [0x00400006, 'PN'],
  ScheduledProcedureStepDescription: [0x00400007, 'LO'],
  ScheduledProcedureStepID: [0x00400009, 'SH'],
  ScheduledProcedureStepSequence: [0x00400100, 'SQ'],
  RequestedProcedureID: [0x00401001, 'SH'],
}

/** The bytes of these attributes, little endian; in Latin-1 where it fits, else in UTF-8, and it says which. */
export function identifierBytes(attributes: Attributes, transferSyntax: string): Buffer {
  const characterSet = characterSetOf(textsOf(attributes))
  const encoding = characterSet === 'ISO_IR 192' ? 'utf8' : 'latin1'
  const isExplicit = transferSyntax !== syntax.implicit
  const all = characterSet ? { SpecificCharacterSet: characterSet, ...attributes } : attributes
  return itemBytes(all, encoding, isExplicit)
}

function textsOf(attributes: Attributes): string[] {
  return Object.values(attributes).flatMap((value) =>
    typeof value === 'string' ? [value] : value.flatMap(textsOf),
  )
}

function itemBytes(attributes: Attributes, encoding: BufferEncoding, isExplicit: boolean): Buffer {
  const elements = Object.entries(attributes).flatMap(([keyword, value]) => {
    const [tag, representation] = dictionary[keyword] ?? []
    return tag && representation ? [{ tag, representation, value }] : []
  })
  return Buffer.concat(
    elements
      .sort((a, b) => a.tag - b.tag)
      .map(({ tag, representation, value }) => {
        const bytes =
          typeof value === 'string'
            ? padded(Buffer.from(value, encoding), representation === 'UI' ? 0 : 0x20)
            : Buffer.concat(
                value.map((step) => {
                  const inner = itemBytes(step, encoding, isExplicit)
                  return Buffer.concat([headOf(0xfffee000, undefined, inner.length), inner])
                }),
              )
        return Buffer.concat([headOf(tag, isExplicit ? representation : undefined, bytes.length), bytes])
      }),
  )
}

/** Tag, representation unless it is implied, and length. */
function headOf(tag: number, representation: string | undefined, length: number): Buffer {
  const head = Buffer.alloc(representation === 'SQ' ? 12 : 8)
  head.writeUInt16LE(tag >>> 16, 0)
  head.writeUInt16LE(tag & 0xffff, 2)
  if (representation) head.write(representation, 4, 'latin1')
  if (!representation) head.writeUInt32LE(length, 4)
  else if (representation === 'SQ') head.writeUInt32LE(length, 8)
  else head.writeUInt16LE(length, 6)
  return head
}

function padded(bytes: Buffer, filler: number): Buffer {
  return bytes.length % 2 ? Buffer.concat([bytes, Buffer.from([filler])]) : bytes
}
