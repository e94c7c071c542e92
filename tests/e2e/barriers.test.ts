import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { addressesOf, people } from './addresses.ts'
import { barriers, openBrowser, openPerson, signIn } from './browser.ts'
import { rest, settle } from './walk-widths.ts'

// axe finds nothing serious on any screen, on a phone and on a small laptop, in the light and in the dark.

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

it('a page that changes while it is read is read again, and a barrier is told with what stands in it', async () => {
  const page = await browser.newPage()
  const button = (inside: string) =>
    page.setContent(
      `<html lang="es"><title>x</title><main><h1>x</h1><button class="a">${inside}</button></main>`,
    )
  await button('')
  expect(await barriers(page)).toEqual(['button-name: <button></button>'])
  await button('<i class="b"></i>')
  await page.evaluate(() => {
    const axe = Reflect.get(window, 'axe')
    const { run } = axe
    axe.run = async (...given: unknown[]) => {
      const read = await run(...given)
      for (const empty of document.querySelectorAll('i')) empty.textContent = 'Copiar'
      axe.run = run
      return read
    }
  })
  expect(await barriers(page)).toEqual([])
  await button('<i class="b"></i>')
  expect(await barriers(page)).toEqual(['button-name: <button><i></i></button>'])
  await page.close()
})

const walkTime = 600_000

it.each(['doctor', 'patient', 'dentist', 'admin', 'visitor'] as const)(
  'no screen has a barrier for a %s',
  async (who) => {
    const { page, leave } = await openPerson(browser, product.url)
    if (people[who]) await signIn(page, people[who], 'Demo-2026!')
    const found: string[] = []
    for (const [name, address] of await addressesOf(product.database, who)) {
      await page.goto(address)
      for (const width of [1366, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await settle(page)
        for (const barrier of await barriers(page)) found.push(`${name} at ${width} px: ${barrier}`)
      }
      // The themes differ in their colours alone, and public pages have one.
      if (who === 'visitor') continue
      await page.emulateMedia({ colorScheme: 'dark' })
      await rest(page)
      for (const barrier of await barriers(page, ['color-contrast']))
        found.push(`${name} in the dark: ${barrier}`)
      await page.emulateMedia({ colorScheme: 'light' })
    }
    expect(found).toEqual([])
    await leave()
  },
  // It walks through all screens of a role, and there are more of them each month.
  walkTime,
)
