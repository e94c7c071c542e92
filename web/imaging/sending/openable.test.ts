// @vitest-environment node
import { expect, it } from 'vitest'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { sortFiles } from '#web/imaging/archive.ts'
import { problemOf } from './openable.ts'

const png = '\x89PNG\r\n\x1a\n....'
const heic = new Uint8Array(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const picture = writeDicom({
  elements: imageElements({ columns: 2, rows: 2 }),
  pixels: Uint16Array.of(1, 2, 3, 4),
})
const directory = writeDicom({ elements: imageElements({ columns: 2, rows: 2 }) })
const problem = async (files: Record<string, Uint8Array<ArrayBuffer> | Blob>) => {
  const named = Object.entries(files).map(([name, bytes]) => ({ name, blob: new Blob([bytes]) }))
  const { parts } = await sortFiles(named)
  return problemOf(parts.map(({ part }) => part))
}
const whole = await zipOf([{ name: 'corte.dcm', bytes: picture }])
const cut = whole.slice(0, whole.size - 40)

it.each([
  ['a RAR', { 'estudio.rar': bytesOf(`Rar!\x1a\x07\x01\0${'x'.repeat(400)}`) }, 'not_an_image'],
  [
    'a .dcm of a scanner',
    { 'arcada.dcm': bytesOf('<?xml version="1.0"?><HPS version="1.1"></HPS>') },
    'not_an_image',
  ],
  ['a photo that few browsers show', { 'IMG_0001.HEIC': heic }, 'no_heic_here'],
  ['a ZIP that was cut', { 'estudio.zip': cut }, 'truncated'],
  ['the index of a disc alone', { DICOMDIR: directory }, 'no_pixels'],
  [
    'a folder without images',
    { 'leeme.txt': bytesOf('Hola'), 'visor.exe': bytesOf('MZ') },
    'nothing_to_show',
  ],
] as const)('%s opens nothing', async (_, files, expected) => {
  expect(await problem(files)).toBe(expected)
})

it.each([
  ['a DICOM image', { 'corte.dcm': picture }],
  ['a ZIP of them', { 'estudio.zip': whole }],
  ['an OBJ', { 'arcada.obj': bytesOf('# arcada\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n') }],
  ['a photo for all beside one for few', { 'foto.png': bytesOf(png), 'IMG_0001.HEIC': heic }],
  [
    'an image beside what is none',
    { 'foto.png': bytesOf(png), 'estudio.rar': bytesOf('Rar!\x1a\x07\x01\0') },
  ],
] as const)('%s opens', async (_, files) => {
  expect(await problem(files)).toBeNull()
})

it('does not blame the file for a decoder that could not be fetched', () => {
  expect(problemOf([{ kind: 'unreadable', id: '1', name: 'a', problem: 'not_loaded' }])).toBeNull()
})
