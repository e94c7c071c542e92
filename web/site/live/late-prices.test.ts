// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { latePrices } from './late-prices.ts'

const missing = '<div data-catalogue="missing"><a href="#contact">Precio por confirmar</a></div>'
const read = '<div data-catalogue="">$450.00</div>'
const page = (html: string) => new DOMParser().parseFromString(html, 'text/html')
const shown = () => document.body.textContent

afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

function serve(html: string) {
  vi.useFakeTimers()
  document.body.innerHTML = html
  const asked = vi.fn<() => Promise<Document | null>>()
  latePrices(asked)
  return asked
}

it('fills the prices in once the server has them, and then asks no more', async () => {
  const asked = serve(missing)
  asked.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(15_000)
  asked.mockResolvedValueOnce(page(missing))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(shown()).toBe('Precio por confirmar')
  asked.mockResolvedValueOnce(page(read))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(shown()).toBe('$450.00')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(3)
})

it('takes nothing away from under somebody who is there', async () => {
  const asked = serve(missing)
  asked.mockImplementation(async () => page(read))
  document.querySelector('a')?.focus()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(shown()).toBe('Precio por confirmar')
  document.querySelector('a')?.blur()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(shown()).toBe('$450.00')
})

it('asks nothing where the page has them', async () => {
  const asked = serve(read)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).not.toHaveBeenCalled()
})
