import { jpegQuality, pictureKinds } from '#domain/study-preview.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { type Drawing, sizeWithin, tintOf } from './drawing.ts'
import type { MadePicture } from './preview.ts'

/** Part of the quality that a picture above its bytes is made with again. */
const less = 0.5

/** What a file is made from: colours, or a photo, which the browser turns as its EXIF says. */
export type Drawn = Drawing | Blob

export type Encoded = { picture: MadePicture; tint: string }

/** Makes the file of a drawing, in a worker with a canvas. Throws ImagingError 'too_large' above the bytes of its kind. */
export async function encode(drawn: Drawn, kind: keyof typeof pictureKinds): Promise<Encoded> {
  const { side, quality, bytes } = pictureKinds[kind]
  const photo = drawn instanceof Blob
  const bitmap = await createImageBitmap(
    photo ? drawn : new ImageData(drawn.pixels, drawn.columns, drawn.rows),
  )
  const whole = { columns: bitmap.width, rows: bitmap.height, ratio: photo ? 1 : drawn.ratio }
  const { width, height } = sizeWithin(whole, side)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new ImagingError('not_loaded', 'There is no canvas')
  // Under a photo that is transparent in places.
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const tint = tintOf(context.getImageData(0, 0, width, height).data)
  return { picture: { blob: await fileWithin(canvas, quality, bytes), width, height }, tint }
}

/**
 * The canvas as WebP, or as JPEG where the browser answers another type, which it does without saying so; with less quality
 * above so many bytes. Throws ImagingError 'too_large' above them even then.
 */
export async function fileWithin(
  canvas: Pick<OffscreenCanvas, 'convertToBlob'>,
  quality: number,
  bytes: number,
): Promise<Blob> {
  for (const part of [1, less]) {
    const webp = await canvas.convertToBlob({ type: 'image/webp', quality: quality * part })
    const file =
      webp.type === 'image/webp'
        ? webp
        : await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality * part })
    if (file.size <= bytes) return file
  }
  throw new ImagingError('too_large')
}
