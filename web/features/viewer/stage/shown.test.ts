import { expect, it } from 'vitest'
import { noticeWords } from '#web/copy/imaging.ts'
import type { ColorPicture, ImageHeader } from '#web/imaging/types.ts'
import { framesOf, noticesOf } from './shown.ts'

const header: ImageHeader = { transferSyntax: '1.2.840.10008.1.2.1', rows: 2, columns: 2, frames: 1 }
const one = { id: '1', name: 'Fantoma', header }
const picture: ColorPicture = {
  kind: 'color',
  columns: 2,
  rows: 2,
  pixels: new Uint8ClampedArray(new ArrayBuffer(16)),
}
const words = (...given: Parameters<typeof noticesOf>) => noticesOf(...given).map(noticeWords)

it('a series without places is leafed through like a volume, and it is said why there are no planes', () => {
  const stack = { ...one, kind: 'stack', slices: 60 } as const
  expect(framesOf(stack)).toBe(60)
  expect(words(stack, picture)).toEqual([
    'Las imágenes no indican su posición: se muestran en el orden de su número, sin planos ni panorámica. Pide al centro de imagen los archivos DICOM con la posición de cada corte, o al menos su separación.',
  ])
})

it('a picture says what of its file is not drawn, and nothing where all is', () => {
  const image = { ...one, kind: 'image' } as const
  expect(words(image, picture)).toEqual([])
  expect(words(image, { ...picture, notices: [{ kind: 'overlays' }, { kind: 'shutter' }] })).toEqual([
    'El archivo trae anotaciones sobre la imagen que aquí no se muestran.',
    'El archivo pide cubrir los bordes de la imagen: aquí se muestran completos.',
  ])
})
