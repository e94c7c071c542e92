import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressesOf, people } from '#tests/e2e/addresses.ts'
import { openBrowser, openPerson, signIn } from '#tests/e2e/browser.ts'
import { settle, startWalk } from '#tests/e2e/walk-widths.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'

// Every screen of the demo clinic opens by its address, without complaints, and nothing is clipped, broken or wider
// than the window. tests/e2e/widths.test.ts checks more widths, all pages of lists and dialogs.

const widths = [320, 390, 720, 768, 900, 1024, 1280, 1440]

let browser: Browser
let product: TestProduct
beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

it.each(['doctor', 'patient', 'dentist', 'admin', 'visitor'] as const)(
  'every screen opens for a %s',
  async (who) => {
    const { page, complaints, leave } = await openPerson(browser, product.url)
    const walk = startWalk()
    if (people[who]) await signIn(page, people[who], 'Demo-2026!')
    for (const [name, address] of await addressesOf(product.database, who)) {
      await page.goto(address)
      await settle(page)
      expect(new URL(page.url()).pathname, name).toBe(new URL(address, product.url).pathname)
      expect(await page.getByRole('heading').count(), name).toBeGreaterThan(0)
      expect(await page.getByRole('button', { name: 'Reintentar' }).count(), name).toBe(0)
      // The browser logs the status 404 of a page that does not exist.
      if (name !== 'no such page') expect(complaints, name).toEqual([])
      complaints.length = 0
      await walk.measure(page, name, widths)
    }
    expect(walk.found()).toEqual([])
    await leave()
  },
)
