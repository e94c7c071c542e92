import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'

// The frame around every screen, and the doctor's home.

const password = 'Demo-2026!'

let browser: Browser
let product: TestProduct
let doctor: Person
let patient: Person

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true })
  doctor = await openPerson(browser, product.url)
  patient = await openPerson(browser, product.url, phone)
  await signIn(doctor.page, 'doctora@clinica.test', password)
  await signIn(patient.page, 'paciente@clinica.test', password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const pathOf = (page: Page) => new URL(page.url()).pathname
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const said = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()

async function one<Row>(sql: string): Promise<Row> {
  const { rows } = await product.database.query(sql)
  if (!rows[0]) throw new Error('The demo has such a row')
  return rows[0] as Row
}

const idOf = (email: string) => `(select id from public.profiles where email = '${email}')`

const doctorScreens: [path: string, title: string | RegExp][] = [
  ['/dashboard', /Lucía/],
  ['/dashboard/requests', 'Solicitudes de Estudio'],
  ['/dashboard/credentials', 'Credenciales'],
  ['/dashboard/patients', 'Pacientes'],
  ['/dashboard/patients/add', 'Agregar Paciente'],
  ['/dashboard/appointments', 'Citas'],
  ['/dashboard/studies', 'Estudios'],
  ['/dashboard/payments', 'Registrar Pago Manual'],
  ['/dashboard/billing', 'Facturación y Pagos'],
  ['/dashboard/profile', 'Perfil'],
]
const patientScreens: [path: string, title: string | RegExp][] = [
  ['/dashboard', /Mariana/],
  ['/dashboard/my-studies', 'Mis Estudios'],
  ['/dashboard/appointments', 'Mis Citas'],
  ['/dashboard/my-payments', 'Mis Pagos'],
  ['/dashboard/profile', 'Mi Perfil'],
]

describe('the addresses', () => {
  it('every address opens its screen, also by a reload', async () => {
    const record = await one<{ id: string }>(
      `select id from public.profiles where email = 'paciente@clinica.test'`,
    )
    const request = await one<{ id: string }>(
      'select id::text from public.study_requests order by id limit 1',
    )
    const invoice = await one<{ number: string }>(
      `select invoice_number as number from public.invoices where doctor_id = ${idOf('doctora@clinica.test')} limit 1`,
    )
    const more: [string, RegExp][] = [
      [`/dashboard/patients/${record.id}`, /Mariana López Hernández/],
      [`/dashboard/request/${request.id}`, /./],
      [`/invoice/${invoice.number}`, /./],
    ]
    for (const [{ page }, screens] of [
      [doctor, [...doctorScreens, ...more]],
      [patient, patientScreens],
    ] as const) {
      for (const [path, name] of screens) {
        await page.goto(path)
        await title(page, name)
        expect(pathOf(page)).toBe(path)
      }
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
  })

  it('without a session every screen leads to the landing', async () => {
    const { page, leave } = await openPerson(browser, product.url)
    for (const [path] of [...doctorScreens, ...patientScreens, ['/invoice/IDX-00000001'] as const]) {
      await page.goto(path)
      await page.waitForURL((url) => url.pathname === '/')
    }
    await leave()
  })

  it('screens of the other role lead to the own home', async () => {
    await doctor.page.goto('/dashboard/my-studies')
    await doctor.page.waitForURL((url) => url.pathname === '/dashboard')
    for (const [path] of doctorScreens.filter(([path]) => !patientScreens.some(([own]) => own === path))) {
      await patient.page.goto(path)
      await patient.page.waitForURL((url) => url.pathname === '/dashboard')
    }
  })

  it('a receipt that does not exist leads to the dashboard', async () => {
    await patient.page.goto('/invoice/IDX-00000000')
    await said(patient.page, 'No se pudo encontrar la factura.')
    await patient.page.waitForURL((url) => url.pathname === '/dashboard')
  })

  it('a screen that is loading says Cargando...', async () => {
    const { page } = doctor
    await page.goto('/dashboard')
    await title(page, /Lucía/)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/assets/billing-screen*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: 'Facturación' }).click()
    await page.getByText('Cargando...').first().waitFor()
    letGo()
    await title(page, 'Facturación y Pagos')
    await page.unroute('**/assets/billing-screen*')
  })

  it('a screen that fails says so and can be refreshed', async () => {
    const { page, leave } = await openPerson(browser, product.url)
    await signIn(page, 'doctora@clinica.test', password)
    await page.route('**/assets/credentials-screen*', (route) => route.abort())
    await page.goto('/dashboard/credentials')
    await title(page, 'Oops! Algo salió muy mal.')
    await page.unroute('**/assets/credentials-screen*')
    await page.getByRole('button', { name: 'Actualizar página' }).click()
    await title(page, 'Credenciales')
    await leave()
  })
})

describe('the frame', () => {
  /** Their words, without the number of pending requests, which comes later. */
  const entries = async (page: Page) => {
    const menu = page.getByRole('navigation', { name: 'Principal' }).filter({ visible: true })
    const texts = await menu.getByRole('link').allInnerTexts()
    return texts.map((text) => text.replace(/^\d+\s+/, '').split('\n')[0])
  }

  it('the menu of a doctor has its entries in order', async () => {
    await doctor.page.goto('/dashboard')
    await expect
      .poll(() => entries(doctor.page))
      .toEqual([
        'Resumen',
        'Solicitudes de Estudio',
        'Credenciales',
        'Pacientes',
        'Citas',
        'Estudios',
        'Por interpretar',
        'Registrar Pago',
        'Facturación',
        'Perfil',
      ])
  })

  it('the menu of a patient has its entries in order', async () => {
    const { page, leave } = await openPerson(browser, product.url)
    await signIn(page, 'paciente2@clinica.test', password)
    await page.goto('/dashboard')
    await expect
      .poll(() => entries(page))
      .toEqual(['Resumen', 'Mis Estudios', 'Mis Citas', 'Mis Pagos', 'Mi Perfil'])
    await leave()
  })

  it('the sidebar is fixed and 16rem wide on a desktop, a drawer on a phone, with the ways out at its foot', async () => {
    const side = doctor.page.getByRole('complementary')
    await doctor.page.goto('/dashboard/requests')
    await title(doctor.page, 'Solicitudes de Estudio')
    expect(await side.boundingBox()).toMatchObject({ x: 0, y: 0, width: 256 })
    // Nothing moves down when the counts arrive.
    await side.getByRole('link', { name: /^Solicitudes.*pendientes$/ }).waitFor()
    const entries = await side.getByRole('navigation').getByRole('link').all()
    const heights = await Promise.all(entries.map(async (entry) => (await entry.boundingBox())?.height))
    expect(new Set(heights)).toEqual(new Set([44]))
    await doctor.page.mouse.wheel(0, 2_000)
    await expect.poll(async () => (await side.boundingBox())?.y).toBe(0)
    await side.getByText('Volver al Inicio').waitFor()
    await side.getByText('Cerrar Sesión').waitFor()

    const { page } = patient
    await page.goto('/dashboard')
    await title(page, /Mariana/)
    expect(await page.getByText('Volver al Inicio').filter({ visible: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Menú', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Menú' })
    await drawer.getByText('Cerrar Sesión').waitFor()
    await drawer.getByText('Volver al Inicio').click()
    await page.waitForURL((url) => url.pathname === '/')
  })

  it('the orange dot of Credenciales pulses while there are temporary credentials', async () => {
    const { page, leave } = await openPerson(browser, product.url, undefined, {
      reducedMotion: 'no-preference',
    })
    await signIn(page, 'doctora@clinica.test', password)
    await page.goto('/dashboard')
    await title(page, /Lucía/)
    const dot = page.getByRole('link', { name: /Hay credenciales temporales activas/ })
    expect(await dot.count()).toBe(0)
    await page.evaluate(() => {
      const one = { id: 'a', fullName: 'Ana Ruiz', email: 'a@b.test', tempPassword: 'x7Kp2mQw9Rtz' }
      localStorage.setItem('temporaryCredentials', JSON.stringify([{ ...one, timestamp: Date.now() }]))
    })
    await page.reload()
    await dot.waitFor()
    const pulse = () =>
      dot
        .locator('span[aria-hidden]')
        .last()
        .evaluate((span) => span.getAnimations().map((pulsing) => pulsing.effect?.getTiming().iterations))
    // The menu is drawn once more when its profile has been read.
    await expect.poll(pulse).toEqual([Number.POSITIVE_INFINITY])
    await page.goto('/dashboard/credentials')
    await page
      .getByRole('button', { name: /Quitar|Eliminar/ })
      .first()
      .click()
    await dot.waitFor({ state: 'detached' })
    await leave()
  })

  it('says Cerrando... while it signs out', async () => {
    const { page, leave } = await openPerson(browser, product.url)
    await signIn(page, 'doctora@clinica.test', password)
    await page.goto('/dashboard')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/auth/v1/logout*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await page.getByRole('button', { name: 'Cerrando...' }).waitFor()
    letGo()
    await said(page, 'Has cerrado sesión correctamente.')
    await leave()
  })
})

describe('a doctor’s home', () => {
  it('the four cards (appointments, attended, requests and studies of today) open their lists', async () => {
    const { page, look } = doctor
    const { today, done } = await one<{ today: number; done: number }>(
      `select count(*)::int as today, count(*) filter (where status = 'completada')::int as done from public.citas
       where doctor_id = ${idOf('doctora@clinica.test')} and appointment_date = private.clinic_today()`,
    )
    const lists: [card: RegExp, dialog: RegExp, rows: number | null][] = [
      [/^Citas/, /Citas para Hoy/, today],
      [/^Pacientes Atendidos/i, /Pacientes Atendidos Hoy/, done],
      [/^Solicitudes/, /Solicitudes de Hoy/i, null],
      [/^Estudios/, /Estudios/, null],
    ]
    await page.goto('/dashboard')
    await title(page, /Lucía/)
    await look('doctor-home')
    for (const [card, name, rows] of lists) {
      await page.getByRole('main').getByRole('button', { name: card }).first().click()
      const dialog = page.getByRole('dialog', { name })
      await dialog.waitFor()
      if (rows !== null) await expect.poll(() => dialog.getByRole('listitem').count()).toBe(rows)
      const box = await dialog.boundingBox()
      expect(box?.width).toBeLessThanOrEqual(600)
      expect(box?.height).toBeLessThanOrEqual(720)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })

  it("Aceptar on the home does what the list's does", async () => {
    const { page } = doctor
    const ask = (name: string, email: string) =>
      product.database.query(
        `insert into public.study_requests (patient_name, patient_email, patient_phone, patient_age, study_type)
         values ($1, $2, '962 111 2233', 34, 'Escaneo Intraoral')`,
        [name, email],
      )
    await ask('Mariana López Hernández', 'paciente@clinica.test')
    await ask('Octavio Luna Ríos', 'octavio.luna@correo.test')
    for (const screen of ['/dashboard', '/dashboard/requests']) {
      await page.goto(screen)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (screen === '/dashboard') {
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Solicitudes/ })
          .first()
          .click()
      }
      const place = screen === '/dashboard' ? page.getByRole('dialog') : page.getByRole('main')
      const row = (name: string) =>
        place
          .locator('li, tr')
          .filter({ hasText: name })
          .filter({ has: page.getByRole('button', { name: 'Aceptar' }) })
      await row('Mariana López Hernández').first().getByRole('button', { name: 'Aceptar' }).click()
      await said(page, 'Solicitud aceptada. El paciente ya existe.')
      await row('Octavio Luna Ríos').first().getByRole('button', { name: 'Aceptar' }).click()
      await page.waitForURL('**/dashboard/patients/add?requestId=*')
      await said(page, 'Datos de Solicitud Precargados')
      await expect.poll(() => page.getByLabel('Nombre Completo').inputValue()).toBe('Octavio Luna Ríos')
      if (screen === '/dashboard') await ask('Mariana López Hernández', 'paciente@clinica.test')
    }
  })

  it('a blank note is refused and a good one is kept', async () => {
    const { page } = doctor
    const { id } = await one<{ id: string }>(
      `select id from public.profiles where email = 'paciente@clinica.test'`,
    )
    await page.goto(`/dashboard/patients/${id}?seccion=notas`)
    await page.getByLabel('Nueva nota').fill('   ')
    await page.getByRole('button', { name: 'Agregar Nota' }).click()
    await said(page, 'Por favor escribe una nota.')
    await page.getByLabel('Nueva nota').fill('Sin alergias conocidas.')
    await page.getByRole('button', { name: 'Agregar Nota' }).click()
    await said(page, 'Nota agregada correctamente.')
    await page.getByText('Sin alergias conocidas.').first().waitFor()
  })

  it('an incomplete payment says what is missing', async () => {
    const { page } = doctor
    await page.goto('/dashboard/payments')
    await page.getByRole('button', { name: 'Registrar Pago y Generar Factura' }).click()
    await said(page, 'Campos incompletos')
    await said(page, 'Selecciona paciente, fecha, método de pago y al menos un servicio.')
    expect(pathOf(page)).toBe('/dashboard/payments')
  })
})
