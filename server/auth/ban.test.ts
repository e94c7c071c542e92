import { expect, it } from 'vitest'
import { parseBan } from './ban.ts'

it.each([
  ['none', 0],
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1500],
  ['100ms', 100],
  ['876000h', 876_000 * 3_600_000],
  ['9999999999h', 100 * 365.25 * 24 * 3_600_000],
  ['', undefined],
  ['24', undefined],
  ['-1h', undefined],
  ['1d', undefined],
])('the ban %j lasts %s ms', (text, milliseconds) => {
  expect(parseBan(text)).toBe(milliseconds)
})
