import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useServices } from './use-services.ts'

const service = { name: 'Radiografía Panorámica', price: 450, requestable: true }
const page = (services: unknown) =>
  new Response(
    `<p></p><script type="application/json" id="landing-data">${JSON.stringify({ services })}</script>`,
  )

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('fills the prices in once the server has them, and then asks no more', async () => {
  vi.useFakeTimers()
  const fetched = vi.fn<() => Promise<Response>>()
  vi.stubGlobal('fetch', fetched)
  const { result } = renderHook(() => useServices(null))
  expect(result.current).toBeNull()

  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  fetched.mockResolvedValueOnce(page(null))
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(result.current).toBeNull()
  fetched.mockResolvedValueOnce(page([service]))
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(result.current).toEqual([service])
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(fetched).toHaveBeenCalledTimes(3)
})

it('asks nothing where the page has them', async () => {
  vi.useFakeTimers()
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  renderHook(() => useServices([service]))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(fetched).not.toHaveBeenCalled()
})
