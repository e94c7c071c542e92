import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DrawnPage } from './paper-drawing.ts'
import { type AskPages, usePaperPages } from './use-paper-pages.ts'

let urls: Set<string>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  urls = new Set()
  let made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:${++made}`
    urls.add(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void urls.delete(url))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A picture that the browser is still reading keeps its address for a while. */
async function laterFreed() {
  expect(urls.size).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(urls.size).toBe(0)
}

/** A drawing whose pages come when they are let. */
function drawing(count: number) {
  const next: (() => void)[] = []
  let stopped = false
  const ask: AskPages = async function* (signal) {
    for (let at = 1; at <= count; at++) {
      await new Promise<void>((resolve) => next.push(resolve))
      stopped = signal.aborted
      if (stopped) return
      const page: DrawnPage = { items: [], pictures: new Map([['strip', new Blob()]]), sections: [at] }
      yield page
    }
  }
  return { ask, stopped: () => stopped, page: () => act(async () => next.shift()?.()) }
}

it('shows each page when it is drawn, and is ready after the last', async () => {
  const { ask, page } = drawing(2)
  const { result } = renderHook(() => usePaperPages(ask))
  expect(result.current).toMatchObject({ pages: [], state: 'drawing' })
  await page()
  expect(result.current).toMatchObject({ pages: [{ sections: [1] }], state: 'drawing' })
  await page()
  expect(result.current).toMatchObject({ pages: [{ sections: [1] }, { sections: [2] }], state: 'ready' })
})

it('stopped, it keeps the pages that are there and draws no other; asked again, it begins anew', async () => {
  const { ask, page, stopped } = drawing(3)
  const { result } = renderHook(() => usePaperPages(ask))
  await page()
  act(() => result.current.stop())
  expect(result.current).toMatchObject({ pages: [{ sections: [1] }], state: 'stopped' })
  await page()
  expect([stopped(), result.current.pages.length]).toEqual([true, 1])
  act(() => result.current.again())
  expect(result.current).toMatchObject({ pages: [], state: 'drawing' })
  await laterFreed()
})

it('another choice stops the drawing before, and frees its pictures; so does leaving', async () => {
  const [one, other] = [drawing(3), drawing(3)]
  const { result, rerender, unmount } = renderHook(({ ask }) => usePaperPages(ask), {
    initialProps: { ask: one.ask },
  })
  await one.page()
  expect(urls.size).toBe(1)
  rerender({ ask: other.ask })
  expect(result.current.pages).toEqual([])
  await laterFreed()
  await one.page()
  expect([one.stopped(), result.current.pages.length]).toEqual([true, 0])
  await other.page()
  expect(urls.size).toBe(1)
  unmount()
  await laterFreed()
})

it('says that it could not', async () => {
  const ask: AskPages = async function* () {
    yield await Promise.reject(new Error('no canvas'))
  }
  const { result } = renderHook(() => usePaperPages(ask))
  await act(async () => {})
  expect(result.current.state).toBe('failed')
})
