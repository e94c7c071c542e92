import type { Crop, Size } from '#domain/crop.ts'

/** A decoded picture, in the orientation in which it was taken. */
export type Picture = Size & { bitmap: ImageBitmap }

const types: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
/** Beyond this old phones run out of memory. */
const largestFile = 30_000_000
/** Pixels of a photo's side: enough for a large screen, some 60 KB. */
const photoSide = 512

/** The picture in a file, or the sentence that says why it cannot be one. */
export async function readPicture(file: File): Promise<Picture | string> {
  if (!types.includes(file.type)) return 'Elige una imagen JPEG, PNG o WebP.'
  if (file.size > largestFile) return 'La imagen pesa más de 30 MB. Elige una más pequeña.'
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return { bitmap, width: bitmap.width, height: bitmap.height }
  } catch {
    return 'No se pudo leer la imagen: puede estar dañada. Elige otra.'
  }
}

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
