import type { Picture } from '#web/imaging/types.ts'
import { ownShade, paintGrey } from '#web/imaging/view/grey.ts'

/** The longer side, in pixels. */
const side = 320

/** A small WebP of a picture, as it is first shown. */
export async function thumbnailOf(picture: Picture): Promise<Blob> {
  const { columns, rows } = picture
  const image = new ImageData(columns, rows)
  if (picture.kind === 'color') image.data.set(picture.pixels)
  else paintGrey(picture, ownShade(picture), false, new Uint32Array(image.data.buffer))
  return shrink(await createImageBitmap(image), columns, rows)
}

/** The same of a photo. */
export async function thumbnailOfPhoto(photo: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(photo)
  return shrink(bitmap, bitmap.width, bitmap.height)
}

async function shrink(bitmap: ImageBitmap, columns: number, rows: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(columns, rows))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(columns * scale)),
    Math.max(1, Math.round(rows * scale)),
  )
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
}
