// @vitest-environment node
import { expect, it, vi } from 'vitest'
import { archPhantom } from '#tools/imaging/arch-phantom.ts'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { writePly, writeStl } from '#tools/imaging/mesh-writer.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles, sliceFile } from '#tools/imaging/phantom-files.ts'
import { sortFiles } from '#web/imaging/archive.ts'
import { ImagingError } from '#web/imaging/types.ts'
import type { Drawn, encode } from './encode.ts'
import { makePreview } from './make-preview.ts'
import type { MadePreview } from './preview.ts'

type Files = Record<string, BlobPart>

/** Makes the preview of files; what was drawn instead of picture files, in the order thumb, cover. */
async function preview(files: Files, refuse: (kind: string) => boolean = () => false) {
  const named = Object.entries(files).map(([name, bytes]) => ({ name, blob: new Blob([bytes]) }))
  const drawn: Drawn[] = []
  const encoded: typeof encode = async (one, kind) => {
    if (refuse(kind)) throw new ImagingError('too_large')
    drawn.push(one)
    return { picture: { blob: new Blob([kind]), width: 1, height: 1 }, tint: '102030' }
  }
  const { parts } = await sortFiles(named)
  return { made: await makePreview(parts, encoded), drawn, parts }
}
const sizeOf = (drawn: Drawn | undefined) =>
  drawn && !(drawn instanceof Blob) ? [drawn.columns, drawn.rows] : drawn?.size
const has = ({ thumb, cover }: MadePreview) => [thumb !== null, cover !== null]

const image = (columns: number, rows: number, more: Item = {}) =>
  writeDicom({
    elements: { ...imageElements({ columns, rows }), ...more },
    pixels: Uint16Array.from({ length: columns * rows }, (_, at) => at % 4000),
  })
const raster = { columns: 80, rows: 70, mmAcross: 1.25, mmDown: 1.25 }
const tomography = (): Files =>
  Object.fromEntries(
    phantomFiles(createPhantom(14, [100, 87.5, 60]), axialSlices(evenHeights(30, 2)), raster).map(
      ({ name, bytes }) => [name, bytes],
    ),
  )
const png = Uint8Array.from('\x89PNG\r\n\x1a\n....', (letter) => letter.charCodeAt(0))
const upper = writePly(archPhantom({ jaw: 'upper', triangles: 2000 }), 'binary_little_endian')
const lower = writeStl(archPhantom({ jaw: 'lower', triangles: 2000 }))

it('draws the middle slice and the panoramic of a tomography', async () => {
  const { made, drawn } = await preview(tomography())
  expect(made).toMatchObject({ kind: 'volume', problem: null, tint: '102030', parts: { volumes: 1 } })
  expect(made.facts).toEqual({
    modality: 'CT',
    slices: 30,
    voxel_mm: [1.25, 1.25, 2],
    fov_mm: [100, 87.5, 60],
  })
  expect(sizeOf(drawn[0])).toEqual([80, 70])
  // As high as the volume, and as long as the curve.
  const [length = 0, height] = [sizeOf(drawn[1])].flat()
  expect(height).toBe(30)
  expect(length).toBeGreaterThan(70)
})

it('draws the slice twice where no dental arch is found', async () => {
  const block = new Int16Array(80 * 70).fill(-1000)
  for (let at = 0; at < 100; at++) block[(15 + (at % 10)) * 80 + 35 + Math.floor(at / 10)] = 3000
  const slices = axialSlices(evenHeights(9, 2)).map((slice, at): [string, BlobPart] => [
    `${at}.dcm`,
    sliceFile(block, slice, raster, at, '1'),
  ])
  const { drawn } = await preview(Object.fromEntries(slices))
  expect(drawn.map(sizeOf)).toEqual([
    [80, 70],
    [80, 70],
  ])
})

it.each([
  ['an image', { 'a.dcm': image(40, 30) }, 'image', { images: 1 }, [40, 30]],
  [
    'the largest of a folder',
    { 'a.dcm': image(20, 10), 'b.dcm': image(40, 30) },
    'image',
    { images: 2 },
    [40, 30],
  ],
  [
    'the first frame of several',
    {
      'a.dcm': writeDicom({
        elements: imageElements({ columns: 6, rows: 4, frames: 3 }),
        pixels: new Uint16Array(72).fill(7),
      }),
    },
    'image',
    { images: 3 },
    [6, 4],
  ],
  ['a photo as it is', { 'a.png': png }, 'photo', { photos: 1 }, png.length],
  ['an STL from the front', { 'inferior.stl': lower }, 'mesh', { scans: 1 }, [2560, 833]],
  ['a PLY from the front', { 'superior.ply': upper }, 'mesh', { scans: 1 }, [2560, 833]],
  [
    'both jaws together',
    { 'superior.ply': upper, 'inferior.stl': lower },
    'mesh',
    { scans: 2 },
    [2560, 1461],
  ],
] as const)('draws %s', async (_, files, kind, parts, size) => {
  const { made, drawn } = await preview(files)
  expect(made).toMatchObject({ kind, problem: null, parts })
  expect(has(made)).toEqual([true, true])
  expect(sizeOf(drawn[0])).toEqual(size)
})

it('makes nothing of a PDF, and of what cannot be read says why', async () => {
  const none = { thumb: null, cover: null, tint: null, facts: {} }
  expect((await preview({ 'a.pdf': '%PDF-1.7' })).made).toEqual({
    ...none,
    kind: 'document',
    problem: null,
    parts: { documents: 1 },
  })
  const rar = { ...none, kind: null, problem: 'not_an_image', parts: {} }
  expect((await preview({ 'a.rar': `Rar!${'x'.repeat(400)}` })).made).toEqual(rar)
  expect((await preview({ 'rota.stl': lower.slice(0, -10_000) })).made).toMatchObject({
    problem: 'truncated',
  })
})

it.each([
  ['a TIFF', 'II*\0....', 'no_tiff_here'],
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'no_heic_here'],
  ['AVIF', '\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'unsupported_compression'],
])('does not call %s damaged that this browser cannot draw', async (_, bytes, problem) => {
  vi.stubGlobal('createImageBitmap', () =>
    Promise.reject(new Error('The source image could not be decoded.')),
  )
  expect((await preview({ a: bytes })).made).toMatchObject({
    kind: null,
    problem,
  })
  vi.unstubAllGlobals()
})

it('draws the next thing where the first cannot be drawn', async () => {
  const torn = image(400, 300).slice(0, -40_000)
  expect((await preview({ 'a.dcm': torn, 'b.dcm': image(40, 30) })).made).toMatchObject({ kind: 'image' })
  expect((await preview({ 'rota.stl': lower.slice(0, -10_000), 'superior.ply': upper })).made.kind).toBe(
    'mesh',
  )
})

it('each picture fails alone', async () => {
  const one = await preview({ 'a.dcm': image(40, 30) }, (kind) => kind === 'cover')
  expect([has(one.made), one.made.problem]).toEqual([[true, false], null])
  const none = await preview({ 'a.dcm': image(40, 30) }, () => true)
  expect([has(none.made), none.made.problem]).toEqual([[false, false], 'too_large'])
})

it('tells how an examination was made, and no name that stands in any field', async () => {
  const name = 'ZUÑIGA^LUCIA'
  const texts = [
    '00081030',
    '0008103E',
    '00180015',
    '00181400',
    '00104000',
    '00204000',
    '00080080',
    '00081010',
  ]
  const people = ['00080090', '00081050', '00081070', '00100010', '00101001']
  const said = {
    ...Object.fromEntries(texts.map((tag): [string, Item[string]] => [tag, ['LO', name]])),
    ...Object.fromEntries(people.map((tag): [string, Item[string]] => [tag, ['PN', name]])),
    '00100020': ['LO', 'EXP-4711'],
    '00181150': ['IS', '14200'],
    '00181151': ['IS', '5'],
    '00180060': ['DS', '90'],
    '0018115E': ['DS', '6.5'],
    '00080022': ['DA', '20261120'],
    '00080032': ['TM', '174502.123'],
    '00080070': ['LO', 'Fabricante'],
    '00081090': ['LO', 'Modelo 3D'],
  } satisfies Item
  const { made } = await preview({
    'zuñiga lucia.dcm': image(40, 30, { ...said, '00280030': ['DS', '0.2\\0.1'] }),
  })
  expect(made.facts).toMatchObject({
    manufacturer: 'Fabricante',
    model: 'Modelo 3D',
    kvp: 90,
    ma: 5,
    ms: 14200,
    dap: 650,
    voxel_mm: [0.1, 0.2],
    fov_mm: [4, 6],
    performed_at: '2026-11-20T17:45',
  })
  const everywhere = await preview({
    'zuñiga lucia.dcm': image(40, 30, {
      ...said,
      '00080060': ['CS', 'ZUNIGA LUCIA'],
      '00080070': ['LO', 'De Zúñiga'],
      '00081090': ['LO', 'exp4711 EXP-4711'],
      '00180060': ['DS', '9000'],
    }),
  })
  expect(Object.keys(everywhere.made.facts).sort()).toEqual(['dap', 'ma', 'ms', 'performed_at'])
  const told = JSON.stringify(everywhere.made).toLowerCase()
  for (const word of ['zuñiga', 'zúñiga', 'zuniga', 'lucia', '4711']) expect(told).not.toContain(word)
})
