import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { busyWith, watched, whenNetworkIdle } from './idle-network.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A request that is answered, or fails, when told so. */
function request() {
  let end = (_answer: Promise<Response>) => {}
  const promise = new Promise<Response>((resolve) => {
    end = resolve
  })
  const answered = watched(() => promise)('/').catch(() => {})
  return {
    answer: () => {
      end(Promise.resolve(new Response()))
      return answered
    },
    fail: () => {
      end(Promise.reject(new TypeError('Failed to fetch')))
      return answered
    },
  }
}

it('waits for what is on its way, for what that leads to, and not for longer', async () => {
  const done = vi.fn()
  const first = request()
  const second = request()
  whenNetworkIdle().then(done)
  await vi.advanceTimersByTimeAsync(500)
  await first.answer()
  await vi.advanceTimersByTimeAsync(500)
  expect(done).not.toHaveBeenCalled()
  await second.fail()
  const third = request()
  await vi.advanceTimersByTimeAsync(500)
  expect(done).not.toHaveBeenCalled()
  await third.answer()
  await vi.advanceTimersByTimeAsync(500)
  expect(done).toHaveBeenCalledOnce()
})

it('does not wait when nothing is asked', async () => {
  const done = vi.fn()
  whenNetworkIdle().then(done)
  await vi.advanceTimersByTimeAsync(500)
  expect(done).toHaveBeenCalledOnce()
})

it('waits for the code of a screen, also where that fails', async () => {
  const done = vi.fn()
  let arrive = () => {}
  const code = busyWith(new Promise<void>((resolve) => (arrive = resolve)))
  let fail = () => {}
  const lost = busyWith(new Promise<void>((_, reject) => (fail = () => reject(new Error('offline'))))).catch(
    () => {},
  )
  whenNetworkIdle().then(done)
  arrive()
  await code
  await vi.advanceTimersByTimeAsync(500)
  expect(done).not.toHaveBeenCalled()
  fail()
  await lost
  await vi.advanceTimersByTimeAsync(500)
  expect(done).toHaveBeenCalledOnce()
})
