import { type KeyboardEvent, useState } from 'react'
import type { Point } from '#web/imaging/types.ts'
import { valueAt, valueText } from '#web/imaging/view/region.ts'
import { type Matrix, toPicture, toStage } from '#web/imaging/view/view.ts'
import { type Figure, pathThrough, signal } from './figures.tsx'
import type { InstrumentPane } from './instruments.ts'
import { isOn, type Sheet } from './sheet.ts'
import { arrowOf } from './shortcuts.ts'
import type { Drag } from './use-pointer.ts'

/** CSS pixels of each arm of the cross, and what it leaves free in its middle. */
const [arm, gap] = [12, 3]

/** 'Sonda': the value under the pointer, and one that a press left standing on its picture. */
export function useProbe({ hand, picture, on, matrix, stage }: InstrumentPane) {
  const [at, setAt] = useState<Point | null>(null)
  const [fixed, setFixed] = useState<{ at: Point; sheet: Sheet } | null>(null)
  const inHand = hand === 'probe'
  const shown = [
    ...(fixed && isOn(fixed.sheet, on) ? [fixed.at] : []),
    ...(at && inHand ? [at] : []),
  ].flatMap((place) => {
    if (picture.kind !== 'grey') return []
    const value = valueAt(picture, place)
    return value === null ? [] : { place, text: valueText(value, picture) }
  })

  const fix = (place: Point) => setFixed({ at: place, sheet: on.sheet })

  function begin(place: Point): Drag | null {
    if (!inHand) return null
    setAt(null)
    fix(toPicture(matrix, place))
    return { move: (to) => fix(toPicture(matrix, to)) }
  }

  function hover(place: Point) {
    if (inHand) setAt(toPicture(matrix, place))
  }

  /** Arrows move it by a pixel (with shift by ten), Enter leaves it there, Escape takes all away. */
  function key(event: KeyboardEvent): boolean {
    if (!inHand) return false
    const here = at ?? fixed?.at ?? toPicture(matrix, { x: stage.width / 2, y: stage.height / 2 })
    const way = arrowOf(event.key)
    if (way) {
      const step = at ? Math.hypot(matrix.a, matrix.b) * (event.shiftKey ? 10 : 1) : 0
      const { x, y } = toStage(matrix, here)
      const next = toPicture(matrix, { x: x + way.x * step, y: y + way.y * step })
      setAt({
        x: Math.min(picture.columns - 0.5, Math.max(0, next.x)),
        y: Math.min(picture.rows - 0.5, Math.max(0, next.y)),
      })
      return true
    }
    if (event.key === 'Enter' && at) {
      fix(at)
      return true
    }
    if (event.key !== 'Escape' || (!at && !fixed)) return false
    stop()
    return true
  }

  function stop() {
    setAt(null)
    setFixed(null)
  }

  const figures = (to: Matrix, ratio: number): Figure[] =>
    shown.map(({ place, text }) => {
      const { x, y } = toStage(to, place)
      const [far, near] = [arm * ratio, gap * ratio]
      const lines = [
        [
          { x: x - far, y },
          { x: x - near, y },
        ],
        [
          { x: x + near, y },
          { x: x + far, y },
        ],
        [
          { x, y: y - far },
          { x, y: y - near },
        ],
        [
          { x, y: y + near },
          { x, y: y + far },
        ],
      ]
      return {
        path: lines.map((line) => pathThrough(line)).join(''),
        line: signal,
        words: { at: { x: x + 14 * ratio, y: y - 10 * ratio }, lines: [text] },
      }
    })
  return { begin, hover, key, stop, leave: () => setAt(null), figures, said: shown.at(-1)?.text }
}
