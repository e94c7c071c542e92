import { type KeyboardEvent, useState } from 'react'
import type { Point } from '#web/imaging/types.ts'
import { type MeasureKind, nearestHandle } from '#web/imaging/view/measure.ts'
import { type Extent, type Matrix, toPicture, toStage } from '#web/imaging/view/view.ts'
import { arrowOf } from './shortcuts.ts'
import { type Draft, type Mark, useMarks } from './use-marks.ts'
import type { Drag } from './use-pointer.ts'
import type { Stage } from './use-stage-size.ts'

/** A point counts as drawn with a drag, not with a press, when it came so far; in pixels of CSS. */
const dragged = 6

/**
 * Drawing and changing measurements with a pointer (drag, or press by press) and with the keyboard (arrows, Enter). All that it
 * keeps is in pixels of the picture, so no zoom changes it.
 */
export function useMeasuring({
  kind,
  frame,
  extent,
  matrix,
  stage,
}: {
  /** What is being measured; null with another tool in hand. */
  kind: MeasureKind | null
  frame: number
  extent: Extent
  matrix: Matrix
  stage: Stage
}) {
  const marks = useMarks()
  const { draft, setDraft } = marks
  const [cursor, setCursor] = useState<Point | null>(null)
  const here = marks.marks.filter((mark) => mark.frame === frame)
  const current = draft?.kind === kind ? draft : null

  const inside = ({ x, y }: Point): Point => ({
    x: Math.min(extent.columns, Math.max(0, x)),
    y: Math.min(extent.rows, Math.max(0, y)),
  })
  const pictureOf = (at: Point) => inside(toPicture(matrix, at))

  /** A drag of the end of a measurement, or of a new one; null when neither is meant. */
  function begin(at: Point, touch: boolean): Drag | null {
    setCursor(null)
    const handles = here.flatMap((mark) =>
      mark.points.map((point, index) => ({ ...toStage(matrix, point), mark, index })),
    )
    const held = current ? null : nearestHandle(handles, at, (touch ? 24 : 10) * stage.ratio)
    if (held) {
      // Kept apart from the finger, which would hide it.
      const off = { x: held.x - at.x, y: held.y - at.y }
      return {
        move: (to) => marks.move(held.mark.id, held.index, pictureOf({ x: to.x + off.x, y: to.y + off.y })),
      }
    }
    if (!kind) return null
    const place = pictureOf(at)
    let drawing: Draft = current ? { ...current, moving: place } : { kind, points: [place], moving: place }
    setDraft(drawing)
    return {
      move: (to) => {
        drawing = { ...drawing, moving: pictureOf(to) }
        setDraft(drawing)
      },
      end: (to) => {
        const last = drawing.points.at(-1)
        const from = last && toStage(matrix, last)
        const far = from ? Math.hypot(to.x - from.x, to.y - from.y) / stage.ratio : 0
        if (far >= dragged) marks.place(drawing, frame)
      },
      cancel: () => setDraft(current),
    }
  }

  function hover(at: Point) {
    if (current) setDraft({ ...current, moving: pictureOf(at) })
  }

  /** A step of the keyboard in a direction as it is seen, in pixels of the picture. */
  function stepped(point: Point, way: Point, far: boolean): Point {
    const { x, y } = toStage(matrix, point)
    const step = Math.hypot(matrix.a, matrix.b) * (far ? 10 : 1)
    return pictureOf({ x: x + way.x * step, y: y + way.y * step })
  }

  /** Arrows, Enter and Escape while measuring; true when the key was meant for it. */
  function key(event: KeyboardEvent): boolean {
    if (!kind) return false
    if (event.key === 'Escape' && (current || cursor)) {
      setDraft(null)
      setCursor(null)
      return true
    }
    const middle = pictureOf({ x: stage.width / 2, y: stage.height / 2 })
    const at = current?.moving ?? cursor ?? middle
    const way = arrowOf(event.key)
    if (way) {
      const next = cursor || current ? stepped(at, way, event.shiftKey) : at
      setCursor(next)
      if (current) setDraft({ ...current, moving: next })
      return true
    }
    if (event.key !== 'Enter' && event.key !== ' ') return false
    setCursor(at)
    if (current) {
      if (!marks.place({ ...current, moving: at }, frame)) setCursor(null)
    } else setDraft({ kind, points: [at], moving: at })
    return true
  }

  /** The same for an end that has the focus, and Delete. */
  function handleKey(event: KeyboardEvent, mark: Mark, index: number): boolean {
    const way = arrowOf(event.key)
    const point = mark.points[index]
    if (way && point) marks.move(mark.id, index, stepped(point, way, event.shiftKey))
    else if (event.key === 'Delete' || event.key === 'Backspace') marks.remove(mark.id)
    else return false
    return true
  }

  function stop() {
    setDraft(null)
    setCursor(null)
  }

  return { marks, here, draft: current, cursor, begin, hover, key, handleKey, stop }
}
