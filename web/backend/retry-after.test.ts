import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toAppError } from './errors.ts'
import { fetchNotingWaits, secondsToWait } from './retry-after.ts'

const answer = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const refuse = (headers: Record<string, string>) =>
  answer.mockResolvedValueOnce(new Response('{}', { status: 429, headers }))

it('tells how long a refusal asks to wait, and less as time goes by', async () => {
  refuse({ 'retry-after': '240' })
  await fetchNotingWaits('/auth/v1/token')
  expect(secondsToWait()).toBe(240)
  vi.advanceTimersByTime(61_000)
  expect(secondsToWait()).toBe(179)
  vi.advanceTimersByTime(180_000)
  expect(secondsToWait()).toBeNull()
})

it('knows nothing of a refusal that does not say', async () => {
  refuse({ 'retry-after': '60' })
  await fetchNotingWaits('/auth/v1/token')
  refuse({})
  await fetchNotingWaits('/auth/v1/token')
  expect(secondsToWait()).toBeNull()
})

it('goes with the error of too many tries, and with no other', async () => {
  refuse({ 'retry-after': '90' })
  await fetchNotingWaits('/auth/v1/token')
  expect(toAppError({ status: 429, code: 'over_request_rate_limit' }, 'sign_in').wait).toBe(90)
  expect(toAppError({ status: 400, code: 'invalid_credentials' }, 'sign_in').wait).toBeNull()
})
