import { jpegQuality } from '#domain/study-preview.ts'
import type { Picture } from '#web/parts/studies/read-picture.ts'
import { canvasFile } from '../stage/canvas-file.ts'

/** A key image: at most so many pixels on its longer side, and so many bytes. */
export const keyImage = { side: 2000, bytes: 1024 ** 2 }
const qualities = [0.9, 0.75, 0.5]

export type KeyPicture = { blob: Blob; width: number; height: number }

/**
 * A canvas as it is kept: WebP, or JPEG where the browser answers another type. Throws where the file would be too large even
 * with little quality.
 */
export async function keyFile(canvas: HTMLCanvasElement): Promise<KeyPicture> {
  const { width, height } = canvas
  for (const quality of qualities) {
    const webp = await canvasFile(canvas, 'image/webp', quality)
    const blob =
      webp.type === 'image/webp'
        ? webp
        : await canvasFile(canvas, 'image/jpeg', Math.min(quality, jpegQuality))
    if (blob.size <= keyImage.bytes) return { blob, width, height }
  }
  throw new Error('A key image of more bytes than are kept')
}

/** A picture drawn anew: of its file nothing stays but what is seen, no EXIF, no name. Throws as `keyFile` does, and without a canvas. */
export async function drawnAnew({ bitmap, width, height }: Picture): Promise<KeyPicture> {
  const by = Math.min(1, keyImage.side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * by))
  canvas.height = Math.max(1, Math.round(height * by))
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('No canvas for a picture of this size')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return keyFile(canvas)
}
