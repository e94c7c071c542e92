// @vitest-environment node
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inflate } from './inflate.ts'

/** As browsers have it, and Node has not: what follows the end of the stream is an error, which drops what its chunk gave. */
function strict(): TransformStream<Uint8Array, Uint8Array> {
  let packed = Buffer.alloc(0)
  let given = 0
  return new TransformStream({
    transform(chunk, controller) {
      packed = Buffer.concat([packed, chunk])
      const found: unknown = inflateRawSync(packed, { info: true, finishFlush: 2 })
      const { buffer, engine } = found as { buffer: Buffer; engine: { bytesWritten: number } }
      if (engine.bytesWritten < packed.length) throw new TypeError('Junk found after end of compressed data.')
      if (buffer.length > given) controller.enqueue(new Uint8Array(buffer.subarray(given)))
      given = buffer.length
    },
  })
}

beforeEach(() => void vi.stubGlobal('DecompressionStream', vi.fn(strict)))
afterEach(() => void vi.unstubAllGlobals())

const plain = Uint8Array.from({ length: 3000 }, (_, at) => (at * at) % 251)
const packed = new Uint8Array(deflateRawSync(plain))
const followedBy = (...tail: number[]) => Uint8Array.from([...packed, ...tail])

it.each<[string, Uint8Array<ArrayBuffer>]>([
  ['nothing behind its end', packed],
  ['a byte of padding', followedBy(0)],
  ['two bytes of padding', followedBy(0, 0)],
  ['a checksum', followedBy(1, 2, 3, 4)],
  ['the rest of a sector', followedBy(...new Uint8Array(4096))],
  ['more than is read at once', followedBy(...new Uint8Array(70_000).fill(7))],
])('all of a stream with %s', async (_, bytes) => {
  expect(await inflate(bytes)).toEqual(plain)
})

it('what came before a cut', async () => {
  const found = await inflate(packed.subarray(0, packed.length - 40))
  expect(found.length).toBeGreaterThan(0)
  expect(found).toEqual(plain.subarray(0, found.length))
})
