// @vitest-environment node
import { Decoder } from 'jpeg-lossless-decoder-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DicomFile, imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { encodeJpeg, type JpegOptions } from '#tools/imaging/jpeg-encoder.ts'
import { encodeLossless, type LosslessOptions } from '#tools/imaging/jpeg-lossless-encoder.ts'
import { encodeRle } from '#tools/imaging/rle-encoder.ts'
import { serveWasm } from '#tools/imaging/serve-wasm.ts'
import { encodeJpeg2000, encodeJpegLs } from '#tools/imaging/wasm-encoders.ts'
import { readDicom } from '#web/imaging/dicom/read-dicom.ts'
import type { Picture } from '#web/imaging/types.ts'

const columns = 37
const rows = 29
const count = columns * rows
/** Smooth with some noise, over all of `bits`, the same every time. */
const value = (at: number, bits: number) =>
  Math.floor(
    ((Math.sin(at / 40) + 1) / 2) * (2 ** bits - 1) * 0.9 + ((at * 7919) % 97) * 2 ** Math.max(0, bits - 11),
  ) %
  2 ** bits
const greys = (bits: number) => {
  const values = Array.from({ length: count }, (_, at) => value(at, bits))
  return bits > 8 ? Uint16Array.from(values) : Uint8Array.from(values)
}
const withSign = (bits: number) => Int16Array.from(greys(bits), (v) => v - 2 ** (bits - 1))
const colors = Uint8Array.from({ length: count * 3 }, (_, at) => value(at, 8))
const rgba = (samples: Uint8Array) =>
  Array.from({ length: count }, (_, at) => [...samples.subarray(at * 3, at * 3 + 3), 255]).flat()

beforeAll(serveWasm)

async function picture(file: DicomFile, frame = 0): Promise<Picture> {
  return (await readDicom(writeDicom(file))).picture(frame)
}

function compressed(
  stream: Uint8Array,
  syntax: DicomFile['syntax'],
  image: Partial<Parameters<typeof imageElements>[0]>,
): DicomFile {
  return { elements: imageElements({ columns, rows, ...image }), frames: [[stream]], syntax }
}

describe('RLE', () => {
  it.each([
    ['8 bits', greys(8), {}],
    ['16 bits', greys(16), {}],
    ['16 bits with sign', withSign(16), { signed: true }],
    ['12 bits', greys(12), { stored: 12 }],
  ])('%s', async (_, pixels, image) => {
    const allocated = pixels.BYTES_PER_ELEMENT * 8
    expect((await picture(compressed(encodeRle(pixels), 'rle', { allocated, ...image }))).pixels).toEqual(
      pixels,
    )
  })

  it('colours', async () => {
    const file = compressed(encodeRle(colors, 3), 'rle', { allocated: 8, samples: 3 })
    expect([...(await picture(file)).pixels]).toEqual(rgba(colors))
  })
})

describe('lossless JPEG', () => {
  const lossless = (options: Partial<LosslessOptions> & { precision: number }) =>
    encodeLossless(greys(options.precision), { columns, rows, ...options })

  it.each([1, 2, 3, 4, 5, 6, 7])('predictor %i, with and without restarts', async (predictor) => {
    for (const restartLines of [0, 4]) {
      const stream = lossless({ precision: 12, predictor, restartLines })
      const { pixels } = await picture(compressed(stream, 'jpegLossless', { stored: 12 }))
      expect(pixels).toEqual(greys(12))
    }
  })

  it.each([2, 7, 8, 9, 10, 12, 15, 16])('%i bits, as another decoder reads them', async (precision) => {
    const stream = lossless({ precision })
    const allocated = precision > 8 ? 16 : 8
    const { pixels } = await picture(
      compressed(stream, 'jpegLosslessFirst', { allocated, stored: precision }),
    )
    expect(pixels).toEqual(greys(precision))
    const other = new Decoder().decode(stream.slice().buffer, 0, stream.length, allocated / 8)
    expect(other).toEqual(pixels)
  })

  it.each([12, 16])('%i bits with sign', async (bits) => {
    const stored = Uint16Array.from(withSign(bits), (v) => v & (2 ** bits - 1))
    const stream = encodeLossless(stored, { columns, rows, precision: bits })
    const { pixels } = await picture(compressed(stream, 'jpegLosslessFirst', { stored: bits, signed: true }))
    expect(pixels).toEqual(withSign(bits))
  })

  it('differences of half the range', async () => {
    const jumps = Uint16Array.from({ length: count }, (_, at) => (at % 2) * 32768 + (at % 3))
    const stream = encodeLossless(jumps, { columns, rows, precision: 16 })
    expect((await picture(compressed(stream, 'jpegLosslessFirst', {}))).pixels).toEqual(jumps)
  })

  it('colours in one scan and in three', async () => {
    for (const separate of [false, true]) {
      const stream = encodeLossless(colors, { columns, rows, precision: 8, components: 3, separate })
      const file = compressed(stream, 'jpegLossless', { allocated: 8, samples: 3 })
      expect([...(await picture(file)).pixels]).toEqual(rgba(colors))
    }
  })

  it('a point transform', async () => {
    const even = Uint16Array.from(greys(12), (v) => v & ~3)
    const stream = encodeLossless(even, { columns, rows, precision: 12, shift: 2, predictor: 4 })
    expect((await picture(compressed(stream, 'jpegLossless', { stored: 12 }))).pixels).toEqual(even)
  })
})

describe('JPEG with cosines', () => {
  /** The most that rounding of the coefficients and of the result changes. */
  const near = (pixels: ArrayLike<number>, expected: ArrayLike<number>, most: number) => {
    let worst = 0
    for (let at = 0; at < expected.length; at++)
      worst = Math.max(worst, Math.abs((pixels[at] ?? 0) - (expected[at] ?? 0)))
    expect(pixels.length).toBe(expected.length)
    expect(worst).toBeLessThanOrEqual(most)
  }
  const plane = (bits: number) => (x: number, y: number) => value(y * columns + x, bits)

  it.each([8, 12] as const)('%i bits, with and without restarts', async (precision) => {
    for (const restart of [0, 3]) {
      const stream = encodeJpeg([plane(precision)], { columns, rows, precision, restart })
      const syntax = precision === 8 ? 'jpegBaseline' : 'jpegExtended'
      const allocated = precision === 8 ? 8 : 16
      const { pixels } = await picture(compressed(stream, syntax, { allocated, stored: precision }))
      near(pixels, greys(precision), 2)
    }
  })

  const flat = (x: number, y: number) => 60 + Math.floor(x / 16) * 40 + Math.floor(y / 16) * 30
  const samplings: [string, Partial<JpegOptions>][] = [
    ['all alike', {}],
    ['a scan each', { separate: true }],
    [
      'half across',
      {
        sampling: [
          [2, 1],
          [1, 1],
          [1, 1],
        ],
      },
    ],
    [
      'half across and down',
      {
        sampling: [
          [2, 2],
          [1, 1],
          [1, 1],
        ],
        restart: 2,
      },
    ],
    [
      'half across, a scan each',
      {
        sampling: [
          [2, 1],
          [1, 1],
          [1, 1],
        ],
        separate: true,
      },
    ],
  ]
  it.each(samplings)('colours, %s', async (_, options) => {
    const planes = [
      flat,
      (x: number, y: number) => 200 - flat(x, y) / 2,
      (x: number, y: number) => flat(y, x),
    ]
    const stream = encodeJpeg(planes, { columns, rows, precision: 8, ...options })
    const image = { allocated: 8, samples: 3, photometric: 'YBR_FULL_422' }
    const expected = Array.from({ length: count }, (_, at) => {
      const [y = 0, cb = 0, cr = 0] = planes.map((sample) => sample(at % columns, Math.floor(at / columns)))
      const parts = [
        y + 1.402 * (cr - 128),
        y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128),
        y + 1.772 * (cb - 128),
        255,
      ]
      return parts.map((part) => Math.min(255, Math.max(0, part)))
    }).flat()
    near((await picture(compressed(stream, 'jpegBaseline', image))).pixels, expected, 3)
  })

  it('RGB stays as it is where the file says RGB', async () => {
    const planes = [
      flat,
      (x: number, y: number) => 200 - flat(x, y) / 2,
      (x: number, y: number) => flat(y, x),
    ]
    const stream = encodeJpeg(planes, { columns, rows, precision: 8 })
    const expected = Array.from({ length: count }, (_, at) => [
      ...planes.map((sample) => sample(at % columns, Math.floor(at / columns))),
      255,
    ])
    near(
      (await picture(compressed(stream, 'jpegBaseline', { allocated: 8, samples: 3 }))).pixels,
      expected.flat(),
      2,
    )
  })

  it('progressive ones are named as what cannot be read', async () => {
    const stream = encodeJpeg([plane(8)], { columns, rows, precision: 8, progressive: true })
    const file = compressed(stream, 'jpegBaseline', { allocated: 8 })
    await expect(picture(file)).rejects.toMatchObject({ problem: 'unsupported_compression' })
  })
})

describe('JPEG-LS and JPEG 2000', () => {
  const codecs = [
    ['jpegLs', encodeJpegLs],
    ['jpeg2000', encodeJpeg2000],
  ] as const
  for (const [syntax, encode] of codecs) {
    it.each([
      ['8 bits', greys(8), 8, false],
      ['10 bits', greys(10), 10, false],
      ['16 bits', greys(16), 16, false],
      ['16 bits with sign', withSign(16), 16, true],
      ['12 bits with sign', withSign(12), 12, true],
    ] as const)(`${syntax}, %s`, async (_, pixels, stored, signed) => {
      const stream = await encode(pixels, { columns, rows, bits: stored, signed })
      const allocated = pixels.BYTES_PER_ELEMENT * 8
      expect((await picture(compressed(stream, syntax, { allocated, stored, signed }))).pixels).toEqual(
        pixels,
      )
    })

    it(`${syntax}, colours`, async () => {
      const stream = await encode(colors, { columns, rows, bits: 8, components: 3 })
      const photometric = syntax === 'jpeg2000' ? 'YBR_RCT' : 'RGB'
      const file = compressed(stream, syntax, { allocated: 8, samples: 3, photometric })
      expect([...(await picture(file)).pixels]).toEqual(rgba(colors))
    })
  }
})

describe('frames and fragments', () => {
  const frames = [0, 1, 2].map((frame) => Uint16Array.from(greys(16), (v) => v ^ frame))
  const cut = (stream: Uint8Array) => [stream.slice(0, 100), stream.slice(100, 102), stream.slice(102)]
  const elements = imageElements({ columns, rows, frames: 3 })
  const encoders = {
    rle: encodeRle,
    jpegLosslessFirst: (pixels: Uint16Array) => encodeLossless(pixels, { columns, rows, precision: 16 }),
  }

  it.each(['basic', 'extended', 'none'] as const)('one fragment a frame, offsets: %s', async (offsets) => {
    for (const syntax of ['rle', 'jpegLosslessFirst'] as const) {
      const dicom = await readDicom(
        writeDicom({ elements, syntax, offsets, frames: frames.map((frame) => [encoders[syntax](frame)]) }),
      )
      for (const at of [2, 0, 1]) expect((await dicom.picture(at)).pixels).toEqual(frames[at])
    }
  })

  it.each(['basic', 'extended'] as const)('several fragments a frame, offsets: %s', async (offsets) => {
    for (const syntax of ['rle', 'jpegLosslessFirst'] as const) {
      const dicom = await readDicom(
        writeDicom({
          elements,
          syntax,
          offsets,
          frames: frames.map((frame) => cut(encoders[syntax](frame))),
        }),
      )
      for (const at of [2, 0, 1]) expect((await dicom.picture(at)).pixels).toEqual(frames[at])
    }
  })

  it('several fragments a frame without offsets: a stream begins a frame', async () => {
    const file = writeDicom({
      elements,
      syntax: 'jpegLosslessFirst',
      offsets: 'none',
      frames: frames.map((frame) => cut(encoders.jpegLosslessFirst(frame))),
    })
    expect((await (await readDicom(file)).picture(1)).pixels).toEqual(frames[1])
  })

  it('one frame in many fragments, of a syntax that the file does not state', async () => {
    const stream = encodeLossless(greys(16), { columns, rows, precision: 16 })
    const file: DicomFile = { ...compressed(stream, 'explicit', {}), frames: [cut(stream)] }
    expect((await picture(file)).pixels).toEqual(greys(16))
  })

  it.each([
    ['truncated', { frames: frames.slice(0, 2).map((frame) => [encodeRle(frame)]) }],
    [
      'unsupported_compression',
      { frames: [[new Uint8Array(50)], [new Uint8Array(50)], [new Uint8Array(50)]], syntax: 'explicit' },
    ],
  ] satisfies [string, Partial<DicomFile>][])('%s', async (problem, file) => {
    await expect(readDicom(writeDicom({ elements, syntax: 'rle', ...file }))).rejects.toMatchObject({
      problem,
    })
  })
})

describe('a broken stream is a damaged file', () => {
  const streams = async (): Promise<[DicomFile['syntax'], Uint8Array][]> => [
    ['rle', encodeRle(greys(16))],
    ['jpegLosslessFirst', encodeLossless(greys(16), { columns, rows, precision: 16 })],
    ['jpegExtended', encodeJpeg([(x, y) => value(y * columns + x, 12)], { columns, rows, precision: 12 })],
    ['jpegLs', await encodeJpegLs(greys(16), { columns, rows, bits: 16 })],
    ['jpeg2000', await encodeJpeg2000(greys(16), { columns, rows, bits: 16 })],
  ]

  it('cut in half', async () => {
    for (const [syntax, stream] of await streams()) {
      const half = stream.slice(0, stream.length >> 1)
      await expect(picture(compressed(half, syntax, {})), syntax).rejects.toMatchObject({
        problem: 'corrupt',
      })
    }
  })

  it('cut within the last segment of RLE', async () => {
    const file = compressed(encodeRle(greys(16)).slice(0, -20), 'rle', {})
    await expect(picture(file)).rejects.toMatchObject({ problem: 'corrupt' })
  })

  it('of another size than the file says', async () => {
    for (const [syntax, stream] of await streams()) {
      if (syntax === 'rle') continue
      await expect(picture(compressed(stream, syntax, { rows: rows + 1 })), syntax).rejects.toMatchObject({
        problem: 'corrupt',
      })
    }
  })

  it('and the next one is decoded all the same', async () => {
    for (const [syntax, stream] of await streams()) {
      await picture(compressed(stream.slice(0, 60), syntax, {})).catch(() => {})
      const stored = syntax === 'jpegExtended' ? 12 : 16
      expect((await picture(compressed(stream, syntax, { stored }))).pixels.length, syntax).toBe(count)
    }
  })
})
