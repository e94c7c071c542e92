// @vitest-environment node
import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { withDensity } from './png-density.ts'

// One white pixel.
const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
    'base64',
  ),
)

it('a PNG says after its header how many pixels a metre has, in a chunk that readers accept', () => {
  const made = Buffer.from(withDensity(png, 10_000))
  expect(made.subarray(0, 33)).toEqual(Buffer.from(png.subarray(0, 33)))
  expect(made.readUInt32BE(33)).toBe(9)
  expect(made.toString('latin1', 37, 41)).toBe('pHYs')
  expect([made.readUInt32BE(41), made.readUInt32BE(45), made[49]]).toEqual([10_000, 10_000, 1])
  expect(made.readUInt32BE(50)).toBe(crc32(made.subarray(37, 50)))
  expect(made.subarray(54)).toEqual(Buffer.from(png.subarray(33)))
})
