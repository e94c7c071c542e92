import { expect, it } from 'vitest'
import { phoneCases } from './phone.cases.ts'
import { isPhone, phoneForms, phoneText } from './phone.ts'

it.each([
  '9620000000',
  '962 000 0000',
  '(962) 000-0000',
  '+52 962 000 0000',
  ' 962.000.0000 ',
  '962\u2011000\u20130000',
  '000-0000',
  '962 000 0000 ext 4',
  '962 000 0000, Ext. 12',
  '962 000 0000 extensión: 1204',
])('%s is a phone', (text) => {
  expect(isPhone(text)).toBe(true)
})

it.each([
  '',
  '12345',
  '962 000',
  'llámame',
  '962 000 0000 ext',
  'ext. 12',
  '962 ext. 123456',
  '1234567890123456',
])('"%s" is no phone', (text) => {
  expect(isPhone(text)).toBe(false)
})

it.each(phoneCases)('%j is called, written to and found by its number', (written, tel, whatsApp, search) => {
  expect(phoneForms(written)).toEqual({ tel, whatsApp, search })
})

it('is shown without a place to break', () => {
  expect(phoneText('+52 962 123 4567')).toBe('+52\u00a0962\u00a0123\u00a04567')
  expect(phoneText('9621234567')).toBe('962\u00a0123\u00a04567')
  expect(phoneText('con su mamá')).toBe('con su mamá')
})
