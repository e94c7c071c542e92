import { expect, it } from 'vitest'
import { rangedBlob } from '#web/imaging/source.ts'
import { openZip } from '#web/imaging/zip.ts'
import { chosenOf, sentName } from './chosen.ts'
import { pack } from './pack.ts'

function chosen(path: string, text: string) {
  const file = new File([text], path.split('/').at(-1) ?? '', { lastModified: Date.UTC(2026, 10, 20, 12) })
  Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
  return file
}

it('a folder becomes one ZIP with its folders, without what systems leave in it', async () => {
  const files = chosenOf([
    chosen('TAC/serie 1/2.dcm', 'dos'.repeat(5000)),
    chosen('TAC/serie 1/1.dcm', 'uno'),
    chosen('TAC/.DS_Store', 'x'),
    chosen('TAC/serie 1/Thumbs.db', 'x'),
    chosen('TAC/__MACOSX/1.dcm', 'x'),
    chosen('TAC/informe.pdf', '%PDF-'),
  ])
  expect(sentName(files)).toBe('TAC.zip')
  const parts: number[] = []
  const zip = await pack(files, 'TAC.zip', (part) => parts.push(part))
  expect([zip.name, zip.type]).toEqual(['TAC.zip', 'application/zip'])
  const found = await openZip(rangedBlob(zip))
  const texts = await Promise.all(found.map(async (one) => (await one.blob()).text()))
  expect(found.map(({ path }, at) => [path, texts[at]?.slice(0, 6)])).toEqual([
    ['TAC/informe.pdf', '%PDF-'],
    ['TAC/serie 1/1.dcm', 'uno'],
    ['TAC/serie 1/2.dcm', 'dosdos'],
  ])
  expect(parts.at(-1)).toBe(1)
})

it('the same files give the same bytes, in whatever order they were chosen', async () => {
  const one = await pack(chosenOf([chosen('a.dcm', 'uno'), chosen('b.dcm', 'dos')]), 'e.zip')
  const two = await pack(chosenOf([chosen('b.dcm', 'dos'), chosen('a.dcm', 'uno')]), 'e.zip')
  expect(new Uint8Array(await one.arrayBuffer())).toEqual(new Uint8Array(await two.arrayBuffer()))
  expect(one.lastModified).toBe(two.lastModified)
})

it('is called as the file, the folder, or a study', () => {
  expect(sentName(chosenOf([chosen('corte.dcm', 'x')]))).toBe('corte.dcm')
  expect(sentName(chosenOf([chosen('a.dcm', 'x'), chosen('b.dcm', 'x')]))).toBe('estudio.zip')
  expect(sentName(chosenOf([chosen('A/a.dcm', 'x'), chosen('B/b.dcm', 'x')]))).toBe('estudio.zip')
})
