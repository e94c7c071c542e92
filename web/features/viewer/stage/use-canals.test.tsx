import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Vector } from '#web/imaging/types.ts'
import { mostCanalPoints } from '#web/imaging/volume/canal.ts'
import { newStep, useCanals } from './use-canals.ts'
import { SettingsOfStudy } from './use-setting.tsx'

const at = (x: number): Vector => [x, 0, 0]

function begun() {
  const { result } = renderHook(() => useCanals('1'), { wrapper: SettingsOfStudy })
  return {
    now: () => result.current,
    points: () => result.current.canal.points.map(([x]) => x),
    /** What is done at once. */
    does: (what: (canals: ReturnType<typeof useCanals>) => void) => act(() => what(result.current)),
  }
}

it('points are set on the side that is chosen, each one a step that is taken back', () => {
  const { now, points, does } = begun()
  does((canals) => canals.add(at(0), newStep()))
  does((canals) => canals.add(at(9), newStep()))
  does((canals) => canals.choose('left', null))
  does((canals) => canals.add(at(40), newStep()))
  expect(now().of.right?.points).toEqual([at(0), at(9)])
  expect(now().of.left?.points).toEqual([at(40)])
  does((canals) => canals.undo())
  does((canals) => canals.undo())
  expect(now().of.left?.points ?? []).toEqual([])
  does((canals) => canals.choose('right', null))
  expect(points()).toEqual([0])
})

it('a drag is one step, and one that became a pinch leaves nothing', () => {
  const { points, does } = begun()
  does((canals) => canals.add(at(0), newStep()))
  const drag = newStep()
  for (const x of [1, 2, 3]) does((canals) => canals.move('right', 0, at(x), drag))
  expect(points()).toEqual([3])
  does((canals) => canals.undo())
  expect(points()).toEqual([0])
  does((canals) => canals.undo())
  expect(points()).toEqual([])
})

it('a point and a whole line that were removed come back', () => {
  const { points, does } = begun()
  for (const x of [0, 10, 20]) does((canals) => canals.add(at(x), newStep()))
  does((canals) => canals.remove('right', 1))
  expect(points()).toEqual([0, 20])
  does((canals) => canals.clear('right'))
  expect(points()).toEqual([])
  does((canals) => canals.undo())
  expect(points()).toEqual([0, 20])
  does((canals) => canals.undo())
  expect(points()).toEqual([0, 10, 20])
})

it('both sides begin with 2.5 mm, and the second one with what was set for the first', () => {
  const { now, does } = begun()
  expect(now().canal.diameterMm).toBe(2.5)
  does((canals) => canals.widen('right', 3.2))
  does((canals) => canals.choose('left', null))
  expect(now().canal.diameterMm).toBe(3.2)
  does((canals) => canals.undo())
  expect(now().of).toEqual({})
})

it(`a line takes ${mostCanalPoints} points and no more`, () => {
  const { points, does } = begun()
  for (let x = 0; x < mostCanalPoints; x++) does((canals) => canals.add(at(x), newStep()))
  does((canals) => expect(canals.add(at(99), newStep())).toBeNull())
  expect(points().length).toBe(mostCanalPoints)
})
