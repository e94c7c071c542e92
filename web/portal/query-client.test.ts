import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('a read without a connection is tried twice more, and after two seconds the person is told', async () => {
  vi.useFakeTimers()
  const read = vi.fn().mockRejectedValue(new AppError('load_studies', 'network'))
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['lost'], queryFn: read })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(1_990)
  expect([read.mock.calls.length, observer.getCurrentResult().status]).toEqual([2, 'pending'])
  await vi.advanceTimersByTimeAsync(20)
  expect([read.mock.calls.length, observer.getCurrentResult().status]).toEqual([3, 'error'])
  stop()
})

it('a refusal is said at once', async () => {
  const read = vi.fn().mockRejectedValue(new AppError('load_studies', 'invalid'))
  await expect(createQueryClient().fetchQuery({ queryKey: ['refused'], queryFn: read })).rejects.toThrow()
  expect(read).toHaveBeenCalledTimes(1)
})

it('reads the same rows once for all who ask at the same moment, and again for whoever asks later', async () => {
  const client = createQueryClient()
  const read = vi.fn(async () => 'rows')
  const stop = new QueryObserver(client, { queryKey: ['rows', 1], queryFn: read }).subscribe(() => {})
  await until(() => expect(client.isFetching()).toBe(0))
  const other = vi.fn(async () => 'others')
  const stopOther = new QueryObserver(client, { queryKey: ['others'], queryFn: other }).subscribe(() => {})
  await until(() => expect(client.isFetching()).toBe(0))

  void client.invalidateQueries({ queryKey: ['rows'] })
  void client.invalidateQueries({ queryKey: ['others'] })
  void client.invalidateQueries({ queryKey: ['rows'] })
  await Promise.resolve()
  expect([read, other].map(({ mock }) => mock.calls.length)).toEqual([2, 2])
  // A change that is heard while the rows are being read: what comes may be older than it.
  await client.invalidateQueries({ queryKey: ['rows'] })
  expect(read).toHaveBeenCalledTimes(3)
  stop()
  stopOther()
})
