import { describe, expect, it } from 'vitest'
import { isEmail, isUuid } from './contact.ts'

it.each(['ana@correo.test', 'ana.ruiz+estudios@correo.com.mx', "o'neil@correo.test"])(
  '%s is an e-mail',
  (text) => {
    expect(isEmail(text)).toBe(true)
  },
)

it.each([
  '',
  'ana',
  'ana@',
  'ana@correo',
  '@correo.test',
  'a b@correo.test',
  'ana@correo..test',
  `${'a'.repeat(250)}@b.mx`,
])('$0 is no e-mail', (text) => {
  expect(isEmail(text)).toBe(false)
})

describe('a uuid', () => {
  it('is told from any other text', () => {
    expect(isUuid('3f2b8c1e-9d4a-4c6b-8f1e-2a7d5b9c0e11')).toBe(true)
    expect(isUuid('3f2b8c1e9d4a4c6b8f1e2a7d5b9c0e11')).toBe(false)
    expect(isUuid('add')).toBe(false)
  })
})
