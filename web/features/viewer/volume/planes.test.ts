import { expect, test } from 'vitest'
import { cutsOf, leafed, middleOf, pixelOf, planes, voxelAt } from './planes.ts'

const size = [40, 60, 80] as const

test('a voxel lies where radiologists expect it: the right on the left, the head up, the front on the left from the side', () => {
  const voxel = [3, 10, 70] as const
  expect(pixelOf('axial', voxel, size)).toEqual({ x: 3.5, y: 10.5 })
  expect(pixelOf('coronal', voxel, size)).toEqual({ x: 3.5, y: 9.5 })
  expect(pixelOf('sagittal', voxel, size)).toEqual({ x: 10.5, y: 9.5 })
})

test('from a place back to the voxel it came from, in every plane', () => {
  const voxel = [3, 10, 70] as const
  for (const plane of planes) expect(voxelAt(plane, pixelOf(plane, voxel, size), voxel, size)).toEqual(voxel)
})

test('a place on one cut leaves alone what the cut goes through, and nothing leaves the volume', () => {
  expect(voxelAt('coronal', { x: 7.2, y: 0.1 }, [1, 2, 3], size)).toEqual([7, 2, 79])
  expect(voxelAt('axial', { x: -5, y: 900 }, [1, 2, 3], size)).toEqual([0, 59, 3])
  expect(leafed('sagittal', [1, 2, 3], 99, size)).toEqual([39, 2, 3])
  expect(leafed('axial', [1, 2, 3], -1, size)).toEqual([1, 2, 0])
})

test('each plane has as many cuts as voxels lie along its normal, and one begins in the middle', () => {
  expect(planes.map((plane) => cutsOf(plane, size))).toEqual([80, 60, 40])
  expect(middleOf(size)).toEqual([20, 30, 40])
})
