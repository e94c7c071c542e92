import { expect, it } from 'vitest'
import { isLocalPath } from './local-path.ts'

it.each([
  '',
  'dashboard',
  '//otro.test',
  '/\\otro.test',
  '/a\\b',
  '/a b',
  '/\t/otro.test',
  'javascript:alert(1)',
])('%j is no path of this site', (path) => {
  expect(isLocalPath(path)).toBe(false)
})
