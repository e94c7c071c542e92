import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveListener, LiveTable } from '#web/backend/live/live.ts'
import { useLiveTables } from './use-live-tables.ts'

const listeners = new Map<string, LiveListener>()
const filters: string[] = []
vi.mock('#web/backend/live/live.ts', () => ({
  follow: (table: string, filter: string, listener: LiveListener) => {
    listeners.set(table, listener)
    filters.push(filter)
    return () => listeners.delete(table)
  },
}))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const tables = ['study_requests', 'citas'] as const
const hear = (table: LiveTable) =>
  act(async () => {
    listeners.get(table)?.onState('online')
    listeners.get(table)?.onChange()
    await vi.advanceTimersByTimeAsync(1_200)
  })

it('reads once when the last of several tables is heard, and then after each change', async () => {
  const changed = vi.fn()
  const { result } = renderHook(() => useLiveTables(tables, 'id=eq.1', changed))
  expect(filters).toEqual(['id=eq.1', ''])
  await hear('study_requests')
  expect([changed.mock.calls.length, result.current]).toEqual([0, 'connecting'])
  await hear('citas')
  expect([changed.mock.calls.length, result.current]).toEqual([1, 'online'])
  await hear('citas')
  expect(changed).toHaveBeenCalledTimes(2)
})

it('waits for no table that is not heard, and says so', async () => {
  const changed = vi.fn()
  const { result } = renderHook(() => useLiveTables(tables, '', changed))
  await hear('study_requests')
  await act(async () => {
    listeners.get('citas')?.onState('offline')
    await vi.advanceTimersByTimeAsync(1_200)
  })
  expect([changed.mock.calls.length, result.current]).toEqual([1, 'offline'])
})
