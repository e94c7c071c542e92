import { expect, it } from 'vitest'
import { placeOf, voxelOf } from './lengths.ts'

const fine = { size: [400, 300, 320], spacing: { known: true, mm: [0.25, 0.25, 0.25] } } as const
const coarse = { size: [100, 75, 80], spacing: { known: true, mm: [1, 1, 1] } } as const

it('a place is the same in a volume of another resolution', () => {
  expect(placeOf([0, 0, 0], fine)).toEqual([0.125, 0.125, 0.125])
  expect(voxelOf(placeOf([399, 299, 319], fine), coarse)).toEqual([99, 74, 79])
  expect(voxelOf(placeOf([210, 7, 4], fine), coarse)).toEqual([52, 1, 1])
  for (const voxel of [
    [0, 0, 0],
    [52, 1, 1],
    [99, 74, 79],
  ] as const) {
    expect(voxelOf(placeOf(voxel, coarse), coarse)).toEqual(voxel)
  }
})

it('a place outside is the nearest voxel', () => {
  expect(voxelOf([-3, 500, 12], fine)).toEqual([0, 299, 48])
})
