// @vitest-environment node
import { expect, it, vi } from 'vitest'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, type NamedFile, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'
import { workerHere } from '#tools/imaging/worker-here.ts'
import { type OpenStudy, openThrough } from '#web/imaging/client.ts'
import type { Picture } from '#web/imaging/types.ts'
import { meaningOf } from '#web/imaging/view/grey.ts'

// A loaded volume holds its slices decoded: the same picture as the file's, without reading the file again.

const phantom = createPhantom(8, [48, 40, 24])
const raster = { columns: 48, rows: 40, mmAcross: 1, mmDown: 1 }
const filesOf = (slices = axialSlices(evenHeights(12, 2)), more: Item = {}) =>
  phantomFiles(phantom, slices, raster, '1', more)

const blobsOf = (files: NamedFile[]) => files.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) }))

/** What a picture shows, whatever its numbers are stored as. */
function shownOf(picture: Picture) {
  if (picture.kind !== 'grey') throw new Error('It is grey')
  const { pixels, slope, intercept, ...rest } = picture
  return { ...rest, values: Array.from(pixels, (stored) => meaningOf(picture, stored)) }
}

const across = (count: number) => Array.from({ length: count }, (_, at) => at)
/** Slices from the front to the back, turned round: their rows run to the patient's right, their columns to the feet. */
const coronal = across(20).map((at) => ({
  position: [47, at * 2, 39] as const,
  row: [-1, 0, 0] as const,
  column: [0, 0, -1] as const,
}))

it.each([
  ['axial', filesOf()],
  ['coronal and turned round', filesOf(coronal)],
  ['without scale', filesOf(undefined, { '00280030': ['DS', ''] })],
  [
    'MONOCHROME1 with its own windows',
    filesOf(undefined, {
      '00280004': ['CS', 'MONOCHROME1'],
      '00281050': ['DS', '300'],
      '00281051': ['DS', '900'],
    }),
  ],
])('a loaded volume has the pictures of its slices without reading a file: %s', async (_name, files) => {
  const { study, id } = await volumeHere(files)
  const other = await openThrough(workerHere(), blobsOf(files))
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer')
  for (const at of across(study.parts[0]?.kind === 'volume' ? study.parts[0].slices : 0)) {
    read.mockClear()
    const found = shownOf(await study.picture(id, at))
    expect(read).not.toHaveBeenCalled()
    expect(found).toEqual(shownOf(await other.picture(id, at)))
    expect(read).toHaveBeenCalled()
  }
  read.mockRestore()
  study.close()
  other.close()
})

async function isSameEverywhere(study: OpenStudy, id: string, files: NamedFile[]) {
  const other = await openThrough(workerHere(), blobsOf(files))
  for (const at of [0, 5, 11])
    expect(shownOf(await study.picture(id, at))).toEqual(shownOf(await other.picture(id, at)))
  other.close()
}

it('a slice that lies moved, smaller or rounded in the volume is read from its file', async () => {
  const uneven = axialSlices([...evenHeights(6, 2), ...evenHeights(6, 3).map((height) => 13 + height)])
  for (const files of [filesOf(axialSlices(evenHeights(12, 2), 12)), filesOf(uneven)]) {
    const { study, id } = await volumeHere(files)
    await isSameEverywhere(study, id, files)
    study.close()
  }
  const files = filesOf(undefined, { '00281053': ['DS', '0.37'] })
  const rounded = await volumeHere(files)
  await isSameEverywhere(rounded.study, rounded.id, files)
  const small = await volumeHere(filesOf(), 48 * 40 * 12 * 2 - 1)
  await isSameEverywhere(small.study, small.id, filesOf())
})
