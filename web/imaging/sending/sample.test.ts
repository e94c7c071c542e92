// @vitest-environment node
import { expect, it } from 'vitest'
import { archPhantom } from '#tools/imaging/arch-phantom.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { writeStl } from '#tools/imaging/mesh-writer.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { blockBytes } from '#web/imaging/remote/pieces.ts'
import { rangedBlob } from '#web/imaging/source.ts'
import type { RemoteProblem } from '#web/imaging/types.ts'
import type { Drawn, encode } from './encode.ts'
import { sampleOf } from './sample.ts'

/** What is made of a file of which so many blocks may be read, what was drawn, and how many were read. */
async function sample(bytes: BlobPart, most = 12) {
  const file = rangedBlob(new Blob([bytes]))
  const drawn: Drawn[] = []
  const encoded: typeof encode = async (one, kind) => {
    drawn.push(one)
    return { picture: { blob: new Blob([kind]), width: 1, height: 1 }, tint: '102030' }
  }
  const read = new Set<number>()
  const counting: typeof file = {
    size: file.size,
    read(from, to, signal) {
      for (let at = Math.floor(from / blockBytes); at * blockBytes < Math.min(to, file.size); at++)
        read.add(at)
      return file.read(from, to, signal)
    },
  }
  const made = await sampleOf(counting, most * blockBytes, encoded)
  return { made, drawn, blocks: read.size }
}
const sizeOf = (drawn: Drawn | undefined) =>
  drawn && !(drawn instanceof Blob) ? [drawn.columns, drawn.rows] : drawn?.size
const refused = (kind: RemoteProblem) => expect.objectContaining({ kind })

const raster = { columns: 160, rows: 140, mmAcross: 0.625, mmDown: 0.625 }
const slices = phantomFiles(createPhantom(14, [100, 87.5, 60]), axialSlices(evenHeights(300, 0.2)), raster)
const image = (columns: number, rows: number, frames = 1) =>
  writeDicom({
    elements: { ...imageElements({ columns, rows }), ...(frames > 1 && { '00280008': ['IS', `${frames}`] }) },
    pixels: Uint16Array.from({ length: columns * rows * frames }, (_, at) => at % 4000),
  })
const png = (extra: number) =>
  Uint8Array.from(`\x89PNG\r\n\x1a\n${'x'.repeat(extra)}`, (letter) => letter.charCodeAt(0))
const stl = (triangles: number) => writeStl(archPhantom({ jaw: 'lower', triangles }))

it('draws the middle slice of a tomography, twice, and says that it is a volume', async () => {
  const zip = await zipOf(slices, { level: 0 })
  expect(zip.size).toBeGreaterThan(12e6)
  const { made, drawn, blocks } = await sample(zip)
  expect(made).toMatchObject({
    kind: 'volume',
    problem: null,
    parts: { volumes: 1 },
    facts: { modality: 'CT', slices: 300 },
  })
  expect([made.sheets, made.facts.voxel_mm]).toEqual([undefined, undefined])
  expect(drawn.map(sizeOf)).toEqual([
    [160, 140],
    [160, 140],
  ])
  expect(blocks).toBeLessThanOrEqual(4)
})

it('draws the middle frame of one file', async () => {
  const { made, drawn, blocks } = await sample(image(400, 300, 40))
  expect(made).toMatchObject({ kind: 'image', parts: { images: 40 }, facts: { slices: 40 } })
  expect(sizeOf(drawn[0])).toEqual([400, 300])
  expect(blocks).toBeLessThanOrEqual(4)
})

it('draws one of the photos of an archive', async () => {
  const zip = await zipOf([1, 2, 3].map((at) => ({ name: `foto ${at}.png`, bytes: png(at * 10) })))
  const { made, drawn } = await sample(zip)
  expect(made).toMatchObject({ kind: 'photo', parts: { photos: 3 } })
  expect(sizeOf(drawn[0])).toBe(28)
})

it('knows a PDF, whatever it is called', async () => {
  const { made } = await sample('%PDF-1.7\n')
  expect(made).toMatchObject({ kind: 'document', problem: null, parts: { documents: 1 } })
})

it('says what is wrong with an archive', async () => {
  const zip = await zipOf(slices.slice(0, 30), { level: 0 })
  expect((await sample(zip.slice(0, zip.size - 4000))).made).toMatchObject({
    kind: null,
    problem: 'truncated',
  })
})

it.each([
  ['scans', stl(2000)],
  ['scans in an archive', await zipOf([{ name: 'a.stl', bytes: stl(2000) }])],
  ['a photo by itself', png(4000)],
  ['an image whose pixels alone are more', image(2000, 1200)],
  [
    'an image in an archive, likewise',
    await zipOf([{ name: 'a.dcm', bytes: image(2000, 1200) }], { level: 0 }),
  ],
  ['an archive whose middle is damaged', await zipOf([{ name: 'a.dcm', bytes: image(9, 9).slice(0, 300) }])],
  ['what nobody knows', 'Rar!'.repeat(400)],
])('%s must be read whole', async (_, bytes) => {
  await expect(sample(bytes)).rejects.toEqual(refused('whole'))
})
