import type { Size } from '#domain/crop.ts'

/** A decoded picture, in the orientation in which it was taken. */
export type Picture = Size & { bitmap: ImageBitmap }

const types: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** For a field that chooses one. */
export const pictureTypes = types.join(',')

/** The picture in a file of at most so many MB, or the sentence that says why it cannot be one. */
export async function readPicture(file: File, mostMb: number): Promise<Picture | string> {
  if (!types.includes(file.type)) return 'Elige una imagen JPEG, PNG o WebP.'
  if (file.size > mostMb * 1_000_000) return `La imagen pesa más de ${mostMb} MB. Elige una más pequeña.`
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return { bitmap, width: bitmap.width, height: bitmap.height }
  } catch {
    return 'No se pudo leer la imagen: puede estar dañada. Elige otra.'
  }
}
