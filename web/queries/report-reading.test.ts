import { expect, it } from 'vitest'
import { myResultsQuery, myStudiesQuery } from './my-studies.ts'
import { myReportQuery } from './report-reading.ts'

const written = { progress: 'en_interpretacion' }
const read = { progress: 'visto' }

it.each<[what: string, interval: unknown, waits: unknown, there: unknown]>([
  ['its page', myReportQuery('s').refetchInterval, null, { state: 'firmado' }],
  [
    'Mis Estudios',
    myStudiesQuery('me', { page: 1, pageSize: 10 }).refetchInterval,
    { rows: [read, written] },
    { rows: [read] },
  ],
  ['the home', myResultsQuery('me', 6).refetchInterval, [written], [read]],
])('what is held back comes within a minute without a reload: %s', (_, interval, waits, there) => {
  const after = (data: unknown) => typeof interval === 'function' && interval({ state: { data } })
  expect(after(waits)).toBeGreaterThan(0)
  expect(after(waits)).toBeLessThanOrEqual(60_000)
  expect(after(there)).toBe(false)
})
