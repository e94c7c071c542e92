// @vitest-environment node
import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { exportedSlices } from '#tools/imaging/exporters.ts'
import type { Raster } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, type NamedFile, sliceFile } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { sortFiles } from '#web/imaging/archive.ts'
import { readIndex, type StudyIndex, writeIndex } from '#web/imaging/preview/index-format.ts'
import { indexedParts } from '#web/imaging/remote/indexed-parts.ts'
import { rangedBlob } from '#web/imaging/source.ts'
import { indexOfFile } from './index-of-file.ts'
import { pack } from './pack.ts'

// Thousands of files and frames, on machines that do other things besides.
const raster: Raster = { columns: 24, rows: 20, mmAcross: 2, mmDown: 2 }
const uidOf = (at: number) => `1.2.826.0.1.${at}`
/** Slices whose names run against their places. */
const slices = (count: number, more = raster): NamedFile[] =>
  axialSlices(evenHeights(count, 0.5)).map((slice, at) => ({
    name: `LUCIA PRUEBA/${String(count - at).padStart(4, '0')}.dcm`,
    bytes: sliceFile(new Int16Array(more.columns * more.rows).fill(at), slice, more, at, '1', {
      '00080018': ['UI', uidOf(at)],
      '00100010': ['PN', 'PRUEBA^LUCIA'],
      '00081030': ['LO', 'Estudio secreto'],
    }),
  }))
const keyOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

async function indexOf(file: Blob, chosen: { name: string; blob: Blob }[] = [{ name: 'a', blob: file }]) {
  const made = await indexOfFile(file, (await sortFiles(chosen)).parts)
  return made && { text: await made.text(), index: readIndex(await made.text()) }
}

/** What the index says of each picture of its first part, read from the file. */
async function bytesAt(file: Blob, { parts: [part] }: StudyIndex): Promise<Buffer[]> {
  const bytes = Buffer.from(await file.arrayBuffer())
  return (part?.pictures ?? []).map(({ offset, packed, method }) => {
    const piece = bytes.subarray(offset, offset + packed)
    return method === 8 ? inflateRawSync(piece) : piece
  })
}

describe('the index of an archive', () => {
  it('says where each slice lies, from the feet up, with its place and key', async () => {
    const files = slices(12)
    const zip = await zipOf(files)
    const made = await indexOf(zip)
    if (!made) throw new Error('It has one')
    const [part, ...others] = made.index.parts
    expect([made.index.bytes, made.index.etag, others]).toEqual([zip.size, null, []])
    expect(part).toMatchObject({
      id: '1',
      kind: 'volume',
      modality: 'CT',
      columns: 24,
      rows: 20,
      directions: { row: [1, 0, 0], column: [0, 1, 0] },
      head: null,
    })
    expect(part?.pictures.map(({ position, frame, key }) => [position, frame, key])).toEqual(
      files.map((_, at) => [[0, 0, at * 0.5], 0, `d:${keyOf(uidOf(at))}`]),
    )
    const found = await bytesAt(zip, made.index)
    expect(found.map((bytes, at) => bytes.equals(files[at]?.bytes ?? new Uint8Array()))).not.toContain(false)
  })

  it('says what was assumed of their places', async () => {
    const files = exportedSlices(12, () => ({ elements: { '00200032': null, '00200037': null } }))
    const zip = await zipOf(files)
    const made = await indexOf(zip)
    if (!made) throw new Error('There is an index')
    const { index } = made
    const assumed = { order: { by: 'number', mm: 0.5 }, orientation: true }
    expect(index.parts[0]?.assumed).toEqual(assumed)
    const [part] = indexedParts(rangedBlob(zip), index)
    const placements = part?.slices?.map(({ placement }) => placement)
    expect(placements?.[3]).toMatchObject({ position: [0, 0, 1.5], assumed })
  })

  it('is the same for a folder that is packed on the way, but for an archive that lies in it', async () => {
    const inner = await zipOf(slices(6, { ...raster, columns: 22 }))
    const chosen = [
      ...slices(8),
      { name: 'LUCIA PRUEBA/otro.zip', bytes: new Uint8Array(await inner.arrayBuffer()) },
    ]
    const files = chosen.map(({ name, bytes }) => ({ path: name, file: new File([bytes], name) }))
    const zip = await pack(files, 'LUCIA PRUEBA.zip')
    const made = await indexOf(
      zip,
      files.map(({ path, file }) => ({ name: path, blob: file })),
    )
    if (!made) throw new Error('It has one')
    expect(made.index.parts.map(({ kind, pictures }) => [kind, pictures.length])).toEqual([['volume', 8]])
    const found = await bytesAt(zip, made.index)
    expect(found.map((bytes, at) => bytes.equals(chosen[at]?.bytes ?? new Uint8Array()))).not.toContain(false)
  })

  it('holds neither the patient’s name nor a file’s, and weighs 60 KB for a tomography', async () => {
    const made = await indexOf(await zipOf(slices(560, { ...raster, columns: 2, rows: 2 })))
    expect(made?.index.parts[0]?.pictures).toHaveLength(560)
    expect(made?.text).not.toMatch(/lucia|prueba|secreto|dcm/i)
    expect(made?.text.length).toBeLessThan(60 * 1024)
  })

  it('names a file without an identity by its bytes', async () => {
    const bytes = writeDicom({
      elements: { ...imageElements({ columns: 2, rows: 2 }), '00080018': ['UI', ''] },
      pixels: Uint16Array.of(1, 2, 3, 4),
    })
    const made = await indexOf(await zipOf([{ name: 'a', bytes }]))
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    expect(made?.index.parts[0]?.pictures[0]?.key).toBe(`f:${hash}`)
  })

  it('is not made where there is nothing to point at', async () => {
    expect(await indexOf(new Blob(['%PDF-1.7']))).toBeUndefined()
    expect(
      await indexOf(await zipOf([{ name: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.7') }])),
    ).toBeUndefined()
  })
})

describe('the index of one DICOM file', () => {
  const frames = (count: number, syntax: 'explicit' | 'deflated' = 'explicit') =>
    writeDicom({
      elements: imageElements({ columns: 3, rows: 2, frames: count, allocated: 8 }),
      pixels: Uint8Array.from({ length: 6 * count }, (_, at) => at % 251),
      syntax,
    })

  it('says where each frame lies and what stands before them', async () => {
    const file = new Blob([frames(4)])
    const made = await indexOf(file)
    if (!made) throw new Error('It has one')
    const [part] = made.index.parts
    expect(part).toMatchObject({ kind: 'image', head: file.size - 24, directions: null })
    expect(part?.pictures.map(({ frame, packed }) => [frame, packed])).toEqual(
      [0, 1, 2, 3].map((at) => [at, 6]),
    )
    const found = await bytesAt(file, made.index)
    expect(found.map((bytes) => bytes[0])).toEqual([0, 6, 12, 18])
  })

  it('holds 20,000 frames, and is not made where they are compressed', async () => {
    const made = await indexOf(new Blob([frames(20_000)]))
    expect(made?.index.parts[0]?.pictures).toHaveLength(20_000)
    expect(await indexOf(new Blob([frames(4, 'deflated')]))).toBeUndefined()
  })
})

describe('reading an index', () => {
  const picture = {
    offset: 10,
    packed: 5,
    bytes: 5,
    method: 0,
    crc: null,
    frame: 0,
    position: [1, 2, 3] as const,
    key: 'd:0',
  }
  const index = (more: object = {}): StudyIndex => ({
    bytes: 100,
    etag: '"a"',
    parts: [
      {
        id: '1',
        kind: 'stack',
        modality: null,
        syntax: '1.2.840.10008.1.2.1',
        columns: 2,
        rows: 2,
        directions: null,
        head: null,
        pictures: [{ ...picture, ...more }],
      },
    ],
  })

  it('gives what was written', () => {
    expect(readIndex(writeIndex(index()))).toEqual(index())
  })

  it.each([
    ['beyond the file', { offset: 96 }],
    ['before it', { offset: -1 }],
    ['of another method', { method: 9 }],
    ['stored with another length', { bytes: 7 }],
    ['that unpacks to more than a page holds', { method: 8, bytes: 1e12 }],
    ['without a place in space', { position: [1, Number.NaN, 3] }],
  ])('refuses a picture %s', (_, more) => {
    expect(() => readIndex(writeIndex(index(more)))).toThrow(/indice\.json/)
  })

  it.each(['', '[]', '{"version":2}', '{"version":1,"bytes":1,"etag":null,"parts":[{}]}'])(
    'refuses %j',
    (text) => {
      expect(() => readIndex(text)).toThrow(/indice\.json/)
    },
  )
})
