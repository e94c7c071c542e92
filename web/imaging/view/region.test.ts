// @vitest-environment node
import { expect, it } from 'vitest'
import { createPhantom, hounsfield } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'
import type { GreyPicture } from '#web/imaging/types.ts'
import { pictureOf } from '#web/imaging/volume/cut-picture.ts'
import { regionLines, regionValues, valueAt, valueText, valueUnit } from './region.ts'

/** Columns count 0, 10, 20...; rows add 1. */
const ramp: GreyPicture = {
  kind: 'grey',
  columns: 10,
  rows: 10,
  pixels: Int16Array.from({ length: 100 }, (_, at) => (at % 10) * 10 + Math.floor(at / 10)),
  slope: 1,
  intercept: 0,
  windows: [],
  inverted: false,
  range: [0, 99],
}

it('reads the pixel under a place, and nothing outside of the picture', () => {
  expect(valueAt(ramp, { x: 3.9, y: 2.1 })).toBe(32)
  expect(valueAt(ramp, { x: 10, y: 2 })).toBeNull()
  expect(valueAt(ramp, { x: -0.1, y: 2 })).toBeNull()
})

it('takes the pixels whose middle lies inside a rectangle, drawn from any corner', () => {
  const values = { count: 4, mean: 26.5, deviation: Math.sqrt(25.25), lowest: 21, highest: 32 }
  expect(
    regionValues(ramp, 'rectangle', [
      { x: 2, y: 1 },
      { x: 4, y: 3 },
    ]),
  ).toEqual(values)
  expect(
    regionValues(ramp, 'rectangle', [
      { x: 3.6, y: 0.6 },
      { x: 2.4, y: 2.6 },
    ]),
  ).toEqual(values)
  expect(
    regionValues(ramp, 'rectangle', [
      { x: 2.6, y: 1 },
      { x: 3.4, y: 3 },
    ]),
  ).toBeNull()
})

it('takes a circle that is round as it is seen, also of pixels that are no squares', () => {
  const circle = [
    { x: 5, y: 5 },
    { x: 7, y: 5 },
  ]
  expect(regionValues(ramp, 'circle', circle)?.count).toBe(12)
  const tall: GreyPicture = { ...ramp, spacing: { known: 'mm', row: 2, column: 1 } }
  // 4 across, and half as many down.
  expect(regionValues(tall, 'circle', circle)).toMatchObject({ count: 8, lowest: 34, highest: 65 })
})

it('says what the file’s values are, HU or greys', () => {
  expect(valueText(812.4, { unit: 'HU' })).toBe('812 HU')
  expect(valueText(3.456, {})).toBe('3.5 valores de gris')
  const values = regionValues(ramp, 'rectangle', [
    { x: 2, y: 1 },
    { x: 4, y: 3 },
  ])
  expect(values && regionLines(values, ramp)).toEqual([
    'Media 27 valores de gris',
    'DE 5 · Mín. 21 · Máx. 32',
  ])
})

const phantom = createPhantom(8, [60, 60, 40])
const raster = { columns: 120, rows: 120, mmAcross: 0.5, mmDown: 0.5 }
const files = (more = {}) => phantomFiles(phantom, axialSlices(evenHeights(80, 0.5)), raster, '1', more)

it('is within 5 HU of the phantom in tooth, metal, air and tissue, in every plane', async () => {
  const { study, volume } = await volumeHere(files())
  const [tooth] = phantom.teeth
  if (!tooth) throw new Error('No tooth')
  const { at } = phantom.marker
  const places = [
    [[tooth.x, tooth.y, (tooth.from + tooth.to) / 2], hounsfield.tooth],
    [at, hounsfield.metal],
    [[1, 1, 20], hounsfield.air],
    [[30, 45, 20], hounsfield.tissue],
  ] as const
  for (const [[x, y, z], wanted] of places) {
    const [i, j, k] = [x * 2 + 0.5, y * 2 + 0.5, z * 2]
    const down = volume.size[2] - 0.5 - k
    for (const [plane, cut, middle] of [
      ['axial', k, { x: i, y: j }],
      ['coronal', y * 2, { x: i, y: down }],
      ['sagittal', x * 2, { x: j, y: down }],
    ] as const) {
      const picture = pictureOf(await volume.cut(plane, Math.round(cut)), volume)
      expect(valueUnit(picture)).toBe('HU')
      expect(Math.abs((valueAt(picture, middle) ?? 0) - wanted), plane).toBeLessThanOrEqual(5)
      const edge = { x: middle.x + 1.5, y: middle.y }
      const found = regionValues(picture, 'circle', [middle, edge])
      expect(Math.abs((found?.mean ?? 0) - wanted), plane).toBeLessThanOrEqual(5)
      expect(found?.deviation).toBeLessThanOrEqual(5)
    }
  }
  study.close()
})

it('says greys, in the file’s own numbers, of a device that does not calibrate', async () => {
  // 'US' is what CBCT writes that knows no Hounsfield units; a slope that makes whole voxels impossible.
  const { study, volume } = await volumeHere(
    files({ '00281054': ['LO', 'US'], '00281053': ['DS', '0.25'], '00281052': ['DS', '0'] }),
  )
  const [tooth] = phantom.teeth
  if (!tooth) throw new Error('No tooth')
  const picture = pictureOf(await volume.cut('axial', Math.round(tooth.from + tooth.to)), volume)
  expect(valueUnit(picture)).toBe('valores de gris')
  const value = valueAt(picture, { x: tooth.x * 2 + 0.5, y: tooth.y * 2 + 0.5 })
  expect(value).toBeCloseTo((hounsfield.tooth + 1024) * 0.25, 0)
  study.close()
})
