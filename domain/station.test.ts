import { expect, it } from 'vitest'
import { stationRuns, testWords } from './station.ts'

const seen_at = '2026-11-20T12:00:00Z'
const now = Date.parse(seen_at)

it('the station runs while it said so in the last two minutes', () => {
  expect(stationRuns(null, now)).toBe(false)
  expect(stationRuns({ seen_at }, now + 120_000)).toBe(true)
  expect(stationRuns({ seen_at }, now + 120_001)).toBe(false)
})

const asked = { asked: seen_at, tested: null, answered: null, given: false, runs: true }
it.each([
  ['before it was asked', { asked: null }, null],
  ['while it is waited for', {}, null],
  ['of an older test', { tested: '2026-11-20T11:59:59Z', answered: true }, null],
  ['once it answered', { tested: '2026-11-20T12:00:02Z', answered: true }, 'Respondió'],
  ['once it did not', { tested: '2026-11-20T12:00:02Z', answered: false }, 'No respondió'],
  ['after 30 seconds', { given: true }, 'No respondió'],
  ['without a station', { runs: false }, 'La estación no está en marcha'],
])('a machine is tested, %s', (_, change, words) => {
  expect(testWords({ ...asked, ...change })).toBe(words)
})
