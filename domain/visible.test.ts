import { expect, it } from 'vitest'
import { visible } from './visible.ts'

it.each([
  ['\u202a+52 962 123 4567\u202c', '+52 962 123 4567'],
  ['\u2068962 123 4567\u2069\u200e', '962 123 4567'],
  ['\ufeffana\u200b@correo.test\u2060', 'ana@correo.test'],
  ['radio\u00adgraf\u00eda', 'radiografía'],
  ['\u0000Ana\u0007 Ruiz\u009f', 'Ana Ruiz'],
  ['una línea\r\n\totra', 'una línea\r\n\totra'],
  ['962\u00a0123', '962\u00a0123'],
  ['Jose\u0301 Núñez', 'Jose\u0301 Núñez'],
  ['bien 👩🏽‍⚕️❤️ y 👨‍👩‍👧', 'bien 👩🏽‍⚕️❤️ y 👨‍👩‍👧'],
  ['', ''],
])('of %j one sees %j', (text, seen) => {
  expect(visible(text)).toBe(seen)
})
