import { describe, expect, it } from 'vitest'
import { createPduReader, type Pdu, PduFault } from './pdus.ts'
import { stationLimits } from './settings.ts'

function pdu(type: number, content: Buffer, length = content.length): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt8(type)
  head.writeUInt32BE(length, 2)
  return Buffer.concat([head, content])
}

function value(content: string, control = 0, length = content.length + 2): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt32BE(length)
  head.writeUInt8(1, 4)
  head.writeUInt8(control, 5)
  return Buffer.concat([head, Buffer.from(content)])
}

const request = pdu(1, Buffer.alloc(68))
const release = pdu(5, Buffer.alloc(4))

/** All that is read of these pieces. */
function read(...pieces: Buffer[]): Pdu[] {
  const reader = createPduReader()
  return pieces.flatMap((piece) => [...reader.take(piece)])
}

describe('what a machine sends is cut into whole PDUs', () => {
  it('however the network cut it', () => {
    const all = Buffer.concat([request, pdu(4, value('abc', 3)), release])
    const whole = read(all)
    expect(whole.map(({ type }) => type)).toEqual([1, 4, 5])
    expect(read(...[...all].map((byte) => Buffer.from([byte])))).toEqual(whole)
  })

  it('with one value each', () => {
    const [, first, second] = read(request, pdu(4, Buffer.concat([value('ab', 1), value('c', 2)])))
    expect(first?.value).toEqual({ context: 1, isCommand: true, isLast: false, length: 2 })
    expect(second?.value).toEqual({ context: 1, isCommand: false, isLast: true, length: 1 })
    expect(second?.bytes).toEqual(pdu(4, value('c', 2)))
  })
})

describe('refuses, before it is held,', () => {
  it.each([
    ['anything before an association', [pdu(4, value('a'))]],
    ['a second request for one', [request, request]],
    ['a type that is none', [pdu(9, Buffer.alloc(4))]],
    ['a browser', [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
    ['a request that is too long', [pdu(1, Buffer.alloc(0), stationLimits.associationRequest + 1)]],
    ['data without end', [request, pdu(4, Buffer.alloc(0), 0xffffffff)]],
    ['a long farewell', [request, pdu(5, Buffer.alloc(0), 5)]],
    ['a value longer than its PDU', [request, pdu(4, value('abc', 0, 100))]],
    ['a value without a header', [request, pdu(4, value('', 0, 1))]],
    ['bytes behind the last value', [request, pdu(4, Buffer.concat([value('a'), Buffer.from([0])]))]],
  ])('%s', (_what, pieces) => {
    expect(() => read(...pieces)).toThrow(PduFault)
  })
})
