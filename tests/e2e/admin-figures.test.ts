import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'
import { printed } from './pdf.ts'

// What the administration adds up: income, the day's cash cut, referring doctors and analytics.

let browser: Browser
let product: TestProduct
let panel: string

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  panel = `/admin-control-panel-${await one(`select value from private.app_settings where key = 'admin_suffix'`)}`
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** The first column of the first row, as text. */
async function one(query: string, values: unknown[] = []): Promise<string> {
  const { rows } = await product.database.query(query, values)
  return String(Object.values(rows[0] ?? {})[0])
}

const pesos = (amount: string) => formatMoney(toCentavos(amount))
const earned = (condition: string) =>
  one(
    `select coalesce(sum(total_amount), 0)::text from public.invoices where annulled_at is null and ${condition}`,
  )

/** Adds this many requests that name somebody as the referring doctor. */
const refer = (doctor: string, times: number) =>
  product.database.query(
    `insert into public.study_requests
       (patient_name, patient_email, patient_phone, study_type, referring_doctor)
     select 'Paciente ' || n, 'p' || n || '@correo.test', '9620000000', 'Radiografía Panorámica', $1
     from generate_series(1, $2) as n`,
    [doctor, times],
  )

async function asAdmin(size: typeof phone | undefined, use: (person: Person) => Promise<void>) {
  const person = await openPerson(browser, product.url, size)
  try {
    await signIn(person.page, 'admin@clinica.test', 'Demo-2026!')
    await use(person)
    expect(person.complaints).toEqual([])
  } finally {
    await person.leave()
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe.each([
  ['desktop', undefined],
  ['phone', phone],
] as const)('on a %s', (_, size) => {
  it('an administrator sees what all doctors took in, and annuls an invoice, which then counts nowhere', async () => {
    await asAdmin(size, async ({ page, look }) => {
      await page.goto(`${panel}/income`)
      await heading(page, 'Ingresos del Sistema')
      const today = await one('select private.clinic_today()::text')
      const income = await earned(`payment_date = '${today}'`)
      await page.locator('dl').getByText(pesos(income), { exact: true }).first().waitFor()

      const doctors = region(page, 'Ingresos por Doctor').getByRole('listitem')
      await doctors.first().waitFor()
      const { rows } = await product.database.query<{ line: string }>(
        `select d.full_name || '|' || sum(i.total_amount)::text as line
         from public.invoices i join public.profiles d on d.id = i.doctor_id
         where i.annulled_at is null group by d.id order by sum(i.total_amount) desc, d.id`,
      )
      const lines = await doctors.allInnerTexts()
      expect(lines).toHaveLength(rows.length)
      for (const [at, { line }] of rows.entries()) {
        const [name = '', total = ''] = line.split('|')
        expect(lines[at]).toContain(name)
        expect(lines[at]).toContain(pesos(total))
      }
      expect(await sideways(page)).toBe(0)
      await look('admin-income')

      if (size) await page.getByRole('button', { name: 'Filtros' }).click()
      await page.getByLabel('Doctor', { exact: true }).selectOption({ label: 'Dra. Lucía Ferrer Soto' })
      await page.getByLabel('Desde', { exact: true }).fill(formatDay(today))
      await page.waitForURL(/desde=/)
      if (size) await page.getByRole('button', { name: 'Ver resultados' }).click()
      const own = `payment_date >= '${today}' and doctor_id = (select id from public.profiles where email = 'doctora@clinica.test')`
      const count = await one(`select count(*)::text from public.invoices where ${own}`)
      await region(page, 'Recibos').getByText(`${count} recibo`).waitFor()
      const annul = page.getByRole('button', { name: /^Anular IDX-/ }).first()
      const folio = ((await annul.getAttribute('aria-label')) ?? '').replace('Anular ', '')
      const amount = await one('select total_amount::text from public.invoices where invoice_number = $1', [
        folio,
      ])
      await annul.click()
      const dialog = page.getByRole('dialog', { name: `¿Anular el recibo ${folio}?` })
      await dialog.getByRole('button', { name: 'Anular recibo' }).click()
      await dialog.getByText('Escribe el motivo de la anulación.').waitFor()
      await look('admin-annul')
      await dialog.getByLabel('Motivo').fill('Pago registrado dos veces')
      await dialog.getByRole('button', { name: 'Anular recibo' }).click()
      await dialog.waitFor({ state: 'hidden' })
      const row = page.getByRole('row').filter({ hasText: folio })
      await row.getByText('CANCELADO').waitFor()
      const left = (toCentavos(income) - toCentavos(amount)) / 100
      await page
        .locator('dl')
        .getByText(pesos(left.toFixed(2)), { exact: true })
        .first()
        .waitFor()

      const address = page.url()
      await row.getByRole('link', { name: 'Ver Recibo' }).click()
      await page.getByText('Pago registrado dos veces').waitFor()
      await page.getByRole('button', { name: 'Volver' }).click()
      await page.waitForURL(address)
      await page.goto(`/invoice/${folio}`)
      await page.getByText('CANCELADO').waitFor()
      await page.getByRole('button', { name: 'Volver' }).click()
      await page.waitForURL(`**${panel}/income`)
    })
  })

  it("the day's cash cut has its methods, and prints on one page", async () => {
    await asAdmin(size, async ({ page, look }) => {
      await page.goto(`${panel}/income`)
      await page.getByRole('link', { name: 'Corte de caja' }).click()
      await heading(page, 'Corte de caja')
      const sheet = page.getByRole('article', { name: 'Corte de caja' })
      const today = await one('select private.clinic_today()::text')
      const row = (name: string) => sheet.getByRole('row').filter({ hasText: name })
      await row('Efectivo')
        .getByText(pesos(await earned(`payment_date = '${today}' and payment_method = 'Efectivo'`)))
        .waitFor()
      await row('Total')
        .last()
        .getByText(pesos(await earned(`payment_date = '${today}'`)))
        .waitFor()
      await look('admin-cash-cut')
      for (const [paper, width, height] of [
        ['A4', 595, 842],
        ['Carta', 612, 792],
      ] as const) {
        if (size) {
          // Beside the button there is no room for the papers.
          await page.getByRole('button', { name: 'Más acciones' }).click()
          await page.getByRole('button', { name: `Cambiar a papel ${paper}` }).click()
        } else await page.getByText(paper, { exact: true }).click()
        const { pages, ...measures } = await printed(page)
        expect(measures).toEqual({ width, height })
        expect(pages).toHaveLength(1)
        expect(pages[0]).toContain('Corte de caja')
        expect(pages[0]).not.toContain('Imprimir')
      }
      await page.getByLabel('Doctor', { exact: true }).selectOption({ label: 'Dra. Lucía Ferrer Soto' })
      await page.waitForURL(/doctor=/)
      const hers = `payment_date = '${today}' and doctor_id = (select id from public.profiles where email = 'doctora@clinica.test')`
      await row('Total')
        .last()
        .getByText(pesos(await earned(hers)))
        .waitFor()
      await page.getByRole('link', { name: 'Volver' }).click()
      await heading(page, 'Ingresos del Sistema')
    })
  })

  it('near spellings of a referring doctor are merged with one click, and parted again', async () => {
    const name = size ? 'Quiñonez' : 'Villaseñor'
    const mistyped = size ? 'Quiñones' : 'Villaseñorr'
    await refer(`Dra. Ximena ${name}`, 3)
    await refer(`ximena ${name}, dra`, 2)
    await refer(`Dra. Ximena ${mistyped}`, 1)
    await asAdmin(size, async ({ page, look }) => {
      await page.goto(`${panel}/referring-doctors`)
      await heading(page, 'Gestión de Referentes')
      const list = region(page, 'Doctores referentes')
      await list.getByText(/^\d+ doctores$/).waitFor()
      expect(await sideways(page)).toBe(0)
      await look('admin-referrers')
      await page.getByRole('searchbox').fill(`XIMENA ${name.slice(0, 5)}`)
      await list.getByText('2 doctores').waitFor()
      const row = () =>
        list.getByRole('row').filter({ has: page.getByText(`Dra. Ximena ${name}`, { exact: true }) })
      const counts = (references: number) =>
        row()
          .getByRole('cell', { name: new RegExp(`^${references}( referencias)?$`) })
          .waitFor()
      await counts(5)
      await row().getByRole('button', { name: '2 formas de escribirlo' }).click()
      await row().getByText(`ximena ${name}, dra (2)`).waitFor()

      await page.getByRole('button', { name: `Unir Dra. Ximena ${mistyped} con Dra. Ximena ${name}` }).click()
      await list.getByText('1 doctor', { exact: true }).waitFor()
      await counts(6)
      await look('admin-referrers-merged')
      await page
        .getByRole('button', { name: `Deshacer la unión de Dra. Ximena ${mistyped} con Dra. Ximena ${name}` })
        // On a phone the message about the merge is still over it.
        .press('Enter')
      await list.getByText('2 doctores').waitFor()
      await counts(5)
    })
  })

  it('the analytics are what the database counts, with a table behind each chart, and can be taken along', async () => {
    await asAdmin(size, async ({ page, look }) => {
      await page.goto(`${panel}/analytics`)
      await heading(page, 'Analíticas')
      const months = region(page, 'Ingresos por mes')
      await months.getByText('Tabla', { exact: true }).waitFor()
      const figure = (name: string) =>
        page.getByRole('heading', { level: 2, name, exact: true }).locator('xpath=..').innerText()
      for (const [name, table] of [
        ['Total de Usuarios', 'profiles'],
        ['Total de Citas', 'citas'],
        ['Estudios Realizados', 'studies'],
      ] as const) {
        const count = Number(await one(`select count(*)::text from public.${table}`))
        expect((await figure(name)).split('\n')).toContain(count.toLocaleString('es-MX'))
      }
      expect(await sideways(page)).toBe(0)
      await look('admin-analytics')

      await months.getByText('Tabla', { exact: true }).click()
      const month = await one('select private.clinic_today()::text')
      const income = await earned(
        `date_trunc('month', payment_date::timestamp) = date_trunc('month', date '${month}')`,
      )
      await months.getByRole('row').last().getByText(pesos(income)).waitFor()

      const details = page.getByRole('button', { name: 'Ver detalles: Promedio diario de citas' })
      await details.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Promedio diario de citas' }).waitFor()
      await look('admin-analytics-details')
      await page.keyboard.press('Escape')
      await expect.poll(() => details.evaluate((button) => button === document.activeElement)).toBe(true)

      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Exportar' }).click()
      const download = await saved
      expect(download.suggestedFilename()).toBe('analiticas_export.csv')
      const bytes = await readFile(await download.path())
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      expect(bytes.toString('utf8')).toContain('Doctores Más Ocupados,Citas\r\n')
      await page.getByRole('link', { name: 'Ver detalles: Total de Usuarios' }).click()
      await heading(page, 'Gestión de Usuarios')
    })
  })
})
