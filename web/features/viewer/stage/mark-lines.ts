import type { PixelSpacing, Point } from '#web/imaging/types.ts'
import { type Measurement, measurementText } from '#web/imaging/view/measure.ts'
import { type Matrix, toStage } from '#web/imaging/view/view.ts'

export type MarkLines = {
  /** On the stage, in its pixels. */
  points: Point[]
  text: string
  /** Where the text stands. */
  label: Point
}

/** A measurement as it is drawn on the stage, by the screen and by saved pictures. */
export function linesOf(
  { kind, points }: Pick<Measurement, 'kind' | 'points'>,
  matrix: Matrix,
  spacing?: PixelSpacing,
): MarkLines {
  const drawn = points.map((point) => toStage(matrix, point))
  const [first = { x: 0, y: 0 }, second = first] = drawn
  const label = kind === 'length' ? { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 } : second
  return { points: drawn, text: measurementText(kind, points, spacing), label }
}
