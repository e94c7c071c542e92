import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayInZone } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

// A patient's way from sign-in to the images, on a phone and without a mouse.

const password = 'Demo-2026!'
const patients = ['paciente@clinica.test', 'paciente2@clinica.test']

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

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

async function as(email: string, size: typeof phone | undefined, use: (person: Person) => Promise<void>) {
  const person = await openPerson(browser, product.url, size)
  try {
    await signIn(person.page, email, password)
    await use(person)
    expect(person.complaints).toEqual([])
  } finally {
    await person.leave()
  }
}

/** Presses Tab until the control has the focus; fails when it cannot be reached. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    if (await control.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not reach it')
}

/** New rows of this patient. */
const add = {
  file: (email: string) => `
    insert into public.studies (patient_id, doctor_id, study_type, study_date, comments, file_url, file_name)
    select p.id, d.id, 'Tomografías', private.clinic_today(), 'Con reporte', p.id || '/prueba/estudio.zip', 'estudio.zip'
    from public.profiles p, public.profiles d where p.email = '${email}' and d.email = 'doctora@clinica.test'`,
  nothing: (email: string) => `
    insert into public.studies (patient_id, doctor_id, study_type, study_date)
    select p.id, d.id, 'Escaneo Intraoral', private.clinic_today()
    from public.profiles p, public.profiles d where p.email = '${email}' and d.email = 'doctora@clinica.test'`,
  link: (email: string) => `
    insert into public.studies (patient_id, doctor_id, study_type, study_date, file_url)
    select p.id, d.id, 'Radiografía Carpal', private.clinic_today(), 'https://visor.ejemplo.test/estudio/1'
    from public.profiles p, public.profiles d where p.email = '${email}' and d.email = 'doctora@clinica.test'`,
}

describe.each(patients)('a patient, %s', (email) => {
  it.each([phone, undefined])(
    'finds studies, appointments, payments and profile on the home (%o)',
    async (size) => {
      await as(email, size, async ({ page, look }) => {
        await page.goto('/dashboard')
        const links = page.getByRole('main').getByRole('link')
        for (const area of ['Mis Estudios', 'Mis Citas', 'Mis Pagos', 'Mi Perfil']) {
          await links.filter({ hasText: area }).waitFor({ timeout: 20_000 })
        }
        await look('patient-home')
        for (const area of ['Mis Estudios', 'Mis Citas', 'Mis Pagos', 'Mi Perfil']) {
          await page.getByRole('main').getByRole('link').filter({ hasText: area }).click()
          await title(page, area)
          await look(`patient-${area.split(' ')[1]}`)
          await page.goBack()
          await title(page, /./)
        }
      })
    },
  )
})

describe('a patient’s studies', () => {
  const card = (page: Page, study: string) =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: study }).first()

  it('arrive live, with type, date, comments, file name and a count; what is not there is said, and where a link goes', async () => {
    await as('paciente2@clinica.test', phone, async ({ page, look }) => {
      const { rows } = await product.database.query(
        `select count(*)::int as n from public.studies s join public.profiles p on p.id = s.patient_id
         where p.email = 'paciente2@clinica.test'`,
      )
      const before = Number(rows[0]?.n)
      await page.goto('/dashboard/my-studies')
      await title(page, 'Mis Estudios')
      for (const sql of [add.nothing, add.link, add.file])
        await product.database.exec(sql('paciente2@clinica.test'))
      const file = card(page, 'estudio.zip')
      await file.waitFor()
      for (const words of [
        'Tomografías',
        'Con reporte',
        'Descargar',
        dayInZone(new Date(), 'America/Mexico_City').slice(0, 4),
      ]) {
        await file.getByText(words).first().waitFor()
      }
      await card(page, 'Escaneo Intraoral').getByText('Todavía no hay archivo ni enlace.').waitFor()
      await card(page, 'Radiografía Carpal').getByText('visor.ejemplo.test').waitFor()
      await page.getByText(`${before + 3} estudios`).waitFor()
      await look('patient-studies')
    })
  })

  it('are downloaded with nothing but the keyboard, from signing in on', async () => {
    const { page, leave } = await openPerson(browser, product.url)
    await page.goto('/')
    await tabTo(page, page.getByRole('button', { name: 'Iniciar Sesión' }).filter({ visible: true }).first())
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Acceso al Portal' })
    await tabTo(page, dialog.getByLabel('Correo Electrónico'))
    await page.keyboard.type('paciente@clinica.test')
    await tabTo(page, dialog.locator('[name=password]'))
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await tabTo(page, page.getByRole('link', { name: 'Mi Panel', exact: true }).filter({ visible: true }))
    await page.keyboard.press('Enter')
    await title(page, /Mariana/)
    await tabTo(page, page.getByRole('main').getByRole('link').filter({ hasText: 'Mis Estudios' }))
    await page.keyboard.press('Enter')
    await title(page, 'Mis Estudios')
    const button = page.getByRole('button', { name: 'Descargar' }).first()
    await button.waitFor()
    await tabTo(page, button)
    const started = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const download = await started
    expect(await download.failure()).toBeNull()
    await page.getByText('Descarga iniciada', { exact: true }).first().waitFor()
    await leave()
  })
})

describe('a patient’s payments', () => {
  it('list service, folio, amount, date and doctor, and lead to the receipt and back', async () => {
    await as('paciente@clinica.test', phone, async ({ page }) => {
      await page.goto('/dashboard/my-payments')
      const first = page.getByRole('row').filter({ hasText: 'IDX-' }).first()
      await first.waitFor()
      expect(await first.innerText()).toMatch(
        /^\S[\s\S]*Folio IDX-\d{8}[\s\S]*\$[\d,]+\.\d{2}[\s\S]*\d{2}\/\d{2}\/\d{4}[\s\S]*Dra?\./,
      )
      await first.getByRole('link', { name: 'Ver Recibo' }).click()
      await page.waitForURL('**/invoice/IDX-*')
      await page
        .getByRole('button', { name: 'Volver' })
        .or(page.getByRole('link', { name: 'Volver' }))
        .first()
        .click()
      await page.waitForURL('**/dashboard/my-payments')
    })
  })

  it('say that there are none', async () => {
    const { rows } = await product.database.query(
      `select p.email from public.profiles p
       where p.role <> 'doctor' and not exists (select from public.invoices i where i.patient_id = p.id) limit 1`,
    )
    await as(String(rows[0]?.email), phone, async ({ page, look }) => {
      await page.goto('/dashboard/my-payments')
      await page.getByText('No tienes pagos registrados.').waitFor()
      await look('patient-no-payments')
    })
  })
})

describe('the portal without a connection', () => {
  it('says so, and comes back by itself', async () => {
    await as('paciente@clinica.test', phone, async ({ page }) => {
      await page.goto('/dashboard/my-studies')
      await title(page, 'Mis Estudios')
      // A picture that was on its way would complain.
      await page.waitForLoadState('networkidle')
      await page.context().setOffline(true)
      await page.getByText('Sin conexión. Lo que ves puede no estar actualizado.').waitFor()
      await page.context().setOffline(false)
      await page.getByText('Sin conexión.').waitFor({ state: 'hidden' })
    })
  })

  it('a page that is opened says so instead of the browser, and keeps nothing of anybody', async () => {
    const person = await openPerson(browser, product.url, phone)
    const { page } = person
    await signIn(page, 'paciente@clinica.test', password)
    await page.goto('/dashboard')
    await title(page, /Mariana/)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.context().setOffline(true)
    await page.goto('/dashboard/my-studies')
    await page
      .getByText(/sin conexión/i)
      .first()
      .waitFor()
    expect(await page.content()).not.toContain('Mariana')
    await page.context().setOffline(false)
    await page.goto('/dashboard')
    await title(page, /Mariana/)
    await person.leave()
  })
})
