import { notDiagnostic } from '#web/copy/imaging.ts'
import type { PixelSpacing, Point } from '#web/imaging/types.ts'
import type { Matrix } from '#web/imaging/view/view.ts'
import { canvasFile } from './canvas-file.ts'
import { type MarkLines, otherDash, wordsAt } from './mark-lines.ts'
import { drawOnStage, ground } from './paint.ts'
import type { ShownSheet } from './sheet.ts'
import type { Stage } from './use-stage-size.ts'

const signal = '#6beadb'

export type Drawn = {
  picture: CanvasImageSource
  matrix: Matrix
  stage: Stage
  lines: readonly MarkLines[]
  /** Draws what lies over the picture besides, below its lines. */
  over?: ((context: CanvasRenderingContext2D, matrix: Matrix, ratio: number) => void) | undefined
  words?: string
}

/** What is seen of a picture, and where it lies. */
export type Seen = Drawn & {
  on: ShownSheet
  spacing: PixelSpacing | undefined
  /** What stands at its edges. */
  sides?: { left: string; right: string }
}

/** What is on the stage as a PNG. */
export async function exportPicture(drawn: Drawn): Promise<Blob> {
  return canvasFile(drawSeen(drawn))
}

/** Draws the picture as it lies, what was measured, and at its foot the words that belong to it. Throws without a canvas. */
export function drawSeen({
  picture,
  matrix,
  stage,
  lines,
  over,
  words = notDiagnostic,
}: Drawn): HTMLCanvasElement {
  const { ratio } = stage
  const foot = Math.round(32 * ratio)
  const canvas = document.createElement('canvas')
  canvas.width = stage.width
  canvas.height = stage.height + foot
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('No canvas for a picture of this size')
  drawOnStage(context, picture, matrix, stage)
  over?.(context, matrix, ratio)
  for (const mark of lines) drawMark(context, mark, ratio)
  context.fillStyle = ground
  context.fillRect(0, stage.height, stage.width, foot)
  context.fillStyle = '#edf3f3'
  context.font = `${14 * ratio}px Figtree, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(words, stage.width / 2, stage.height + foot / 2, stage.width - 8 * ratio)
  return canvas
}

function drawMark(
  context: CanvasRenderingContext2D,
  { points, text, label, beside, other }: MarkLines,
  ratio: number,
): void {
  context.lineJoin = 'round'
  context.beginPath()
  for (const { x, y } of points) context.lineTo(x, y)
  stroke(context, ratio, other ? otherDash : '')
  for (const { x, y } of points) {
    context.beginPath()
    context.arc(x, y, 4 * ratio, 0, 2 * Math.PI)
    stroke(context, ratio)
  }
  const off = wordsAt(beside)
  write(context, text, { x: label.x + off.x * ratio, y: label.y + off.y * ratio }, ratio, off.align)
}

/** Words over a picture, from their lower left corner, or right one. */
export function write(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y }: Point,
  ratio: number,
  align: 'start' | 'end' = 'start',
): void {
  context.font = `600 ${14 * ratio}px Figtree, sans-serif`
  context.textAlign = align
  context.textBaseline = 'alphabetic'
  context.lineWidth = 4 * ratio
  context.strokeStyle = ground
  context.strokeText(text, x, y)
  context.fillStyle = signal
  context.fillText(text, x, y)
}

/** Seen on bright and on dark ground. */
function stroke(context: CanvasRenderingContext2D, ratio: number, dash = ''): void {
  context.lineWidth = 4 * ratio
  context.strokeStyle = ground
  context.stroke()
  context.lineWidth = 1.75 * ratio
  context.strokeStyle = signal
  context.setLineDash(dash ? dash.split(' ').map((part) => Number(part) * ratio) : [])
  context.stroke()
  context.setLineDash([])
}
