import type { ColorPicture, PixelSpacing } from '#web/imaging/types.ts'
import type { PixelFormat } from './pixel-format.ts'
import type { Values } from './stored-values.ts'

/** How three samples become red, green and blue. */
export type ColorSpace = 'rgb' | 'ybr'

/** The order of samples: pixel by pixel, colour by colour, or two brightnesses and the blue and red that they share. */
export type SampleOrder = 'pixels' | 'planes' | 'shared'

/** Samples of colours, of 8 or 16 bits, as RGBA. */
export function colorPicture(
  format: Pick<PixelFormat, 'columns' | 'rows' | 'stored'>,
  values: Values,
  order: SampleOrder,
  space: ColorSpace,
  spacing: PixelSpacing | undefined,
): ColorPicture {
  const { columns, rows, stored } = format
  const count = columns * rows
  const samples = order === 'shared' ? spread422(values, count) : values
  const [step, next] = order === 'planes' ? [1, count] : [3, 1]
  const down = Math.max(0, stored - 8)
  const pixels = new Uint8ClampedArray(count * 4)
  for (let at = 0; at < count; at++) {
    const from = at * step
    const a = (samples[from] ?? 0) >>> down
    const b = (samples[from + next] ?? 0) >>> down
    const c = (samples[from + 2 * next] ?? 0) >>> down
    const to = at * 4
    if (space === 'ybr') putYbr(pixels, to, a, b, c)
    else {
      pixels[to] = a
      pixels[to + 1] = b
      pixels[to + 2] = c
    }
    pixels[to + 3] = 255
  }
  return { kind: 'color', columns, rows, pixels, ...(spacing && { spacing }) }
}

/** YBR_FULL to RGB (PS3.3 C.7.6.3.1.2); the array rounds and clamps. */
function putYbr(pixels: Uint8ClampedArray, at: number, y: number, blue: number, red: number): void {
  pixels[at] = y + 1.402 * (red - 128)
  pixels[at + 1] = y - 0.344136 * (blue - 128) - 0.714136 * (red - 128)
  pixels[at + 2] = y + 1.772 * (blue - 128)
}

/** YBR_FULL_422 without compression: two brightnesses, then the blue and red that they share; every pixel gets its own three. */
function spread422(samples: Values, count: number): Uint8Array {
  const all = new Uint8Array(count * 3)
  for (let at = 0; at < count; at++) {
    const pair = (at >> 1) * 4
    all[at * 3] = samples[pair + (at & 1)] ?? 0
    all[at * 3 + 1] = samples[pair + 2] ?? 0
    all[at * 3 + 2] = samples[pair + 3] ?? 0
  }
  return all
}
