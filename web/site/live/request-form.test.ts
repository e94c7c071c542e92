// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { requestFormPlace } from '#web/site/places.ts'
import { wake } from '#web/site/request-form-island.tsx'
import { liveRequestForm } from './request-form.ts'

vi.mock('#web/site/request-form-island.tsx', () => ({ wake: vi.fn(async () => {}) }))

let name: HTMLInputElement
let send: HTMLButtonElement

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(wake).mockClear()
  document.body.innerHTML = `<form id="${requestFormPlace}"><input /><button type="button" data-live>Enviar</button></form>`
  for (const found of document.querySelectorAll('input')) name = found
  for (const found of document.querySelectorAll('button')) send = found
  liveRequestForm()
  return () => vi.useRealTimers()
})

const type = () => name.dispatchEvent(new Event('input', { bubbles: true }))

it('React takes over the form in a pause of typing, so that no letter waits for it', async () => {
  type()
  for (let letter = 0; letter < 10; letter++) {
    await vi.advanceTimersByTimeAsync(200)
    type()
  }
  expect(wake).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(300)
  expect(wake).toHaveBeenCalledOnce()
})

it('what is pressed does not wait for a pause', async () => {
  type()
  await vi.advanceTimersByTimeAsync(100)
  send.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(wake).toHaveBeenCalledOnce()
})

it('what is pressed without a connection says so, and is tried again with the next touch', async () => {
  vi.mocked(wake).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  send.click()
  await vi.advanceTimersByTimeAsync(0)
  const said = () => document.querySelector('[role=alert]')?.textContent
  expect(said()).toBe('Revisa tu conexión a internet y vuelve a intentarlo.')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(said()).toBeUndefined()
  send.click()
  await vi.advanceTimersByTimeAsync(0)
  expect(wake).toHaveBeenCalledTimes(2)
})
