import { afterEach, expect, it, vi } from 'vitest'
import { readPicture } from './read-picture.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser that reads a picture of 8 by 6, or none. */
function browser(reads: boolean) {
  const decode = vi.fn(async (..._: unknown[]) => {
    if (!reads) throw new Error('no picture')
    return { width: 8, height: 6 }
  })
  vi.stubGlobal('createImageBitmap', decode)
  return decode
}

const file = (type: string, bytes: number) => new File([new Uint8Array(bytes)], 'placa', { type })

it.each(['image/jpeg', 'image/png', 'image/webp'])('reads %s, turned as its EXIF says', async (type) => {
  const decode = browser(true)
  const chosen = file(type, 5_000_000)
  expect(await readPicture(chosen, 5)).toMatchObject({ width: 8, height: 6 })
  expect(decode).toHaveBeenCalledExactlyOnceWith(chosen, { imageOrientation: 'from-image' })
})

it.each([
  ['another type', file('image/gif', 9), 'Elige una imagen JPEG, PNG o WebP.'],
  ['no picture', file('text/plain', 9), 'Elige una imagen JPEG, PNG o WebP.'],
  ['too large', file('image/png', 5_000_001), 'La imagen pesa más de 5 MB. Elige una más pequeña.'],
])('says why a file is not read, and does not open it: %s', async (_, chosen, words) => {
  const decode = browser(true)
  expect(await readPicture(chosen, 5)).toBe(words)
  expect(decode).not.toHaveBeenCalled()
})

it('says that one is damaged', async () => {
  browser(false)
  expect(await readPicture(file('image/png', 9), 5)).toBe(
    'No se pudo leer la imagen: puede estar dañada. Elige otra.',
  )
})
