import type { Cut, Point } from '#web/imaging/types.ts'
import type { Matrix } from '#web/imaging/view/view.ts'
import type { Canals } from '#web/imaging/volume/canal.ts'
import { tubeFigures, tubesOn } from '../stage/canal-figures.ts'
import { type Figure, paintFigure } from '../stage/figures.tsx'
import { type Sheet, type ShownSheet, sectionWidth } from '../stage/sheet.ts'

/** Lines on paper are as thin as this part of those on a screen. */
const thin = 0.2

/** Canals on a picture of the sheet, `from` rows below its upper edge: figures in widths of its pixels. */
export function canalsOnPaper(
  canals: Canals,
  sheet: Sheet,
  { columns, rows }: Pick<Cut, 'columns' | 'rows'>,
  pixel: Point,
  from: number,
): Figure[] {
  const on: ShownSheet = { sheet, pixel, thick: 0 }
  const aspect = pixel.y / pixel.x
  // A section of another width has the curve in its middle, too.
  const aside = sheet.view === 'section' ? (columns - (Math.round(sectionWidth / pixel.x) + 1)) / 2 : 0
  const to: Matrix = { a: 1, b: 0, c: 0, d: aspect, e: aside, f: -from * aspect }
  return tubeFigures(tubesOn(canals, on, rows * pixel.y), on, to)
}

/** Paints them into the picture itself, whose pixels may be no squares. */
export function paintOnPaper(canvas: HTMLCanvasElement, figures: readonly Figure[], pixel: Point): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.setTransform(1, 0, 0, pixel.x / pixel.y, 0, 0)
  for (const figure of figures) paintFigure(context, figure, thin)
  context.setTransform(1, 0, 0, 1, 0, 0)
}
