import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { LogEntry } from '#server/http/log.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone } from './browser.ts'

type Stored = { id: string; token: string; folio: string; day: string; total: string }

let browser: Browser
let product: TestProduct
let visitor: Person
let stored: Stored
const log: LogEntry[] = []

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true, log: (entry) => log.push(entry) })
  const { rows } = await product.database.query<Stored>(
    `select id::text, receipt_token as token, invoice_number as folio, to_char(payment_date, 'DD/MM/YYYY') as day,
       to_char(total_amount, 'FM$999,990.00') as total
     from public.invoices where annulled_at is null limit 1`,
  )
  if (!rows[0]) throw new Error('The demo clinic has invoices')
  stored = rows[0]
  visitor = await openPerson(browser, product.url, phone, { hasTouch: true })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(() => product.database.query('delete from private.rate_limits'))

const words = (page: Page) => page.getByRole('main').innerText()
const head = 'Índice\nDiagnóstico por imagen\n\nVerificación de recibo\n\n'
const facts = () => `Folio\n${stored.folio}\nFecha\n${stored.day}\nTotal\n${stored.total}`
const spaced = (text: string) => text.replace(/\n+/g, '\n').trim()

/** Expects exactly this text on the page, once it has its result. */
async function readsExactly(page: Page, text: string) {
  await expect.poll(async () => spaced(await words(page))).toBe(spaced(head + text))
}

it('says VÁLIDO, folio, date and total, and nothing else, to whoever holds the receipt', async () => {
  const asked: string[] = []
  visitor.page.on('request', (request) => asked.push(request.url()))
  await visitor.page.goto(`/recibo/${stored.token}`)
  await readsExactly(visitor.page, `VÁLIDO\n${facts()}`)
  await visitor.look('verify-valid')
  // Only the page's own address names the receipt.
  expect(asked.filter((address) => address.includes(stored.token))).toEqual([visitor.page.url()])
  expect(asked.every((address) => address.startsWith(product.url))).toBe(true)
  expect(
    await visitor.page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]),
  ).toEqual([0, 0, ''])
})

it('says that there is none to a code that somebody made up, whatever it looks like', async () => {
  for (const code of ['0'.repeat(32), 'x', stored.folio, `${stored.token}0`, '%25', '<b>x']) {
    await visitor.page.goto(`/recibo/${encodeURIComponent(code)}`)
    await readsExactly(
      visitor.page,
      'Este recibo no existe.\nRevisa que la dirección esté completa o escanea el código otra vez.',
    )
  }
  await visitor.look('verify-unknown')
})

it('says when it was asked too often, and answers again later', async () => {
  const { page } = visitor
  const { supabaseAnonKey } = await (await fetch(`${product.url}/config.json`)).json()
  for (let tried = 0; tried < 60; tried++)
    await fetch(`${product.url}/rest/v1/rpc/verify_receipt`, {
      method: 'POST',
      headers: { apikey: supabaseAnonKey, 'content-type': 'application/json' },
      body: '{"token": "x"}',
    })
  await page.goto(`/recibo/${stored.token}`)
  await readsExactly(
    page,
    'No se pudo verificar el recibo. Demasiados intentos seguidos. Espera unos minutos y vuelve a intentarlo.\nReintentar',
  )
  await visitor.look('verify-limit')
  await product.database.query('delete from private.rate_limits')
  await page.getByRole('button', { name: 'Reintentar' }).press('Enter')
  await readsExactly(page, `VÁLIDO\n${facts()}`)
})

it('says CANCELADO once it was annulled, and not why', async () => {
  await product.database.query(
    `update public.invoices set annulled_at = now(), annulled_reason = 'Pago duplicado' where id = $1`,
    [stored.id],
  )
  await visitor.page.goto(`/recibo/${stored.token}`)
  await readsExactly(visitor.page, `CANCELADO\n${facts()}`)
  await visitor.look('verify-annulled')
  expect(await visitor.page.content()).not.toContain('Pago duplicado')
})

it('asks for JavaScript where there is none', async () => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/recibo/${stored.token}`)
  expect(await words(page)).toContain('se necesita JavaScript')
  await context.close()
})

it('leaves no trace of the code in the log of the server', () => {
  expect(log.filter(({ path }) => path === '/recibo/*').length).toBeGreaterThan(5)
  expect(JSON.stringify(log)).not.toContain(stored.token)
})
