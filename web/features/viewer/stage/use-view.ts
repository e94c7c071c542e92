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
import { noExtent } from './shown.ts'

const start: View = { zoom: 1, x: 0, y: 0, turns: 0, mirrored: false }

/** How `fine` the picture was when it was put there; null where there was none yet, so that `zoom` is of its own pixels. */
type State = { fit: boolean; view: View; fine: number | null }

/**
 * The picture's place on the stage: fitted until somebody zooms or moves, also when the stage is resized. The same
 * picture with more pixels stays as large as it is. Before there is a picture (`noExtent`) only turning, mirroring and
 * 'real' are kept for it. How `fine` a picture is tells which is the same one with more pixels: by its columns, or by how many of
 * them are a mm where it may become wider.
 */
export function useView(extent: Extent, stage: Size, fine = extent.columns) {
  const isThere = extent !== noExtent
  const own = isThere ? fine : null
  const [state, setState] = useState<State>({ fit: true, view: start, fine: own })
  const { columns, rows, aspect } = extent
  const { width, height } = stage
  const view = useMemo(
    () => placed(state, { columns, rows, aspect }, { width, height }, fine),
    [state, columns, rows, aspect, width, height, fine],
  )
  const matrix = useMemo(
    () => matrixOf(view, { columns, rows, aspect }, { width, height }),
    [view, columns, rows, aspect, width, height],
  )

  function change(next: (view: View) => View, fit = false) {
    setState((before) => ({
      fit: fit && before.fit,
      view: next(placed(before, extent, stage, fine)),
      fine: own,
    }))
  }
  const changePlace = (next: (view: View) => View) => isThere && change(next)
  const fromMiddle = (at: Point): Point => ({ x: at.x - width / 2, y: at.y - height / 2 })

  return {
    view,
    matrix,
    isFit: state.fit,
    /** As another picture lies. */
    put: (view: View) => setState({ fit: false, view, fine: own }),
    /** `at` in stage pixels; without it the middle stays where it is. */
    zoom: (factor: number, at?: Point) =>
      changePlace((now) => zoomed(now, factor, extent, stage, at && fromMiddle(at))),
    move: (by: Point) => changePlace((now) => moved(now, by.x, by.y, extent, stage)),
    turn: () => change(turned, true),
    mirror: () => change(mirrored, true),
    real: () => change((now) => pixelOnPixel(now, extent, stage)),
    fit: () => setState((before) => ({ ...before, fit: true })),
    reset: () => setState({ fit: true, view: start, fine: own }),
  }
}

function placed({ fit, view, fine: before }: State, extent: Extent, stage: Size, fine: number): View {
  if (fit) return fitted(extent, stage, view)
  return { ...view, zoom: (view.zoom * (before ?? fine)) / fine }
}

export type ViewUse = ReturnType<typeof useView>
