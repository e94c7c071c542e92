import { afterEach, expect, test, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { render } from './entry-server.tsx'
import type { LandingData } from './landing-data.ts'
import { latePrices } from './live/late-prices.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

async function page(services: LandingData['services']) {
  const { html } = await render({ clinic: sampleClinic, services, hours: null, year: 2031 })
  return new DOMParser().parseFromString(html, 'text/html')
}

test('a page that was rendered without prices fills in once the server has them', async () => {
  const priced = await page([{ name: 'Radiografía Panorámica', price: 1234.5, requestable: true }])
  const text = () => document.body.textContent
  document.body.replaceChildren(...(await page(null)).body.children)
  vi.useFakeTimers()
  latePrices(async () => priced)
  expect(text()).not.toMatch(/1,234\.50/)
  await vi.advanceTimersByTimeAsync(15_000)
  // The card and the hero.
  expect(text().match(/1,234\.50/g)).toHaveLength(2)
  expect(text()).not.toContain('Precio por confirmar')
})
