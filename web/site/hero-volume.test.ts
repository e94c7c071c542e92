import { expect, it } from 'vitest'
import {
  crossPaths,
  cutInto,
  cuts,
  heroVolume,
  type Place,
  panes,
  pixelOf,
  placeAt,
  placeText,
  planes,
  sizeOf,
  valueText,
} from './hero-volume.ts'

const [nx, ny, nz] = heroVolume.size
const place: Place = [150, 40, 9]

it.each(planes)('the %s cut shows the voxels that it goes through, the cross on their place', (plane) => {
  const voxels = new Uint8Array(nx * ny * nz)
  voxels[(place[2] * ny + place[1]) * nx + place[0]] = 200
  const [columns, rows] = sizeOf(plane)
  const greys = new Uint8Array(columns * rows)
  cutInto(greys, voxels, plane, place)
  const [x, y] = pixelOf(plane, place)
  const lit = [...greys.entries()].filter(([, grey]) => grey > 0)
  expect(lit).toEqual([[Math.floor(y) * columns + Math.floor(x), 200]])
  // A slice further it is no longer seen.
  const next: [number, number, number] = [...place]
  next[cuts[plane].through]++
  cutInto(greys, voxels, plane, next)
  expect(Math.max(...greys)).toBe(0)
})

it.each(planes)('a click on the %s cut leads to the voxel that is seen there, never outside', (plane) => {
  const other: [number, number, number] = [1, 2, 3]
  const found = placeAt(plane, pixelOf(plane, place), other)
  const expected: [number, number, number] = [...place]
  expected[cuts[plane].through] = other[cuts[plane].through]
  expect(found).toEqual(expected)
  for (const corner of [-50, 5_000] as const) {
    const edge = placeAt(plane, [corner, corner], place)
    for (const [axis, value] of edge.entries()) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThan(heroVolume.size[axis] ?? 0)
    }
  }
})

it('the head is up in cuts seen from the front and the side, and the front in the axial', () => {
  const higher: Place = [place[0], place[1], place[2] + 20]
  for (const plane of ['coronal', 'sagital'] as const)
    expect(pixelOf(plane, higher)[1]).toBeLessThan(pixelOf(plane, place)[1])
  const further: Place = [place[0], place[1] + 20, place[2]]
  expect(pixelOf('axial', further)[1]).toBeGreaterThan(pixelOf('axial', place)[1])
})

it('places are told in mm with a decimal point and a real minus', () => {
  expect(planes.map((plane) => placeText(plane, [0, 207, 83]))).toEqual([
    'z −0.3\u00a0mm',
    'y 91.8\u00a0mm',
    'x −51.8\u00a0mm',
  ])
  expect(valueText('axial', [0, 0, 0])).toBe('z −41.8\u00a0mm, corte 1 de 168')
})

it('the cross leaves open what lies where it meets', () => {
  expect(crossPaths('axial', [99, 49, 0])).toEqual({
    vertical: 'M99.5 0V40.5M99.5 58.5V208',
    horizontal: 'M0 49.5H90.5M108.5 49.5H208',
  })
})

it('the cuts stand beside each other in the light box', () => {
  for (const [left, top, width, height] of Object.values(panes)) {
    expect(left + width).toBeLessThanOrEqual(1.000_001)
    expect(top + height).toBeLessThanOrEqual(1.000_001)
  }
  expect(panes.coronal[0]).toBeGreaterThan(panes.axial[2])
  expect(panes.sagital[1]).toBeGreaterThan(panes.coronal[3])
})
