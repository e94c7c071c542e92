import { expect, it } from 'vitest'
import { closureWhen } from './closure-words.ts'

const day = {
  kind: 'cierre',
  first_day: '2026-12-24',
  last_day: '2026-12-24',
  opens: null,
  closes: null,
} as const
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it.each([
  ['24/12/2026', day],
  ['24/12/2026 al 02/01/2027', { ...day, last_day: '2027-01-02' }],
  ['24/12/2026, 09:00 a. m. a 02:00 p. m.', { ...day, opens: '09:00:00', closes: '14:00:00' }],
  ['24/12/2026, 02:00 p. m. a medianoche', { ...day, opens: '14:00:00' }],
  [
    '24/12/2026, 10:00 p. m. al 25/12/2026, 06:00 a. m.',
    { ...day, last_day: '2026-12-25', opens: '22:00', closes: '06:00' },
  ],
  [
    '24/12/2026 al 25/12/2026, 10:00 a. m. a 12:00 p. m.',
    { ...day, kind: 'apertura' as const, last_day: '2026-12-25', opens: '10:00', closes: '12:00' },
  ],
])('says %s', (words, closure) => {
  expect(plain(closureWhen(closure))).toBe(words)
})
