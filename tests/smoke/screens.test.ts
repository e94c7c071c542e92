import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOf, one } from '#tests/e2e/addresses.ts'
import { openBrowser, openPerson, signIn } from '#tests/e2e/browser.ts'
import { settle } from '#tests/e2e/walk-widths.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { adminScreens } from '#web/portal/admin/admin-screens.ts'
import { screens } from '#web/portal/screens.ts'

// Every screen of the demo clinic opens by its address, and nothing complains.

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

const ofPortal = (role: 'doctor' | 'patient') => async (email: string) => {
  const shown = screens.filter(({ audience }) => audience === 'everyone' || audience === role)
  return Promise.all(shown.map(({ path }) => addressOf(product.database, path, email)))
}

async function ofAdministration(): Promise<string[]> {
  const suffix = await one(
    product.database,
    `select value as it from private.app_settings where key = 'admin_suffix'`,
  )
  return adminScreens.map(({ path }) => `/admin-control-panel-${suffix}/${path}`)
}

it.each([
  ['doctora@clinica.test', ofPortal('doctor')],
  ['paciente@clinica.test', ofPortal('patient')],
  ['admin@clinica.test', ofAdministration],
  ['nobody', async () => ['/', '/aviso-de-privacidad', '/recibo/x', `/compartido/${'A'.repeat(22)}`]],
])('every screen opens for %s', async (email, addresses) => {
  const { page, complaints, leave } = await openPerson(browser, product.url)
  if (email !== 'nobody') await signIn(page, email, 'Demo-2026!')
  for (const address of await addresses(email)) {
    await page.goto(address)
    await settle(page)
    expect(new URL(page.url()).pathname).toBe(new URL(address, product.url).pathname)
    expect(await page.getByRole('heading').count(), address).toBeGreaterThan(0)
    expect(await page.getByRole('button', { name: 'Reintentar' }).count(), address).toBe(0)
    expect(complaints, address).toEqual([])
  }
  await leave()
})
