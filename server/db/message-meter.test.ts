import { expect, it } from 'vitest'
import { createMeter } from './message-meter.ts'

function message(length: number): Buffer {
  const bytes = Buffer.alloc(1 + length, 'x')
  bytes.writeUInt32BE(length, 1)
  return bytes
}

it.each([1, 2, 3, 7, 1000])(
  'a message that is too long is seen by its header, in pieces of %i bytes',
  (size) => {
    const stream = Buffer.concat([message(4), message(100), message(5), message(101)])
    const isLonger = createMeter(100)
    let at = 0
    while (at < stream.length && !isLonger(stream.subarray(at, at + size))) at += size
    // The last message starts after 5, 101 and 6 bytes; its length ends with its fifth byte.
    expect(at).toBe(Math.floor((5 + 101 + 6 + 4) / size) * size)
  },
)
