// @vitest-environment node
import { expect, it } from 'vitest'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'
import { type MeasureKind, measure, measurementText } from '#web/imaging/view/measure.ts'

// What a volume says of lengths where its file does not state the size of a pixel in the patient: never millimetres.

const phantom = createPhantom(8, [48, 40, 24])
const raster = { columns: 48, rows: 40, mmAcross: 1, mmDown: 1 }
const slices = axialSlices(evenHeights(12, 2))
const filesWith = (more: Item, tilt = 0) =>
  phantomFiles(phantom, tilt ? axialSlices(evenHeights(12, 2), tilt) : slices, raster, '1', more)

const apart = [
  { x: 4, y: 6 },
  { x: 28, y: 6 },
]
const corner = [...apart, { x: 28, y: 9 }]

/** What stands beside a measurement in each view of a volume. */
async function said(more: Item, kind: MeasureKind, points = apart): Promise<Record<string, string>> {
  const { study, volume } = await volumeHere(filesWith(more))
  const arch = [10, 24, 38].map((x) => ({ x, y: 20 }))
  const [section] = await volume.crossSections(arch, { everyMm: 2, widthMm: 30 })
  const cuts = {
    axial: await volume.cut('axial', 6),
    coronal: await volume.cut('coronal', 20),
    sagittal: await volume.cut('sagittal', 20),
    panoramic: await volume.panoramic(arch, { thicknessMm: 4 }),
    section,
  }
  study.close()
  return Object.fromEntries(
    Object.entries(cuts).map(([name, cut]) => [name, measurementText(kind, points, cut?.spacing)]),
  )
}

const unknown: [string, Item][] = [
  ['no spacing', { '00280030': ['DS', ''] }],
  ['the detector’s spacing', { '00280030': ['DS', ''], '00181164': ['DS', '0.4', '0.4'] }],
  ['a projection’s spacing that nothing calibrates', { '00080060': ['CS', 'DX'] }],
]

it.each(unknown)('with %s every view measures pixels, and the volume says so', async (_name, more) => {
  const { study, volume } = await volumeHere(filesWith(more))
  expect(volume.spacing.known).toBe(false)
  expect(volume.notices.map(({ kind }) => kind)).toEqual(['no_scale', 'assumed_proportions'])
  study.close()
  for (const text of Object.values(await said(more, 'length'))) expect(text).toBe('24 px')
})

it.each(unknown)('with %s an angle is told in the slices alone', async (_name, more) => {
  const { axial, ...others } = await said(more, 'angle', corner)
  expect(axial).toBe('90.0°')
  for (const text of Object.values(others)) expect(text).toBe('sin escala')
})

it('with the spacing of the patient every view measures millimetres', async () => {
  const { axial, coronal, sagittal } = await said({}, 'length')
  expect([axial, coronal, sagittal]).toEqual(['24.0 mm', '24.0 mm', '24.0 mm'])
})

it('what is measured across slices whose distance is assumed says so, within them it does not', async () => {
  const more: Item = { '00200032': ['DS', ''], '00180050': ['DS', '2'] }
  expect(await said(more, 'length')).toEqual({
    axial: '24.0 mm',
    coronal: '24.0 mm supuestos',
    sagittal: '24.0 mm supuestos',
    panoramic: '24.0 mm supuestos',
    section: '24.0 mm supuestos',
  })
  const { axial, coronal } = await said(more, 'angle', corner)
  expect([axial, coronal]).toEqual(['90.0°', '90.0° supuestos'])
})

it('slices of one series that state different spacings are not measured in millimetres', async () => {
  const [first, ...rest] = filesWith({})
  const odd = phantomFiles(phantom, slices, { ...raster, mmAcross: 0.5 })[0]
  if (!first || !odd) throw new Error('There are slices')
  const { study, volume } = await volumeHere([{ ...first, bytes: odd.bytes }, ...rest])
  expect(volume.spacing.known).toBe(false)
  const { spacing } = await volume.cut('axial', 6)
  expect(measure('length', apart, spacing)?.unit).toBe('px')
  study.close()
})

it('a tilted series without spacing is left as its slices lie', async () => {
  const { study, volume } = await volumeHere(filesWith({ '00280030': ['DS', ''] }, 18))
  expect(volume.size.slice(0, 2)).toEqual([48, 40])
  expect(volume.notices.map(({ kind }) => kind)).toEqual(['no_scale', 'assumed_proportions', 'oblique'])
  study.close()
})
