import { stationLimits } from './settings.ts'

/** Types of protocol data units (PS3.8 9.3). */
export const pduType = { associate: 1, data: 4, release: 5, abort: 7 } as const

export type Pdu = {
  type: number
  /** Whole, with its header. Of P-DATA-TF each value by itself. */
  bytes: Buffer
  /** Of P-DATA-TF (PS3.8 E.2). */
  value?: { context: number; isCommand: boolean; isLast: boolean; length: number }
}

/** What was received is no PDU that may come now. */
export class PduFault extends Error {}

/**
 * Takes bytes as they come and gives whole PDUs. Nothing but a request for an association comes first, and none comes later; what is longer
 * than agreed, or whose lengths do not add up, throws a PduFault before it is held.
 */
export function createPduReader(): { take(chunk: Buffer): Generator<Pdu> } {
  let rest: Buffer = Buffer.alloc(0)
  let isOpen = false

  return {
    *take(chunk) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      while (rest.length >= 6) {
        const type = rest.readUInt8(0)
        const length = rest.readUInt32BE(2)
        check(type, length, isOpen)
        if (rest.length < 6 + length) return
        const bytes = rest.subarray(0, 6 + length)
        rest = rest.subarray(6 + length)
        if (type === pduType.associate) isOpen = true
        if (type === pduType.data) yield* values(bytes)
        else yield { type, bytes }
      }
    },
  }
}

function check(type: number, length: number, isOpen: boolean): void {
  const most: number | undefined = isOpen
    ? { [pduType.data]: stationLimits.pdu, [pduType.release]: 4, [pduType.abort]: 4 }[type]
    : { [pduType.associate]: stationLimits.associationRequest, [pduType.abort]: 4 }[type]
  if (most === undefined) throw new PduFault(`Unexpected PDU of type ${type}`)
  if (length > most) throw new PduFault(`PDU of ${length} bytes`)
}

function* values(bytes: Buffer): Generator<Pdu> {
  let at = 6
  while (at < bytes.length) {
    const length = bytes.length - at < 6 ? 0 : bytes.readUInt32BE(at)
    if (length < 2 || at + 4 + length > bytes.length) throw new PduFault('Lengths of P-DATA-TF')
    const control = bytes.readUInt8(at + 5)
    const head = Buffer.alloc(6)
    head.writeUInt8(pduType.data, 0)
    head.writeUInt32BE(4 + length, 2)
    yield {
      type: pduType.data,
      bytes: Buffer.concat([head, bytes.subarray(at, at + 4 + length)]),
      value: {
        context: bytes.readUInt8(at + 4),
        isCommand: (control & 1) === 1,
        isLast: (control & 2) === 2,
        length: length - 2,
      },
    }
    at += 4 + length
  }
}
