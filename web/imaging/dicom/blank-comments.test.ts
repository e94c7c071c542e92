// @vitest-environment node
import { beforeAll, expect, it } from 'vitest'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { encodeJpeg } from '#tools/imaging/jpeg-encoder.ts'
import { encodeLossless } from '#tools/imaging/jpeg-lossless-encoder.ts'
import { serveWasm } from '#tools/imaging/serve-wasm.ts'
import { encodeJpeg2000, encodeJpegLs } from '#tools/imaging/wasm-encoders.ts'
import { blankComments } from './blank-comments.ts'
import { blankIdentity } from './blank-identity.ts'
import { readDicom } from './read-dicom.ts'

const [columns, rows] = [40, 24]
const samples = Uint8Array.from(
  { length: columns * rows },
  (_, at) => (at * 7 + Math.floor(at / columns) * 29) % 256,
)
const image = { columns, rows, bits: 8 }
const secret = 'SECRETO'
const text = new TextEncoder()

beforeAll(serveWasm)

/** A marker segment of JPEG and its relatives. */
function segment(marker: number, body: string): Uint8Array {
  const bytes = text.encode(body)
  return Uint8Array.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes])
}

const said = [
  segment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01${secret}`),
  segment(0xe0, `JFXX\0${secret}`),
  segment(0xe1, `Exif\0\0${secret}`),
  segment(0xe8, `SPIFF\0${secret}`),
  segment(0xed, `Photoshop 3.0\0${secret}`),
  // Fill bytes may stand before any marker.
  Uint8Array.of(0xff, 0xff),
  segment(0xfe, `Paciente: ${secret}`),
]
const colours = [segment(0xe2, 'ICC_PROFILE\0\x01\x01sRGB'), segment(0xee, 'Adobe\0\x64\0\0\0\0\0')]

function insert(stream: Uint8Array, at: number, parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from([
    ...stream.subarray(0, at),
    ...parts.flatMap((part) => [...part]),
    ...stream.subarray(at),
  ])
}

/** Comments in the head and between the scans, and words after the end. */
function talkative(stream: Uint8Array): Uint8Array {
  const scans = Buffer.from(stream)
  const second = scans.indexOf(Buffer.of(0xff, 0xda), scans.indexOf(Buffer.of(0xff, 0xda)) + 2)
  const between = second < 0 ? stream : insert(stream, second, [segment(0xfe, `${secret} otra vez`)])
  return even([...insert(between, 2, [...colours, ...said]), ...text.encode(secret)])
}

const even = (bytes: readonly number[]) => Uint8Array.from(bytes.length % 2 ? [...bytes, 0] : bytes)
const grey = (x: number, y: number) => samples[y * columns + x] ?? 0
const jpeg = (more: object) => encodeJpeg([grey], { columns, rows, precision: 8, ...more })
const color = encodeJpeg([grey, grey, grey], { columns, rows, precision: 8, separate: true })

/** A comment in the main header of JPEG 2000, behind the size; one in the header of its tile; words after the end. */
async function talkative2000(): Promise<Uint8Array> {
  const stream = await encodeJpeg2000(samples, image)
  const comment = Uint8Array.from([0xff, 0x64, 0, 2 + 2 + secret.length, 0, 1, ...text.encode(secret)])
  const view = new DataView(stream.buffer, stream.byteOffset)
  const head = insert(stream, 4 + view.getUint16(4), [comment])
  const tile = Buffer.from(head).indexOf(Buffer.of(0xff, 0x90))
  const both = insert(head, tile + 12, [comment])
  const lengths = new DataView(both.buffer)
  lengths.setUint32(tile + 6, lengths.getUint32(tile + 6) + comment.length)
  return even([...both, ...text.encode(secret)])
}

const ways: [
  string,
  'jpegBaseline' | 'jpegLosslessFirst' | 'jpegLs' | 'jpeg2000',
  () => Promise<Uint8Array>,
][] = [
  ['JPEG', 'jpegBaseline', async () => talkative(jpeg({}))],
  ['JPEG with restarts', 'jpegBaseline', async () => talkative(jpeg({ restart: 2 }))],
  [
    'lossless JPEG with restarts',
    'jpegLosslessFirst',
    async () => talkative(encodeLossless(samples, { columns, rows, precision: 8, restartLines: 1 })),
  ],
  ['JPEG-LS', 'jpegLs', async () => talkative(await encodeJpegLs(samples, image))],
  ['JPEG 2000', 'jpeg2000', talkative2000],
]
const elements = {
  ...imageElements({ columns, rows, allocated: 8 }),
  '00280301': ['CS', 'NO'],
} satisfies Parameters<typeof writeDicom>[0]['elements']

async function expectBlanked(file: Uint8Array, frames = 1) {
  expect(Buffer.from(file).includes(secret)).toBe(true)
  const { bytes } = await blankIdentity(file)
  expect(Buffer.from(bytes).includes(secret)).toBe(false)
  const [original, copy] = [await readDicom(file), await readDicom(bytes)]
  for (let frame = 0; frame < frames; frame++)
    expect(await copy.picture(frame)).toEqual(await original.picture(frame))
}

it.each(ways)('%s: no comment is left, and the picture is the same', async (_, syntax, make) => {
  await expectBlanked(writeDicom({ elements, syntax, frames: [[await make()]] }))
})

it.each(ways)('%s in pieces that cut a comment, two frames', async (_, syntax, make) => {
  const stream = await make()
  const middle = Buffer.from(stream).indexOf(secret) + 3
  const cut = middle + (middle % 2)
  const pieces = [stream.subarray(0, cut), stream.subarray(cut)]
  await expectBlanked(
    writeDicom({ elements: { ...elements, '00280008': ['IS', '2'] }, syntax, frames: [pieces, pieces] }),
    2,
  )
})

it('comments between the scans of a colour picture go as well', async () => {
  const colourful = imageElements({ columns, rows, allocated: 8, samples: 3, photometric: 'YBR_FULL' })
  const file = writeDicom({ elements: colourful, syntax: 'jpegBaseline', frames: [[talkative(color)]] })
  await expectBlanked(file)
})

it('what says how colours are shown stays', () => {
  const stream = talkative(jpeg({}))
  blankComments(stream)
  for (const word of ['ICC_PROFILE', 'Adobe', 'JFIF']) expect(Buffer.from(stream).includes(word)).toBe(true)
})

it.each([
  ['nothing', []],
  ['no stream', [1, 2, 3, 4]],
  ['a segment that leads beyond the end', [0xff, 0xd8, 0xff, 0xfe, 0xff, 0xff, 1, 2]],
  ['no marker where one must be', [0xff, 0xd8, 0xff, 0xfe, 0, 3, 1, 7, 7, 7]],
  ['a codestream without its head', [0xff, 0x4f, 0, 0, 0, 0]],
])('what cannot be followed is refused: %s', (_, bytes) => {
  expect(() => blankComments(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ problem: 'corrupt' }))
})
