import { expect, test } from 'vitest'
import { movedPoint, stationsAlong, withoutPoint, withPoint } from './arch-points.ts'

const arch = [
  { x: 0, y: 10 },
  { x: 4, y: 10 },
  { x: 20, y: 10 },
]

test('a new point stands in the middle of the longest part', () => {
  expect(withPoint(arch)).toEqual([arch[0], arch[1], { x: 12, y: 10 }, arch[2]])
})

test('a point can be taken away as long as the curve can still bend', () => {
  expect(withoutPoint(withPoint(arch), 2)).toEqual(arch)
  expect(withoutPoint(arch, 1)).toEqual(arch)
})

test('a point goes where it is moved, and no further than the volume', () => {
  expect(movedPoint(arch, 1, { x: 7, y: 3 }, [30, 30, 5])[1]).toEqual({ x: 7, y: 3 })
  expect(movedPoint(arch, 1, { x: -7, y: 300 }, [30, 30, 5])[1]).toEqual({ x: 0, y: 29 })
})

test('places along the arch are even in millimetres and begin at the patient’s right', () => {
  const stations = stationsAlong([...arch].reverse(), [0.5, 0.5, 1], 2)
  expect(stations.map(({ x }) => Math.round(x * 1000) / 1000)).toEqual([0, 4, 8, 12, 16, 20])
})
