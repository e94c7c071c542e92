// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveOpenNow } from './open-now.ts'

const head = () => document.querySelector<HTMLElement>('[data-hours]')
const words = () =>
  [...document.querySelectorAll('p')].map((line) => line.textContent.replaceAll('\u00a0', ' '))

beforeEach(() => {
  document.body.innerHTML =
    '<div data-hours="1 09:30 18:30" data-zone="America/Mexico_City"><h3></h3><p></p><p></p></div>'
  // Monday, 18:29 at the clinic.
  vi.useFakeTimers({ now: new Date('2026-11-24T00:29:00Z') })
})
afterEach(() => vi.useRealTimers())

it('says whether the clinic is open, and goes on saying it while the page stays open', async () => {
  liveOpenNow()
  expect(words()).toEqual(['Abierto ahora', 'Hasta las 06:30 p. m.'])
  expect(head()?.hasAttribute('data-open')).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(words()).toEqual(['Cerrado ahora', 'Abre el 30/11/2026 a las 09:30 a. m.'])
  expect(head()?.hasAttribute('data-open')).toBe(false)
})

it('marks the hours of today, and none on a day that is unlike its week', async () => {
  const marked = () =>
    [...document.querySelectorAll('dl > .font-semibold')].map(({ textContent }) => textContent)
  const week = '1 09:30 18:30,2 09:30 18:30,7 09:30 13:30'
  head()?.setAttribute('data-hours', week)
  head()?.insertAdjacentHTML(
    'afterend',
    '<dl><div><dt>Lunes y martes</dt></div><div><dt>Domingo</dt></div><div><dt>Festivos y domingo</dt></div></dl>',
  )
  liveOpenNow()
  expect(marked()).toEqual(['Lunes y martes'])
  vi.setSystemTime(new Date('2026-11-29T18:00:00Z'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(marked()).toEqual(['Domingo'])
  head()?.setAttribute('data-hours', `${week},cierre 2026-11-29 2026-11-29 - -`)
  liveOpenNow()
  expect(marked()).toEqual([])
})

it('says nothing where the page has no hours', async () => {
  document.body.innerHTML = '<p></p>'
  liveOpenNow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(document.body.innerHTML).toBe('<p></p>')
})
