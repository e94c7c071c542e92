import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveListener } from '#web/backend/live/live.ts'
import { useLive } from './use-live.ts'

const listeners = new Map<string, LiveListener>()
vi.mock('#web/backend/live/live.ts', () => ({
  follow: (table: string, _filter: string, listener: LiveListener) => {
    listeners.set(table, listener)
    return () => listeners.delete(table)
  },
}))
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
})

const change = (table: string, times = 1) => {
  for (let n = 0; n < times; n++) listeners.get(table)?.onChange()
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('a burst of changes is read once, and the next one a second later at the earliest', async () => {
  const read = vi.fn()
  renderHook(() => useLive('cita_events', '', read))
  change('cita_events', 24)
  await pass(300)
  expect(read).toHaveBeenCalledTimes(1)
  for (let n = 0; n < 20; n++) {
    change('cita_events', 2)
    await pass(100)
  }
  expect(read.mock.calls.length).toBeLessThanOrEqual(3)
  await pass(1_000)
  const reads = read.mock.calls.length
  await pass(5_000)
  expect(read).toHaveBeenCalledTimes(reads)
})

it('one change is read soon, also when another list was just read', async () => {
  const [read, other] = [vi.fn(), vi.fn()]
  renderHook(() => useLive('citas', '', read))
  renderHook(() => useLive('messages', '', other))
  change('citas')
  await pass(300)
  change('messages')
  await pass(1_200)
  expect([read.mock.calls.length, other.mock.calls.length]).toEqual([1, 1])
})

it('two tables of one list are one read', async () => {
  const read = vi.fn()
  renderHook(() => {
    useLive('citas', '', read)
    useLive('messages', '', read)
  })
  change('citas')
  change('messages')
  await pass(2_000)
  expect(read).toHaveBeenCalledTimes(1)
})

it('nothing is read for a screen that was left', async () => {
  const read = vi.fn()
  const { unmount } = renderHook(() => useLive('citas', '', read))
  change('citas')
  unmount()
  await pass(2_000)
  expect(read).not.toHaveBeenCalled()
})
