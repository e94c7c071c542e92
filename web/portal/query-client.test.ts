import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { createQueryClient } from './query-client.ts'

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
