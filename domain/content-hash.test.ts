import { expect, it } from 'vitest'
import { hashGroups, signedTextName } from './content-hash.ts'

it('shows a hash eight digits at a time, and nothing of none', () => {
  expect(hashGroups('a1b2c3d4e5f60718')).toBe('a1b2c3d4 e5f60718')
  expect(hashGroups('a1b2c3d4e')).toBe('a1b2c3d4 e')
  expect(hashGroups('')).toBe('')
})

it('names the file of a signed text after its folio', () => {
  expect(signedTextName('INF-000123')).toBe('INF-000123.txt')
})
