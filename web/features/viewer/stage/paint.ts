import { paintGrey, type Shade } from '#web/imaging/view/grey.ts'
import type { Matrix, Size } from '#web/imaging/view/view.ts'
import type { Shown } from './shown.ts'

/** `film-950`, the ground of every image. */
export const ground = '#050b0f'

export type Painter = (shown: Shown, shade: Shade, inverted: boolean) => HTMLCanvasElement

/** Draws pictures at their own size into a canvas that nobody sees, and only when something about them changed. */
export function createPainter(): Painter {
  const canvas = document.createElement('canvas')
  /** Each of those that somebody leafs through would leave its own to be collected. */
  let pixels: ImageData | null = null
  const roomFor = ({ columns, rows }: Shown) => {
    if (pixels?.width !== columns || pixels.height !== rows) pixels = new ImageData(columns, rows)
    return pixels
  }
  let last: { shown: Shown; shade: Shade; inverted: boolean } | null = null
  return (shown, shade, inverted) => {
    const same =
      last?.shown === shown &&
      last.inverted === inverted &&
      // A window does not apply to colours.
      (last.shade === shade || shown.kind !== 'grey')
    if (!same) paint(canvas, shown, shade, inverted, roomFor)
    last = { shown, shade, inverted }
    return canvas
  }
}

function paint(
  canvas: HTMLCanvasElement,
  shown: Shown,
  shade: Shade,
  inverted: boolean,
  roomFor: (shown: Shown) => ImageData,
): void {
  if (canvas.width !== shown.columns || canvas.height !== shown.rows) {
    canvas.width = shown.columns
    canvas.height = shown.rows
  }
  const context = canvas.getContext('2d', { alpha: shown.kind !== 'grey' })
  if (!context) return
  if (shown.kind === 'grey') {
    const image = roomFor(shown)
    paintGrey(shown, shade, inverted, new Uint32Array(image.data.buffer))
    context.putImageData(image, 0, 0)
    return
  }
  if (shown.kind === 'color')
    context.putImageData(new ImageData(shown.pixels, shown.columns, shown.rows), 0, 0)
  else context.drawImage(shown.image, 0, 0)
  if (!inverted) return
  context.globalCompositeOperation = 'difference'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.globalCompositeOperation = 'source-over'
}

/** Draws the picture on the stage. At 1:1 its pixels are left as they are; when smaller they are averaged. */
export function drawOnStage(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  { a, b, c, d, e, f }: Matrix,
  stage: Size,
): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = ground
  context.fillRect(0, 0, stage.width, stage.height)
  context.setTransform(a, b, c, d, e, f)
  const scale = Math.hypot(a, b)
  context.imageSmoothingEnabled = scale !== 1 || Math.hypot(c, d) !== 1
  context.imageSmoothingQuality = scale < 1 ? 'high' : 'low'
  context.drawImage(picture, 0, 0)
  context.setTransform(1, 0, 0, 1, 0, 0)
}
