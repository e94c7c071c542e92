// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveOpenNow } from './open-now.ts'

const line = () => document.querySelector<HTMLElement>('[data-hours]')
const words = () => line()?.textContent.replaceAll('\u00a0', ' ')

beforeEach(() => {
  document.body.innerHTML = '<div><p></p></div>'
  const place = document.querySelector('p')
  place?.setAttribute('data-hours', '1 09:30 18:30')
  place?.setAttribute('data-zone', 'America/Mexico_City')
  // Monday, 18:29 at the clinic.
  vi.useFakeTimers({ now: new Date('2026-11-24T00:29:00Z') })
})
afterEach(() => vi.useRealTimers())

it('says whether the clinic is open, and goes on saying it while the page stays open', async () => {
  liveOpenNow()
  expect(words()).toBe('Abierto ahora, hasta las 06:30 p. m.')
  expect(line()?.hasAttribute('data-open')).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(words()).toBe('Cerrado ahora, abre el 30/11/2026 a las 09:30 a. m.')
  expect(line()?.hasAttribute('data-open')).toBe(false)
})

it('marks the hours of today, and none on a day that is unlike its week', async () => {
  const marked = () =>
    [...document.querySelectorAll('dl > .font-semibold')].map(({ textContent }) => textContent)
  const week = '1 09:30 18:30,2 09:30 18:30,7 09:30 13:30'
  line()?.setAttribute('data-hours', week)
  line()?.parentElement?.insertAdjacentHTML(
    'afterend',
    '<dl><div><dt>Lunes y martes</dt></div><div><dt>Domingo</dt></div><div><dt>Festivos y domingo</dt></div></dl>',
  )
  liveOpenNow()
  expect(marked()).toEqual(['Lunes y martes'])
  vi.setSystemTime(new Date('2026-11-29T18:00:00Z'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(marked()).toEqual(['Domingo'])
  line()?.setAttribute('data-hours', `${week},cierre 2026-11-29 2026-11-29 - -`)
  liveOpenNow()
  expect(marked()).toEqual([])
})

it('says nothing where the page has no hours', async () => {
  document.body.innerHTML = '<p></p>'
  liveOpenNow()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(document.body.innerHTML).toBe('<p></p>')
})
