// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { keepSaving, mayLoadUnasked, thisDevice } from './device.ts'

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

it.each([
  ['(pointer: coarse)', 390, false],
  ['(pointer: coarse)', 900, true],
  ['(prefers-reduced-data: reduce)', 900, false],
  ['', 390, true],
])('what nobody asked for, where %s holds on %i px: %s', (holds, width, may) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === holds }))
  vi.stubGlobal('screen', { width, height: 900 })
  expect(mayLoadUnasked()).toBe(may)
})
