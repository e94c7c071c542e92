import { notDiagnostic } from '#web/copy/imaging.ts'
import type { Matrix } from '#web/imaging/view/view.ts'
import type { MarkLines } from './mark-lines.ts'
import { drawOnStage, ground } from './paint.ts'
import type { Stage } from './use-stage-size.ts'

const signal = '#6beadb'

/** What is on the stage as a PNG: the picture as it lies, what was measured, and at its foot the words that belong to it. */
export function exportPicture({
  picture,
  matrix,
  stage,
  lines,
  words = notDiagnostic,
}: {
  picture: CanvasImageSource
  matrix: Matrix
  stage: Stage
  lines: readonly MarkLines[]
  words?: string
}): Promise<Blob> {
  const { ratio } = stage
  const foot = Math.round(32 * ratio)
  const canvas = document.createElement('canvas')
  canvas.width = stage.width
  canvas.height = stage.height + foot
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return Promise.reject(new Error('No canvas for a picture of this size'))
  drawOnStage(context, picture, matrix, stage)
  for (const mark of lines) drawMark(context, mark, ratio)
  context.fillStyle = ground
  context.fillRect(0, stage.height, stage.width, foot)
  context.fillStyle = '#edf3f3'
  context.font = `${14 * ratio}px Figtree, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(words, stage.width / 2, stage.height + foot / 2)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No PNG'))), 'image/png')
  })
}

function drawMark(
  context: CanvasRenderingContext2D,
  { points, text, label }: MarkLines,
  ratio: number,
): void {
  context.lineJoin = 'round'
  context.beginPath()
  for (const { x, y } of points) context.lineTo(x, y)
  stroke(context, ratio)
  for (const { x, y } of points) {
    context.beginPath()
    context.arc(x, y, 4 * ratio, 0, 2 * Math.PI)
    stroke(context, ratio)
  }
  context.font = `600 ${14 * ratio}px Figtree, sans-serif`
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.lineWidth = 4 * ratio
  context.strokeStyle = ground
  context.strokeText(text, label.x + 12 * ratio, label.y - 10 * ratio)
  context.fillStyle = signal
  context.fillText(text, label.x + 12 * ratio, label.y - 10 * ratio)
}

/** Seen on bright and on dark ground. */
function stroke(context: CanvasRenderingContext2D, ratio: number): void {
  context.lineWidth = 4 * ratio
  context.strokeStyle = ground
  context.stroke()
  context.lineWidth = 1.75 * ratio
  context.strokeStyle = signal
  context.stroke()
}
