import type { Crop } from '#domain/crop.ts'
import type { Picture } from '#web/parts/studies/read-picture.ts'

/** Pixels of a photo's side: enough for a large screen, some 60 KB. */
const photoSide = 512

/** Draws the chosen square over the whole canvas; transparent parts become white. */
export function draw(canvas: HTMLCanvasElement, { bitmap }: Picture, { left, top, side }: Crop): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.imageSmoothingQuality = 'high'
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The chosen square as a JPEG of 512 pixels. Throws when the browser cannot make one. */
export async function toPhoto(picture: Picture, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = photoSide
  draw(canvas, picture, crop)
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88))
  if (!photo) throw new Error('The browser made no image of the canvas.')
  return photo
}
