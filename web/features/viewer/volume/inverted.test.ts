// @vitest-environment node
import { expect, it } from 'vitest'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { createPhantom, type Raster } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, type NamedFile, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'

import type { Cut, GreyPicture, VolumeInfo } from '#web/imaging/types.ts'
import { ownShade, paintGrey, shadeOf } from '#web/imaging/view/grey.ts'
import { pictureOf } from '#web/imaging/volume/cut-picture.ts'

// MONOCHROME1: the smallest value is white. The same head written both ways looks the same in every view.

const phantom = createPhantom(10, [60, 60, 36])
const raster: Raster = { columns: 75, rows: 75, mmAcross: 0.8, mmDown: 0.8 }
const slices = axialSlices(evenHeights(36, 1))
const window: Item = { '00281050': ['DS', '1000'], '00281051': ['DS', '3000'] }
/** Without Hounsfield units: only what the picture shows tells what is hard. */
const plain = phantomFiles(phantom, slices, raster, '1', {
  ...window,
  '00080060': ['CS', 'MR'],
  '00281052': ['DS', '0'],
})

/** The same picture with its values turned round. */
const turned = phantomFiles(phantom, slices, raster, '1', {
  '00281050': ['DS', String(5000 - 1000 + 1)],
  '00281051': ['DS', '3000'],
  '00080060': ['CS', 'MR'],
  '00280004': ['CS', 'MONOCHROME1'],
  '00281052': ['DS', '5000'],
  '00281053': ['DS', '-1'],
})

function drawn(picture: GreyPicture, shade = ownShade(picture)): number[] {
  const pixels = new Uint32Array(picture.columns * picture.rows)
  paintGrey(picture, shade, false, pixels)
  return [...pixels].map((pixel) => pixel & 255)
}

async function viewsOf(files: NamedFile[]) {
  const { study, id, volume } = await volumeHere(files)
  const arch = await volume.arch()
  const line = [10, 37, 64].map((x) => ({ x, y: 30 }))
  const seen = (cut: Cut) => drawn(pictureOf(cut, volume as VolumeInfo), shadeOf(volume.windows[0] ?? none))
  const slice = await study.picture(id, 18)
  const views = {
    slice: slice.kind === 'grey' ? drawn(slice) : [],
    axial: seen(await volume.cut('axial', 18)),
    coronal: seen(await volume.cut('coronal', 30)),
    mip: seen(await volume.cut('coronal', 30, { mm: 20, mode: 'mip' })),
    panoramic: seen(await volume.panoramic(line, { thicknessMm: 8, mode: 'mip' })),
    mean: seen(await volume.panoramic(line, { thicknessMm: 8 })),
    // Partly outside of the volume.
    section: (await volume.crossSections(line, { everyMm: 10, widthMm: 70 })).flatMap(seen),
  }
  study.close()
  return { views, arch }
}
const none = { center: 0, width: 1 }

it('a MONOCHROME1 volume looks in each view as the same head does in MONOCHROME2', async () => {
  const [expected, found] = [await viewsOf(plain), await viewsOf(turned)]
  for (const [name, greys] of Object.entries(expected.views)) {
    const other = found.views[name as keyof typeof found.views]
    // The standard's window is half a value wider on one side than on the other.
    const off = greys.map((grey, at) => Math.abs(grey - (other[at] ?? -999)))
    expect(Math.max(...off), name).toBeLessThanOrEqual(1)
  }
})

it('the hard tissue of a MONOCHROME1 volume suggests the same arch', async () => {
  const [expected, found] = [await viewsOf(plain), await viewsOf(turned)]
  for (const [at, { x, y }] of expected.arch.entries())
    expect(Math.hypot(x - (found.arch[at]?.x ?? 99), y - (found.arch[at]?.y ?? 99))).toBeLessThan(1)
})
