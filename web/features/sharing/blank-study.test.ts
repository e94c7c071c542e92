import {
  BlobReader,
  BlobWriter,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-custom.js'
import { expect, it } from 'vitest'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { blankStudy } from './blank-study.ts'

const pixels = Uint8Array.from({ length: 12 }, (_, at) => at * 17)
const film = (extra: Parameters<typeof writeDicom>[0]['elements'] = {}) =>
  writeDicom({
    pixels,
    elements: {
      ...imageElements({ columns: 4, rows: 3, allocated: 8 }),
      '00080060': ['CS', 'CT'],
      '00100010': ['PN', 'PRUEBA^ANA'],
      '00100020': ['LO', 'EXP-1'],
      ...extra,
    },
  })
const pdf = new TextEncoder().encode('%PDF-1.7 Ana Prueba')
const options = { useWebWorkers: false }

const text = new TextEncoder().encode('Ana Prueba'.repeat(50))
const directory = writeDicom({
  elements: { '00080016': ['UI', '1.2.840.10008.1.3.10'], '00100010': ['PN', 'PRUEBA^ANA'] },
})

async function archive(files: Record<string, Uint8Array>): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), options)
  for (const [name, bytes] of Object.entries(files)) await writer.add(name, new Uint8ArrayReader(bytes))
  return writer.close()
}
async function unpacked(blob: Blob) {
  const entries = await new ZipReader(new BlobReader(blob), options).getEntries()
  const files: Record<string, Uint8Array> = {}
  for (const entry of entries)
    if (!entry.directory) files[entry.filename] = await entry.getData(new Uint8ArrayWriter())
  return { files, dates: entries.map(({ lastModDate }) => lastModDate.getFullYear()) }
}
const blank = (blob: Blob, parts: number[] = [], signal = new AbortController().signal) =>
  blankStudy(blob, { onProgress: (part) => parts.push(part), signal })
const has = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text)

it('blanks a single file', async () => {
  const original = film()
  const { file, burnedIn } = await blank(new Blob([original]))
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect([file.name, burnedIn]).toEqual(['sin-datos.dcm', 'no'])
  expect(has(bytes, 'PRUEBA') || has(bytes, 'EXP-1')).toBe(false)
  expect(Buffer.from(bytes).includes(Buffer.from(pixels))).toBe(true)
  expect(has(original, 'PRUEBA')).toBe(true)
})

it('blanks every file of an archive, and its names', async () => {
  const parts: number[] = []
  const { file } = await blank(
    await archive({
      'ANA PRUEBA/CT.1.dcm': film(),
      'ANA PRUEBA/CT.2.dcm': film(),
      'ANA PRUEBA/DICOMDIR': directory,
      'ANA PRUEBA/LEEME.txt': text,
    }),
    parts,
  )
  const { files, dates } = await unpacked(file)
  expect(file.name).toBe('sin-datos.zip')
  expect(Object.keys(files)).toEqual(['imagen-0001.dcm', 'imagen-0002.dcm'])
  for (const bytes of Object.values(files)) {
    expect(has(bytes, 'PRUEBA')).toBe(false)
    expect(Buffer.from(bytes).includes(Buffer.from(pixels))).toBe(true)
  }
  expect(has(new Uint8Array(await file.arrayBuffer()), 'ANA')).toBe(false)
  expect(dates).toEqual([2000, 2000])
  expect(parts).toEqual([0.5, 1])
})

it('blanks slices that are called as a machine calls its settings', async () => {
  const { file } = await blank(await archive({ 'CT.1.dat': film(), 'CT.2.dat': film(), 'visor.dat': text }))
  const { files } = await unpacked(file)
  expect(Object.keys(files)).toEqual(['imagen-0001.dcm', 'imagen-0002.dcm'])
  for (const bytes of Object.values(files)) expect(has(bytes, 'PRUEBA')).toBe(false)
})

it.each([
  ['YES', 'CT', 'yes'],
  ['NO', 'PX', 'no'],
] as const)('says whether names may be drawn in: %s in %s', async (stated, modality, burnedIn) => {
  const file = film({ '00280301': ['CS', stated], '00080060': ['CS', modality] })
  expect(
    (await blank(await archive({ 'a.dcm': film({ '00280301': ['CS', 'NO'] }), 'b.dcm': file }))).burnedIn,
  ).toBe(burnedIn)
})

it.each([
  ['a PDF', async () => new Blob([pdf]), 'De este archivo no se pueden quitar los datos'],
  ['a PDF in an archive', async () => archive({ 'a.dcm': film(), 'informe.pdf': pdf }), 'De «informe.pdf»'],
  [
    'a photo in an archive',
    async () => archive({ 'foto.png': new Uint8Array([0x89, 80, 78, 71, 13, 10, 26, 10, 1]) }),
    'De «foto.png»',
  ],
  [
    'an archive in an archive',
    async () =>
      archive({ 'b.zip': new Uint8Array(await (await archive({ 'a.dcm': film() })).arrayBuffer()) }),
    'De «b.zip»',
  ],
  ['a text with the ending of an image', async () => archive({ 'a.dcm': text }), 'De «a.dcm»'],
  ['an archive of nothing', async () => archive({ 'leeme.txt': text }), 'no hay imágenes'],
  ['a PDF that is called a text', async () => archive({ 'leeme.txt': pdf }), 'De «leeme.txt»'],
  ['half an image', async () => archive({ 'a.dcm': film().slice(0, -6) }), 'está dañada'],
])('refuses %s', async (_what, blob, words) => {
  await expect(blank(await blob())).rejects.toMatchObject({
    code: 'share_study',
    reason: 'invalid',
    detail: expect.stringContaining(words),
  })
})

it('stops when it is told to', async () => {
  const controller = new AbortController()
  controller.abort()
  await expect(blank(await archive({ 'a.dcm': film() }), [], controller.signal)).rejects.toMatchObject({
    reason: 'cancelled',
  })
})
