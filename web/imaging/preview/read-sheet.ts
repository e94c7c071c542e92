import { ImagingError } from '#web/imaging/types.ts'

/** The pixels of a sheet, read tile by tile: all of them at once would take three times 16 MB. */
export type Sheet = {
  width: number
  height: number
  /** RGBA of a part of it, row by row, in memory of its own. */
  tile(x: number, y: number, width: number, height: number): Uint8ClampedArray
}

/**
 * Opens a sheet's file and answers what `read` makes of its greys, which are as they were painted, or nearly: it is
 * compressed. In a worker with a canvas. Throws ImagingError 'corrupt', and what `read` throws.
 */
export async function readSheet(file: Blob, read: (sheet: Sheet) => void): Promise<void> {
  const bitmap = await createImageBitmap(file, {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  }).catch(() => {
    throw new ImagingError('corrupt', 'Not a sheet')
  })
  try {
    const { width, height } = bitmap
    const canvas = new OffscreenCanvas(1, 1)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new ImagingError('not_loaded', 'There is no canvas')
    read({
      width,
      height,
      tile(x, y, across, down) {
        if (canvas.width !== across) canvas.width = across
        if (canvas.height !== down) canvas.height = down
        context.drawImage(bitmap, -x, -y)
        return context.getImageData(0, 0, across, down).data
      },
    })
  } finally {
    bitmap.close()
  }
}
