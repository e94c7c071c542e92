import { expect, it } from 'vitest'
import { isEmail, isPhone } from './contact.ts'

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
])('"%s" is no e-mail', (text) => {
  expect(isEmail(text)).toBe(false)
})

it.each(['9620000000', '962 000 0000', '(962) 000-0000', '+52 962 000 0000', ' 962.000.0000 ', '000-0000'])(
  '%s is a phone',
  (text) => {
    expect(isPhone(text)).toBe(true)
  },
)

it.each(['', '12345', '962 000', 'llámame', '962 000 0000 ext 4', '1234567890123456'])(
  '"%s" is no phone',
  (text) => {
    expect(isPhone(text)).toBe(false)
  },
)
