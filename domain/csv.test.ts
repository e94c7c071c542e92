import { expect, it } from 'vitest'
import { csvByteOrderMark, csvLine } from './csv.ts'

it('writes records of RFC 4180', () => {
  expect(csvLine(['Ana', 1250.5, true, null, ''])).toBe('Ana,1250.5,Sí,,\r\n')
  expect(csvLine(['Ruiz, Ana', 'dijo "sí"', 'una\r\ndos'])).toBe('"Ruiz, Ana","dijo ""sí""","una\r\ndos"\r\n')
  expect(csvByteOrderMark.codePointAt(0)).toBe(0xfeff)
})

it.each(['=1+1', '+52 962', '-2', '@SUM(A1)', ' =1', '\t=1', '\r=1', '＝1'])(
  'the text %j does not run in a spreadsheet',
  (text) => {
    const written = csvLine([text]).replace(/^"/, '')
    expect(written.startsWith(`'${text}`)).toBe(true)
  },
)

it('leaves numbers and harmless texts alone', () => {
  expect(csvLine([-5, 'a=b', '12-11'])).toBe('-5,a=b,12-11\r\n')
})
