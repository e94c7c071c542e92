// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { asksBefore, keepSaving, thisDevice } from './consent.ts'

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

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('a device that saves data counts as one where every megabyte costs', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('screen', { width: 1440, height: 900 })
  expect(thisDevice().metered).toBe(false)
  keepSaving(true)
  expect(thisDevice().metered).toBe(true)
  keepSaving(false)
  expect(thisDevice().metered).toBe(false)
  expect(localStorage.length).toBe(0)
})
