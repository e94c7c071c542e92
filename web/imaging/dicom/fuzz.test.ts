// @vitest-environment node
import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { type DicomFile, imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { encodeJpeg } from '#tools/imaging/jpeg-encoder.ts'
import { encodeLossless } from '#tools/imaging/jpeg-lossless-encoder.ts'
import { encodeRle } from '#tools/imaging/rle-encoder.ts'
import { serveWasm } from '#tools/imaging/serve-wasm.ts'
import { encodeJpeg2000, encodeJpegLs } from '#tools/imaging/wasm-encoders.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { blankIdentity } from './blank-identity.ts'
import { readDicom, readHeader } from './read-dicom.ts'

const columns = 24
const rows = 20
const pixels = Uint16Array.from({ length: columns * rows }, (_, at) => (at * 37) % 4096)
const bytes = Uint8Array.from(pixels, (value) => value >> 4)
const elements: Item = {
  ...imageElements({ columns, rows, stored: 12 }),
  '00080005': ['CS', 'ISO 2022 IR 100', 'ISO 2022 IR 87'],
  '00100010': ['PN', 'Prueba^Lucía'],
  '00280120': ['US', 0],
  '00281050': ['DS', '40'],
  '00281051': ['DS', '400'],
  '00283010': ['SQ', { '00283002': ['US', 4, 0, 16], '00283006': ['US', 1, 2, 3, 4] }],
  '52009229': ['SQ', { '00289110': ['SQ', { '00280030': ['DS', '0.2', '0.3'] }] }],
  '52009230': ['SQ', { '00209113': ['SQ', { '00200032': ['DS', '1', '2', '3'] }] }],
}
const table: Item[string] = [
  'OW',
  new Uint8Array(Uint16Array.of(0, 2, 100, 200, 1, 200, 60000, 2, 1, 0, 0).buffer),
]
const palette: Item = {
  ...imageElements({ columns, rows, allocated: 8, photometric: 'PALETTE COLOR' }),
  ...Object.fromEntries(['00281101', '00281102', '00281103'].map((name) => [name, ['US', 256, 0, 16]])),
  ...Object.fromEntries(['00281221', '00281222', '00281223'].map((name) => [name, table])),
}

async function files(): Promise<Record<string, DicomFile>> {
  const image = { columns, rows, precision: 12 } as const
  return {
    explicit: { elements, pixels },
    implicit: { elements, pixels, syntax: 'implicit', lengths: 'undefined' },
    'big endian': { elements, pixels, syntax: 'bigEndian' },
    deflated: { elements, pixels, syntax: 'deflated' },
    palette: { elements: palette, pixels: bytes },
    RLE: { elements, syntax: 'rle', frames: [[encodeRle(pixels)]] },
    'lossless JPEG': { elements, syntax: 'jpegLossless', frames: [[encodeLossless(pixels, image)]] },
    JPEG: {
      elements,
      syntax: 'jpegExtended',
      frames: [[encodeJpeg([(x, y) => pixels[y * columns + x] ?? 0], image)]],
    },
    'JPEG-LS': { elements, syntax: 'jpegLs', frames: [[await encodeJpegLs(pixels, { ...image, bits: 12 })]] },
    'JPEG 2000': {
      elements,
      syntax: 'jpeg2000',
      frames: [[await encodeJpeg2000(pixels, { ...image, bits: 12 })]],
    },
  }
}

/** The same numbers every time (a linear congruential generator). */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Everything that is done with a file; the result is pictures or an ImagingError. */
async function attempt(file: Uint8Array): Promise<string> {
  const outcomes = await Promise.allSettled([
    readHeader(file),
    blankIdentity(file),
    readDicom(file).then((dicom) => Promise.all([dicom.picture(0), dicom.placement(0), dicom.spacing(0)])),
  ])
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof ImagingError)) throw outcome.reason
  }
  const [, , shown] = outcomes
  return shown.status === 'rejected' ? shown.reason.problem : 'picture'
}

beforeAll(serveWasm)

describe('a damaged file is a picture or a named problem, never anything else', () => {
  it('cut at every 97th byte', async () => {
    for (const [name, file] of Object.entries(await files())) {
      const whole = writeDicom(file)
      expect(await attempt(whole), name).toBe('picture')
      const seen = new Set<string>()
      for (let end = 0; end < whole.length - 1; end += 97) seen.add(await attempt(whole.subarray(0, end)))
      expect([...seen], name).not.toContain('cancelled')
      expect([...seen], name).toContain('truncated')
    }
  }, 60_000)

  it('with bytes that flipped', async () => {
    for (const [name, file] of Object.entries(await files())) {
      const whole = writeDicom(file)
      const next = random(20261121)
      for (let round = 0; round < 100; round++) {
        const damaged = whole.slice()
        for (let flips = 1 + next(4); flips > 0; flips--) damaged[next(damaged.length)] = next(256)
        expect(await attempt(damaged), `${name} ${round}`).toBeTypeOf('string')
      }
    }
  }, 120_000)

  it('whose streams alone are damaged', async () => {
    for (const [name, file] of Object.entries(await files())) {
      const stream = file.frames?.[0]?.[0]
      if (!stream) continue
      const next = random(7)
      for (let round = 0; round < 100; round++) {
        const damaged = stream.slice()
        for (let flips = 1 + next(3); flips > 0; flips--) damaged[next(damaged.length)] = next(256)
        expect(await attempt(writeDicom({ ...file, frames: [[damaged]] })), `${name} ${round}`).toBeTypeOf(
          'string',
        )
      }
    }
  }, 120_000)

  it('sequences in sequences without end', async () => {
    const open = Uint8Array.of(
      0x08,
      0,
      0x40,
      0x11,
      0x53,
      0x51,
      0,
      0,
      255,
      255,
      255,
      255,
      0xfe,
      0xff,
      0,
      0xe0,
      255,
      255,
      255,
      255,
    )
    const nested = new Uint8Array(open.length * 20_000)
    for (let at = 0; at < nested.length; at += open.length) nested.set(open, at)
    const head = writeDicom({ elements: { '00080016': ['UI', '1.2'] } })
    const file = new Uint8Array([...head, ...nested])
    expect(await attempt(file)).not.toBe('picture')
  })

  it('small files that inflate to more than a machine holds', async () => {
    const head = writeDicom({ elements: {}, syntax: 'deflated' })
    const bomb = deflateRawSync(new Uint8Array(70 * 2 ** 20))
    const file = new Uint8Array([...head.subarray(0, head.length - 2), ...bomb])
    await expect(readDicom(file)).rejects.toMatchObject({ problem: 'too_large' })
  }, 60_000)
})
