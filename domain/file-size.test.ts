import { expect, it } from 'vitest'
import { fileSize } from './file-size.ts'

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [3_449_000, '3.4 MB'],
  [800_000_000, '800 MB'],
  [1_250_000_000_000, '1,250 GB'],
])('%i bytes are read as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
