import { expect, it } from 'vitest'
import { asksBefore } from './consent.ts'

const desk = { phone: false, metered: false }
const phone = { phone: true, metered: false }
const metered = { phone: false, metered: true }

it.each([
  [800_000_000, desk, false],
  [100_000_000, phone, false],
  [100_000_001, phone, true],
  [100_000_001, metered, true],
])('%i bytes on %o: asks %s', (bytes, device, asks) => {
  expect(asksBefore(bytes, device)).toBe(asks)
})

it.each([
  [800_000_000, desk, false],
  [20_000_000, phone, false],
  [20_000_001, phone, true],
  [1_000_000, metered, true],
])('%i bytes after a preview on %o: asks %s', (bytes, device, asks) => {
  expect(asksBefore(bytes, device, true)).toBe(asks)
})
