import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { syntax } from '#domain/transfer-syntax.ts'
import { type DicomFile, imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { readFileHead } from './part10.ts'
import { isWhole } from './whole.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-whole-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const elements = {
  ...imageElements({ columns: 4, rows: 4 }),
  '00081140': ['SQ', { '00081150': ['UI', '1.2'], '00082218': ['SQ', { '00080104': ['LO', 'X'] }] }],
} satisfies DicomFile['elements']
const pixels = new Uint16Array(16)
const frames = [[new Uint8Array(10)], [new Uint8Array(6), new Uint8Array(8)]]

async function whole(bytes: Uint8Array) {
  const path = join(folder, 'a.dcm')
  await writeFile(path, bytes)
  const file = await open(path)
  const { start = 0, transferSyntax = syntax.explicit } = readFileHead(Buffer.from(bytes)) ?? {}
  return isWhole(file, bytes.length, start, transferSyntax).finally(() => file.close())
}

it.each<[string, Partial<DicomFile>]>([
  ['explicit', { pixels }],
  ['implicit', { pixels, syntax: 'implicit' }],
  ['big endian', { pixels, syntax: 'bigEndian' }],
  ['with delimiters', { pixels, lengths: 'undefined' }],
  ['implicit with delimiters', { pixels, syntax: 'implicit', lengths: 'undefined' }],
  ['in fragments', { frames, syntax: 'jpegBaseline' }],
])('a data set, %s, is whole or cut off', async (_what, file) => {
  const bytes = writeDicom({ elements, ...file })
  expect(await whole(bytes)).toBe(true)
  expect(await whole(writeDicom({ elements, ...file, after: new Uint8Array(20) }))).toBe(true)
  for (const left of [bytes.length - 1, bytes.length - 9, bytes.length - 20])
    expect([left, await whole(bytes.subarray(0, left))]).toEqual([left, false])
})

it('sequences without an end are none', async () => {
  const item = Buffer.from('feff00e0ffffffff', 'hex')
  expect(
    await whole(Buffer.concat([Buffer.from('080040115351000000000000', 'hex'), ...Array(99).fill(item)])),
  ).toBe(false)
})
