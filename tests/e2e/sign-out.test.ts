import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptEntries } from '#domain/kept-entries.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, signIn } from './browser.ts'

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

/** Every place where a browser stores data for a site. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.entries(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cookies: document.cookie,
    // The offline page and its font are nobody's, so they may stay; nothing else may be cached.
    cached: (
      await Promise.all(
        (
          await caches.keys()
        ).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      )
    )
      .flat()
      .filter(
        (url) => !/^\/(sin-conexion|assets\/figtree-spanish-[^/]+\.woff2)$/.test(new URL(url).pathname),
      ),
  }))
/** The clinic's own mark is nobody's. */
const nothing = { local: [keptEntries.clinic], session: [], databases: [], cookies: '', cached: [] }
const pathOf = (page: Page) => new URL(page.url()).pathname

/** A doctor with three tabs: an unfinished payment, a patient's list, and credentials. */
async function workingDay() {
  const { page: first, leave } = await openPerson(browser, product.url)
  const context: BrowserContext = first.context()
  await signIn(first, 'doctora@clinica.test', 'Demo-2026!')
  await first.evaluate(() => {
    const one = { id: 'a', fullName: 'Ana Ruiz', email: 'a@b.test', tempPassword: 'x7Kp2mQw9Rtz' }
    localStorage.setItem('temporaryCredentials', JSON.stringify([{ ...one, timestamp: Date.now() }]))
    sessionStorage.setItem('study-request-form', JSON.stringify({ patient_name: 'Ana Ruiz' }))
  })
  await first.goto('/dashboard/credentials')
  await first.getByRole('heading', { name: 'Ana Ruiz' }).waitFor()
  const payment = await context.newPage()
  await payment.goto('/dashboard/payments')
  await payment.getByLabel('Método de Pago').selectOption('Efectivo')
  await expect.poll(() => payment.evaluate(() => localStorage.getItem('paymentDraft'))).toContain('Efectivo')
  const list = await context.newPage()
  await list.goto('/dashboard')
  await list.getByText('Cerrar Sesión').waitFor()
  await list.goto('/dashboard/patients')
  await list.getByRole('searchbox').fill('Mariana')
  await list.getByText('Mariana López Hernández').first().waitFor()
  return { first, payment, list, context, leave }
}

describe('signing out', () => {
  it.each(['with', 'without'])(
    '%s a connection takes every tab along and leaves nothing',
    async (connection) => {
      const { first, payment, list, context, leave } = await workingDay()
      if (connection === 'without') await context.route('**/auth/v1/logout*', (route) => route.abort())
      await first.getByRole('button', { name: 'Cerrar Sesión' }).click()
      for (const page of [first, payment, list]) {
        await expect.poll(() => pathOf(page)).toBe('/')
        await page.waitForLoadState('load')
        await expect.poll(() => kept(page)).toEqual(nothing)
      }
      expect(await context.cookies()).toEqual([])
      const { origins } = await context.storageState()
      const entries = origins.flatMap(({ localStorage }) => localStorage)
      expect(entries.map(({ name, value }) => [name, Object.keys(JSON.parse(value))])).toEqual([
        [keptEntries.clinic, ['name', 'tagline', 'logo']],
      ])

      await list.goBack()
      await expect.poll(() => pathOf(list)).toBe('/')
      expect(await list.getByText('Mariana López Hernández').count()).toBe(0)
      await leave()
    },
  )
})
