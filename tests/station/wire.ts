import { connect, type Socket } from 'node:net'

// PDUs by hand (PS3.8 9.3), right ones and wrong ones.

export function pdu(type: number, content: Buffer, length = content.length): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt8(type)
  head.writeUInt32BE(length, 2)
  return Buffer.concat([head, content])
}

const item = (type: number, content: Buffer, length = content.length) => {
  const head = Buffer.alloc(4)
  head.writeUInt8(type)
  head.writeUInt16BE(length, 2)
  return Buffer.concat([head, content])
}

export const text = (value: string) => Buffer.from(value, 'latin1')
export const classes = {
  echo: '1.2.840.10008.1.1',
  tomography: '1.2.840.10008.5.1.4.1.1.2',
  list: '1.2.840.10008.5.1.4.31',
}
const implicit = '1.2.840.10008.1.2'

export type Context = { asked: string; offered?: string[] }

/** A request for an association with these contexts, numbered 1, 3, 5... */
export function associate(aet: string, contexts: Context[], more: Buffer[] = []): Buffer {
  const head = Buffer.concat([
    Buffer.from([0, 1, 0, 0]),
    text('INDICE'.padEnd(16)),
    text(aet.padEnd(16)),
    Buffer.alloc(32),
  ])
  const items = contexts.map(({ asked, offered = [implicit] }, at) =>
    item(
      0x20,
      Buffer.concat([
        Buffer.from([(2 * at + 1) % 256, 0, 0, 0]),
        item(0x30, text(asked)),
        ...offered.map((one) => item(0x40, text(one))),
      ]),
    ),
  )
  const user = item(0x50, item(0x51, Buffer.from([0, 0, 0x40, 0])))
  return pdu(1, Buffer.concat([head, item(0x10, text('1.2.840.10008.3.1.1.1')), ...items, user, ...more]))
}

/** A value in a P-DATA-TF. `control`: 1 command, 2 last. */
export function data(content: Buffer, control: number, context = 1, length = content.length + 2): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt32BE(length)
  head.writeUInt8(context, 4)
  head.writeUInt8(control, 5)
  return pdu(4, Buffer.concat([head, content]))
}

/** An element of an implicit little endian data set. */
export function element(tag: number, value: Buffer | number | string, length?: number): Buffer {
  const number = Buffer.alloc(2)
  if (typeof value === 'number') number.writeUInt16LE(value)
  const content =
    typeof value === 'number'
      ? number
      : typeof value === 'string'
        ? text(value.length % 2 ? `${value}\0` : value)
        : value
  const head = Buffer.alloc(8)
  head.writeUInt16LE(tag >>> 16)
  head.writeUInt16LE(tag & 0xffff, 2)
  head.writeUInt32LE(length ?? content.length, 4)
  return Buffer.concat([head, content])
}

/** A command of this kind (PS3.7 E.1) about a SOP class, with a data set behind it or none. */
export function command(field: number, sopClass: string, hasData: boolean, more: Buffer[] = []): Buffer {
  const elements = Buffer.concat([
    element(0x00000002, sopClass),
    element(0x00000100, field),
    element(0x00000110, 1),
    element(0x00000700, 0),
    element(0x00000800, hasData ? 1 : 0x0101),
    ...more,
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(elements.length)
  return Buffer.concat([element(0x00000000, size), elements])
}

export const storing = (instance: string, sopClass = classes.tomography) =>
  command(1, sopClass, true, [element(0x00001000, instance)])

/** Sends, and gives all that was answered until the other side ends; it is never waited for longer than `patienceMs`. */
export async function exchange(port: number, pieces: Buffer[], patienceMs = 3000): Promise<Buffer> {
  const socket: Socket = connect(port, '127.0.0.1')
  const heard: Buffer[] = []
  socket.on('data', (chunk) => heard.push(chunk))
  socket.on('error', () => {})
  // `once` of node:events would throw where the station resets what it has no room for: that is an answer as well.
  const comes = (event: 'close' | 'connect' | 'drain') =>
    new Promise((resolve) => socket.once(event, resolve))
  const over = comes('close')
  await Promise.race([comes('connect'), over])
  const timer = setTimeout(() => socket.destroy(), patienceMs)
  for (const piece of pieces)
    if (socket.writable && !socket.write(piece)) await Promise.race([comes('drain'), over])
  await over
  clearTimeout(timer)
  return Buffer.concat(heard)
}

/** The types of the PDUs that were answered, with the status of each response. */
export function typesOf(answer: Buffer): string[] {
  const types: string[] = []
  for (let at = 0; at + 6 <= answer.length; ) {
    const type = answer.readUInt8(at)
    const length = answer.readUInt32BE(at + 2)
    const status = answer.subarray(at, at + 6 + length).indexOf(Buffer.from([0, 0, 0, 9, 2, 0, 0, 0]))
    types.push(
      type === 4 && status >= 0 ? `4:${answer.readUInt16LE(at + status + 8).toString(16)}` : String(type),
    )
    at += 6 + length
  }
  return types
}
