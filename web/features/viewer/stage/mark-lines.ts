import type { PixelSpacing, Point } from '#web/imaging/types.ts'
import {
  type Measured,
  type Measurement,
  measure,
  measuredText,
  measurementText,
} from '#web/imaging/view/measure.ts'
import { type Matrix, toStage } from '#web/imaging/view/view.ts'

export type MarkLines = {
  /** On the stage, in its pixels. */
  points: Point[]
  text: string
  /** Where the text stands, and on which side of it: 1 is right and below; above it on the right unless said otherwise. */
  label: Point
  beside?: Point
  /** Whether a colleague drew it. */
  other?: boolean
}

/** A colleague's lines, in CSS pixels: drawn and left out. */
export const otherDash = '7 5'

/** A measurement on its picture, in pixels: with what was saved of it, and whose it is. */
export type PictureMark = Measurement & { stored?: Measured; author?: string }

/** A measurement as it is drawn on the stage, by the screen and by saved pictures. */
export function linesOf(
  { kind, points, stored, author }: Omit<PictureMark, 'id'>,
  matrix: Matrix,
  spacing?: PixelSpacing,
): MarkLines {
  const drawn = points.map((point) => toStage(matrix, point))
  const [first = { x: 0, y: 0 }, second = first] = drawn
  const label = kind === 'length' ? { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 } : second
  const text = measurementText(kind, points, spacing)
  const now = measure(kind, points, spacing)
  const isNew = stored && (!now || measuredText(stored) !== measuredText(now))
  const words = [text, isNew && 'Medida recalculada', author].filter(Boolean).join(' · ')
  return { points: drawn, text: words, label, beside: freeOf(drawn, label), other: author !== undefined }
}

const upperRight: Point = { x: 1, y: -1 }

const quarters: readonly Point[] = [upperRight, { x: -1, y: -1 }, { x: 1, y: 1 }, { x: -1, y: 1 }]

/** The quarter about a place into which no line leads from it, so that words there lie on none: the upper right one if it is free. */
function freeOf(points: readonly Point[], { x, y }: Point): Point {
  const leads = (to: Point, by: Point) => (to.x - x) * by.x > 0 && (to.y - y) * by.y > 0
  return quarters.find((quarter) => !points.some((to) => leads(to, quarter))) ?? upperRight
}

/** Where the words of a mark begin or, on its left, end, on their base line; in CSS pixels from its label. */
export function wordsAt({ x, y } = upperRight): Point & { align: 'start' | 'end' } {
  return { x: 12 * x, y: y < 0 ? -10 : 20, align: x < 0 ? 'end' : 'start' }
}
