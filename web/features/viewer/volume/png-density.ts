import { crc32 } from '#web/imaging/crc32.ts'

/** After the signature (8 bytes) and the first chunk, IHDR, which has 25. */
const afterHeader = 33

/** A PNG with a chunk pHYs: `perMetre` pixels on both sides (PNG 11.3.4.3). `png` is one without it, as a canvas writes it. */
export function withDensity(png: Uint8Array<ArrayBuffer>, perMetre: number): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(21)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, 9)
  chunk.set(new TextEncoder().encode('pHYs'), 4)
  view.setUint32(8, perMetre)
  view.setUint32(12, perMetre)
  // The unit is the metre.
  chunk[16] = 1
  view.setUint32(17, crc32(chunk.subarray(4, 17)))
  const whole = new Uint8Array(png.length + chunk.length)
  whole.set(png.subarray(0, afterHeader))
  whole.set(chunk, afterHeader)
  whole.set(png.subarray(afterHeader), afterHeader + chunk.length)
  return whole
}
