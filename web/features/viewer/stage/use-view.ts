import { useMemo, useState } from 'react'
import type { Point } from '#web/imaging/types.ts'
import {
  type Extent,
  fitted,
  matrixOf,
  mirrored,
  moved,
  pixelOnPixel,
  type Size,
  turned,
  type View,
  zoomed,
} from '#web/imaging/view/view.ts'

const start: View = { zoom: 1, x: 0, y: 0, turns: 0, mirrored: false }

/** The picture's place on the stage: fitted until somebody zooms or moves, also when the stage is resized. */
export function useView(extent: Extent, stage: Size) {
  const [state, setState] = useState<{ fit: boolean; view: View }>({ fit: true, view: start })
  const { columns, rows, aspect } = extent
  const { width, height } = stage
  const view = useMemo(
    () => (state.fit ? fitted({ columns, rows, aspect }, { width, height }, state.view) : state.view),
    [state, columns, rows, aspect, width, height],
  )
  const matrix = useMemo(
    () => matrixOf(view, { columns, rows, aspect }, { width, height }),
    [view, columns, rows, aspect, width, height],
  )

  function change(next: (view: View) => View, fit = false) {
    setState((before) => ({
      fit: fit && before.fit,
      view: next(before.fit ? fitted(extent, stage, before.view) : before.view),
    }))
  }
  const fromMiddle = (at: Point): Point => ({ x: at.x - width / 2, y: at.y - height / 2 })

  return {
    view,
    matrix,
    /** `at` in stage pixels; without it the middle stays where it is. */
    zoom: (factor: number, at?: Point) =>
      change((now) => zoomed(now, factor, extent, stage, at && fromMiddle(at))),
    move: (by: Point) => change((now) => moved(now, by.x, by.y, extent, stage)),
    turn: () => change(turned, true),
    mirror: () => change(mirrored, true),
    real: () => change((now) => pixelOnPixel(now, extent, stage)),
    fit: () => setState((before) => ({ ...before, fit: true })),
    reset: () => setState({ fit: true, view: start }),
  }
}

export type ViewUse = ReturnType<typeof useView>
