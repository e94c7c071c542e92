import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Extent } from '#web/imaging/view/view.ts'
import { noExtent } from './shown.ts'
import { useView, type ViewUse } from './use-view.ts'

afterEach(cleanup)

const stage = { width: 1000, height: 800 }
const picture: Extent = { columns: 500, rows: 500, aspect: 1 }

/** How a picture lies that comes after somebody did something to the empty stage. */
function placeAfter(...before: ((view: ViewUse) => void)[]) {
  const { result, rerender } = renderHook(({ extent }) => useView(extent, stage), {
    initialProps: { extent: noExtent },
  })
  for (const what of before) act(() => what(result.current))
  rerender({ extent: picture })
  return result.current.view
}

const fit = { zoom: 1.6, x: 0, y: 0, turns: 0, mirrored: false }

it('fits a picture onto the stage', () => {
  expect(placeAfter()).toEqual(fit)
})

it('shows a picture pixel on pixel when that was asked for before it came', () => {
  expect(placeAfter((view) => view.real())).toEqual({ ...fit, zoom: 1 })
})

it('turns and mirrors a picture as it was asked for before it came', () => {
  expect(placeAfter((view) => view.turn()).turns).toBe(1)
  expect(placeAfter((view) => view.mirror()).mirrored).toBe(true)
})

it('neither zooms nor moves what is not there yet', () => {
  const { zoom, move } = {
    zoom: (view: ViewUse) => view.zoom(1.25),
    move: (view: ViewUse) => view.move({ x: 90, y: 40 }),
  }
  expect(placeAfter(zoom, move)).toEqual(fit)
})

it('what is seen stays as large as it is where a volume that is turned becomes wider', () => {
  const { result, rerender } = renderHook(({ extent, fine }) => useView(extent, stage, fine), {
    initialProps: { extent: picture, fine: 2 },
  })
  act(() => result.current.zoom(2))
  expect(result.current.view.zoom).toBeCloseTo(3.2, 9)
  rerender({ extent: { ...picture, columns: 600 }, fine: 2 })
  expect(result.current.view.zoom).toBeCloseTo(3.2, 9)
  // Twice as many pixels for a mm.
  rerender({ extent: { ...picture, columns: 1200 }, fine: 4 })
  expect(result.current.view.zoom).toBeCloseTo(1.6, 9)
})
