import { type KeyboardEvent, useState } from 'react'
import type { PixelSpacing, Point } from '#web/imaging/types.ts'
import { nearestHandle } from '#web/imaging/view/measure.ts'
import { type Extent, type Matrix, toPicture, toStage } from '#web/imaging/view/view.ts'
import { fromPixels, isOn, type Sheet, type ShownSheet, toPixels } from './sheet.ts'
import { arrowOf } from './shortcuts.ts'
import type { Drawings, Mark } from './use-marks.tsx'
import type { Drag } from './use-pointer.ts'
import type { Stage } from './use-stage-size.ts'

/** One that is being drawn: the points that stand, and the one that still moves, in pixels. */
export type Draft<Kind> = { kind: Kind; points: Point[]; moving: Point; sheet: Sheet }

/** A point is drawn with a drag, not a press, once it moved this far, in CSS pixels. */
const dragged = 6

/**
 * Draws and changes measurements by pointer (drag, or press by press) and keyboard (arrows, Enter). Results
 * are in pixels of the picture, so zoom does not change them; what is kept lies on the sheet shown.
 */
export function useMeasuring<Kind extends string>({
  marks,
  counts,
  kind,
  on,
  spacing,
  extent,
  matrix,
  stage,
}: {
  /** Of others than these kinds nothing is seen here. */
  marks: Omit<Drawings<NoInfer<Kind>>, 'marks'> & { marks: readonly Mark<string>[] }
  /** How many points each kind takes. */
  counts: Record<Kind, number>
  /** What is being measured; null with another tool in hand. */
  kind: Kind | null
  on: ShownSheet
  spacing: PixelSpacing | undefined
  extent: Extent
  matrix: Matrix
  stage: Stage
}) {
  const [draft, setDraft] = useState<Draft<Kind> | null>(null)
  const [cursor, setCursor] = useState<Point | null>(null)
  const here = marks.marks
    .filter((mark): mark is Mark<Kind> => mark.kind in counts && isOn(mark.sheet, on))
    .map(({ id, kind, points, label, stored, author }) => ({
      id,
      kind,
      points: points.map((one) => toPixels(one, on.pixel)),
      label,
      stored,
      author,
    }))
  // A measurement begun on one picture cannot end on another.
  const current = draft?.kind === kind && isOn(draft.sheet, on) ? draft : null
  const { pixel } = on
  const move = (id: string, at: number, point: Point) =>
    marks.move(id, at, { point: fromPixels(point, pixel), spacing, pixel })

  /** The moving point stands from now on; the last one ends the measurement. Answers what is left to draw. */
  function place({ kind, points: standing, moving, sheet }: Draft<Kind>): Draft<Kind> | null {
    const points = [...standing, moving]
    const left = points.length < counts[kind] ? { kind, points, moving, sheet } : null
    if (!left) marks.add({ kind, points: points.map((one) => fromPixels(one, pixel)), sheet, spacing, pixel })
    setDraft(left)
    return left
  }

  /** One that begins: its first point stands, unless that is its last. */
  const begun = (kind: Kind, point: Point): Draft<Kind> => ({
    kind,
    points: counts[kind] === 1 ? [] : [point],
    moving: point,
    sheet: on.sheet,
  })
  const inside = ({ x, y }: Point): Point => ({
    x: Math.min(extent.columns, Math.max(0, x)),
    y: Math.min(extent.rows, Math.max(0, y)),
  })
  const pictureOf = (at: Point) => inside(toPicture(matrix, at))

  /** A drag of the end of a measurement, or of a new one; null when neither is meant. */
  function begin(at: Point, touch: boolean): Drag | null {
    setCursor(null)
    const handles = here.flatMap((mark) =>
      (mark.author ? [] : mark.points).map((point, index) => ({ ...toStage(matrix, point), mark, index })),
    )
    const held = current ? null : nearestHandle(handles, at, (touch ? 24 : 10) * stage.ratio)
    if (held) {
      // Offset from the finger, which would hide it.
      const off = { x: held.x - at.x, y: held.y - at.y }
      return {
        move: (to) => move(held.mark.id, held.index, pictureOf({ x: to.x + off.x, y: to.y + off.y })),
      }
    }
    if (!kind) return null
    const point = pictureOf(at)
    let drawing = current ? { ...current, moving: point } : begun(kind, point)
    setDraft(drawing)
    return {
      move: (to) => {
        drawing = { ...drawing, moving: pictureOf(to) }
        setDraft(drawing)
      },
      end: (to) => {
        const last = drawing.points.at(-1)
        const from = last && toStage(matrix, last)
        const moved = from ? Math.hypot(to.x - from.x, to.y - from.y) / stage.ratio : dragged
        if (moved >= dragged) place(drawing)
      },
      cancel: () => setDraft(current),
    }
  }

  function hover(at: Point) {
    if (current) setDraft({ ...current, moving: pictureOf(at) })
  }

  /** A step of the keyboard in a direction as it is seen, in pixels of the picture. */
  function stepped(point: Point, way: Point, isLarge: boolean): Point {
    const { x, y } = toStage(matrix, point)
    const step = Math.hypot(matrix.a, matrix.b) * (isLarge ? 10 : 1)
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
    const drawing = current ? { ...current, moving: at } : begun(kind, at)
    // The first of several points stands; the last one of all ends it.
    if (!current && drawing.points.length > 0) setDraft(drawing)
    else if (!place(drawing)) setCursor(null)
    return true
  }

  /** The same for an end that has the focus, and Delete. */
  function handleKey(
    event: KeyboardEvent,
    mark: { id: string; points: readonly Point[] },
    index: number,
  ): boolean {
    const way = arrowOf(event.key)
    const point = mark.points[index]
    if (way && point) move(mark.id, index, stepped(point, way, event.shiftKey))
    else if (event.key === 'Delete' || event.key === 'Backspace') marks.remove([mark.id])
    else return false
    return true
  }

  function stop() {
    setDraft(null)
    setCursor(null)
  }

  /** Deletes what is visible on this picture, and nothing else. */
  const clear = () => marks.remove(here.map(({ id }) => id))

  return { here, clear, draft: current, cursor, begin, hover, key, handleKey, stop }
}
