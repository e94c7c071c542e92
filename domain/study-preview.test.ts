import { expect, it } from 'vitest'
import { besideFile, previewFiles } from './study-preview.ts'

it('pictures lie beside the file that they were made from', () => {
  expect(besideFile('patient/folder/tac.zip', 'portada.webp')).toBe('patient/folder/portada.webp')
  const files = previewFiles('patient/folder/tac.zip')
  expect(files).toContain('patient/folder/miniatura.jpg')
  expect(files).toContain('patient/folder/previa-4.webp')
  expect(files.at(-1)).toBe('patient/folder/indice.json')
  expect(files).toHaveLength(13)
})
