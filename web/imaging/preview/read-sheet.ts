import { ImagingError } from '#web/imaging/types.ts'

/** The greys of a sheet's file as they were painted, or nearly: it is compressed. In a worker with a canvas. Throws ImagingError 'corrupt'. */
export async function readSheet(file: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(file, {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  }).catch(() => {
    throw new ImagingError('corrupt', 'Not a sheet')
  })
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new ImagingError('not_loaded', 'There is no canvas')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}
