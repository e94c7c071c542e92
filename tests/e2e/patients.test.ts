import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

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

const pathOf = (page: Page) => new URL(page.url()).pathname

async function asDoctor(viewport?: typeof phone, email = 'doctora@clinica.test'): Promise<Person> {
  const person = await openPerson(browser, product.url, viewport)
  await signIn(person.page, email, 'Demo-2026!')
  return person
}

/** A busy machine may take longer than a second. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000 })

const one = async (sql: string, parameters: unknown[] = []) =>
  (await product.database.query<{ value: string }>(sql, parameters)).rows[0]?.value ?? ''

/** A pending request of somebody nobody knows. */
const addRequest = (name: string, email: string) =>
  one(
    `insert into public.study_requests (patient_name, patient_email, patient_phone, patient_age, study_type, status)
     values ($1, $2, '962 555 0101', 34, 'Escaneo Intraoral', 'pendiente') returning id::text as value`,
    [name, email],
  )

const submit = (page: Page) =>
  page.getByRole('button', { name: 'Agregar Paciente y Generar Credenciales' }).click()

/** Fills in the form and creates the account; ends at the new credential. */
async function create(page: Page, name: string, email: string): Promise<string> {
  await page.goto('/dashboard/patients/add')
  await page.getByLabel('Nombre Completo').fill(name)
  await page.getByLabel('Correo Electrónico').fill(email)
  await page.getByLabel('Teléfono').fill('962 555 0188')
  await submit(page)
  await page.waitForURL('**/dashboard/credentials')
  await page.getByRole('heading', { name }).waitFor()
  return one('select id::text as value from public.profiles where email = $1', [email])
}

describe('adding a patient', () => {
  it.each([
    ['a phone', phone],
    ['a desktop', undefined],
  ])('by hand on %s: who is like them, what is unsaved, and the credential', async (_name, viewport) => {
    const { page, look, complaints, leave } = await asDoctor(viewport)
    const size = viewport ? 'movil' : 'mesa'
    await page.goto('/dashboard/patients')
    await page.getByRole('link', { name: 'Agregar Paciente' }).click()
    await page.getByLabel('Nombre Completo').fill('mariana lopez hernandez')
    const notice = page.getByRole('status').filter({ hasText: 'Ya tienes pacientes parecidos' })
    await notice.getByText('Mariana López Hernández', { exact: true }).waitFor()
    const record = await notice.getByRole('link', { name: /^Ver Expediente/ }).getAttribute('href')
    expect(record).toMatch(/^\/dashboard\/patients\/[\da-f-]{36}$/)
    await look('pacientes-agregar-parecidos')

    await page.getByRole('link', { name: 'Pacientes' }).filter({ visible: true }).first().click()
    const question = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })
    await question.getByRole('button', { name: 'Seguir aquí' }).click()
    const name = `Regina Solórzano de ${size}`
    await page.getByLabel('Nombre Completo').fill(name)
    await notice.waitFor({ state: 'hidden' })
    await page.getByLabel('Correo Electrónico').fill('no es un correo')
    await submit(page)
    await page.getByText('Escribe un correo válido, por ejemplo nombre@correo.com').waitFor()
    await page.getByLabel('Correo Electrónico').fill(`regina.${size}@correo.test`)
    await page.getByLabel('Teléfono').fill('(962) 555-0102')
    await page.getByLabel('Edad').fill('34')
    await submit(page)

    await page.waitForURL('**/dashboard/credentials')
    const card = page.getByRole('listitem').filter({ hasText: name })
    expect(await card.getByRole('timer').textContent()).toMatch(/^(60:00|59:\d\d)$/)
    const link = card.getByRole('link', { name: /^WhatsApp/ })
    await eventually(() => link.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/529625550102\?text=/)
    await card.getByRole('button', { name: 'Copiar' }).click()
    await page.getByRole('status').filter({ hasText: 'Copiado' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`Correo electrónico: regina.${size}@correo.test`)
    expect(new URL((await link.getAttribute('href')) ?? '').searchParams.get('text')).toBe(copied)
    await look('pacientes-credenciales')
    if (viewport) await card.getByRole('button', { name: 'Más acciones' }).click()
    await card.getByRole('button', { name: 'Eliminar' }).click()
    await page.getByText('No hay credenciales temporales').waitFor()
    await look('pacientes-credenciales-vacio')
    expect(complaints).toEqual([])
    await leave()
  })

  it('from a request: the form is filled, the address forgets whom it was about, and the request is answered', async () => {
    const { page, look, complaints, leave } = await asDoctor()
    const id = await addRequest('Ofelia Ñúñez D’Ávila-Gil', 'ofelia@correo.test')
    const said = new URLSearchParams({
      name: 'Ofelia Ñúñez D’Ávila-Gil',
      email: 'ofelia@correo.test',
      phone: '962 555 0101',
      age: '34',
      requestId: id,
    })
    await page.goto(`/dashboard/patients/add?${said}`)
    await page.getByText('Datos de Solicitud Precargados').waitFor()
    const filled = async () => [
      new URL(page.url()).search,
      await page.getByLabel('Nombre Completo').inputValue(),
      await page.getByLabel('Correo Electrónico').inputValue(),
      await page.getByLabel('Teléfono').inputValue(),
      await page.getByLabel('Edad').inputValue(),
    ]
    const expected = [
      `?requestId=${id}`,
      'Ofelia Ñúñez D’Ávila-Gil',
      'ofelia@correo.test',
      '962 555 0101',
      '34',
    ]
    expect(await filled()).toEqual(expected)
    await page.reload()
    await page.getByText('Datos de Solicitud Precargados').waitFor()
    expect(await filled()).toEqual(expected)
    await look('pacientes-agregar-precargado')
    await submit(page)
    await page.waitForURL('**/dashboard/credentials')
    await page.getByText('Paciente creado').waitFor()
    expect(await one('select status as value from public.study_requests where id = $1', [id])).toBe(
      'aceptada',
    )
    expect(complaints).toEqual([])
    await leave()
  })

  it('warns when the request could not be answered, and the password is there all the same', async () => {
    const { page, leave } = await asDoctor()
    const id = await addRequest('Pilar Zúñiga', 'pilar@correo.test')
    await page.goto(`/dashboard/patients/add?requestId=${id}`)
    await eventually(() => page.getByLabel('Nombre Completo').inputValue()).toBe('Pilar Zúñiga')
    await page.route('**/rest/v1/study_requests*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await submit(page)
    await page
      .getByRole('alert')
      .getByText(/la solicitud sigue pendiente\. Acéptala manualmente\./)
      .waitFor()
    await page.getByRole('heading', { name: 'Pilar Zúñiga' }).waitFor()
    await leave()
  })

  it('links a known patient of the same name, and keeps the form when the name is another', async () => {
    const { page, leave } = await asDoctor(undefined, 'doctor@clinica.test')
    await page.goto('/dashboard/patients/add')
    await page.getByLabel('Nombre Completo').fill('Otra Persona')
    await page.getByLabel('Correo Electrónico').fill('paciente@clinica.test')
    await submit(page)
    const alert = page.getByRole('alert')
    await alert.getByText('Error al crear paciente').waitFor()
    await alert.getByText('Ya existe una cuenta con ese correo electrónico.').waitFor()
    expect(await page.getByLabel('Nombre Completo').inputValue()).toBe('Otra Persona')
    await page.getByLabel('Nombre Completo').fill('mariana lópez hernández')
    await submit(page)
    await page.getByText('El paciente ya existe y quedó vinculado contigo.').waitFor()
    await page.waitForURL('**/dashboard/patients')
    await page.getByRole('searchbox').fill('mariana lopez')
    await page.getByRole('link', { name: /Mariana López Hernández.*Ver Expediente/s }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('temporaryCredentials'))).toBeNull()
    await leave()
  })
})

describe('a temporary password', () => {
  it('that is over cannot be copied or sent', async () => {
    const { page, look, leave } = await asDoctor(phone)
    await page.evaluate(() => {
      const kept = { id: 'a', fullName: 'Ana Ruiz', email: 'ana@correo.test', tempPassword: 'x7Kp2mQw9Rtz' }
      const almost = Date.now() - 3_600_000 + 4_000
      localStorage.setItem('temporaryCredentials', JSON.stringify([{ ...kept, timestamp: almost }]))
    })
    await page.goto('/dashboard/credentials')
    await page.getByRole('timer').filter({ hasText: 'Expirado' }).waitFor()
    expect(await page.getByRole('button', { name: 'Copiar' }).isDisabled()).toBe(true)
    expect(await page.getByRole('link', { name: /^WhatsApp/ }).count()).toBe(0)
    await look('pacientes-credencial-expirada')
    await leave()
  })

  it('that was lost is replaced from the record, until the patient chose a password', async () => {
    const { page, look, complaints, leave } = await asDoctor()
    const id = await create(page, 'Darío Téllez', 'dario@correo.test')
    const password = async () =>
      (await page
        .getByRole('listitem')
        .filter({ hasText: 'Darío Téllez' })
        .locator('.font-mono')
        .textContent()) ?? ''
    const lost = await password()
    const ask = async () => {
      await page.goto(`/dashboard/patients/${id}`)
      await page.getByRole('button', { name: 'Más datos' }).click()
      await page.getByRole('button', { name: 'Generar nueva contraseña temporal' }).click()
      const question = page.getByRole('alertdialog', { name: /contraseña temporal nueva para Darío Téllez/ })
      await question.waitFor()
      return question
    }
    const question = await ask()
    await look('pacientes-contrasena-nueva')
    await question.getByRole('button', { name: 'Generar contraseña' }).click()
    await page.waitForURL('**/dashboard/credentials')
    await page.getByText('Contraseña generada').waitFor()
    const issued = await password()
    expect(issued).toMatch(/^[A-HJ-NP-Za-hjkmnp-z2-9]{12}$/)
    expect(issued).not.toBe(lost)

    const patient = await openPerson(browser, product.url, phone)
    await signIn(patient.page, 'dario@correo.test', issued)
    await patient.page.getByLabel('Nueva contraseña').fill('Mi-Propia-Clave-1')
    await patient.page.getByLabel('Confirmar contraseña').fill('Mi-Propia-Clave-1')
    await patient.page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await patient.page.getByRole('heading', { level: 1, name: /Darío/ }).waitFor()
    expect(complaints).toEqual([])

    await (await ask()).getByRole('button', { name: 'Generar contraseña' }).click()
    await page
      .getByRole('alert')
      .getByText('El paciente ya eligió su contraseña. Un administrador puede generar una nueva.')
      .waitFor()
    expect(pathOf(page)).toBe(`/dashboard/patients/${id}`)
    await patient.leave()
    await leave()
  })
})

describe('the record', () => {
  const empty = [
    ['Estudios', 'Este paciente todavía no tiene estudios.'],
    ['Notas', 'No hay notas médicas.'],
    ['Citas', 'Este paciente todavía no tiene citas contigo.'],
    ['Pagos', 'Este paciente todavía no tiene pagos registrados.'],
  ] as const
  const openPart = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Secciones del expediente' }).getByRole('link', { name }).click()

  it.each([
    ['a phone', phone],
    ['a desktop', undefined],
  ])(
    'on %s follows what happens elsewhere, part by part, under the hands of who writes',
    async (_name, viewport) => {
      const { page, look, complaints, leave } = await asDoctor(viewport)
      const size = viewport ? 'movil' : 'mesa'
      const email = `paz.${size}@correo.test`
      const patient = await create(page, `Paz Quiñones de ${size}`, email)
      const doctor = await one(
        `select id::text as value from public.profiles where email = 'doctora@clinica.test'`,
      )
      await page.goto(`/dashboard/patients/${patient}`)
      for (const [part, words] of empty) {
        await openPart(page, part)
        await page.getByText(words).waitFor()
      }
      await page.getByText('Sin próxima cita.').waitFor()
      await look('pacientes-expediente-vacio')

      const region = (name: string) => page.getByRole('region', { name, exact: true })
      const history = region('Historial').getByRole('listitem')
      await openPart(page, 'Historial')
      await openPart(page, 'Notas')
      await page.getByLabel('Nueva nota').fill('Todavía sin guardar')
      const both = [patient, doctor]
      const time = viewport ? '10:30' : '11:30'
      const happenings: [
        sql: string,
        parameters: unknown[],
        part: string | null,
        region: string,
        words: string,
      ][] = [
        [
          `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type)
         values ($1, $2, '2099-01-05', $3, 'Radiografía Carpal')`,
          [...both, time],
          null,
          'Próxima cita',
          'lunes 5 de enero,',
        ],
        [
          `insert into public.studies (patient_id, doctor_id, study_type, study_date, file_url)
         values ($1, $2, 'Radiografía Panorámica', current_date, 'https://visor.test/1')`,
          both,
          'Estudios',
          'Historial de estudios',
          'Radiografía Panorámica',
        ],
        [
          `insert into public.medical_notes (patient_id, doctor_id, note) values ($1, $2, 'Bruxismo nocturno.')`,
          both,
          'Notas',
          'Notas médicas',
          'Bruxismo nocturno.',
        ],
        [
          `insert into public.invoices (patient_id, doctor_id, payment_date, payment_method, services, total_amount)
         values ($1, $2, current_date, 'Efectivo', '[{"name": "Escaneo Intraoral", "price": 1400}]', 1400)`,
          both,
          'Pagos',
          'Pagos',
          'Total $1,400.00',
        ],
      ]
      for (const [index, [sql, parameters, part, name, words]] of happenings.entries()) {
        if (part) await openPart(page, part)
        await product.database.query(sql, parameters)
        await region(name).getByText(words).first().waitFor()
        await openPart(page, 'Historial')
        await eventually(() => history.count()).toBe(index + 1)
      }
      await addRequest(`Paz Quiñones de ${size}`, email)
      await history.filter({ hasText: 'Solicitud de estudio' }).waitFor()
      await openPart(page, 'Citas')
      await region('Citas').getByText(`05/01/2099, ${time}`).waitFor()
      await openPart(page, 'Notas')
      expect(await page.getByLabel('Nueva nota').inputValue()).toBe('Todavía sin guardar')
      await look('pacientes-expediente')

      await openPart(page, 'Pagos')
      const receipt = region('Pagos').getByRole('link', { name: /^Ver recibo IDX-\d{8}$/ })
      expect(await receipt.getAttribute('href')).toMatch(/^\/invoice\/IDX-\d{8}$/)
      await page.getByRole('button', { name: 'Nueva Cita' }).click()
      const booking = page.getByRole('dialog', { name: 'Nueva Cita' })
      await eventually(() => booking.getByRole('combobox', { name: 'Paciente' }).inputValue()).not.toBe('')
      expect(new URL(page.url()).pathname).toBe(`/dashboard/patients/${patient}`)
      await booking.getByRole('button', { name: 'Cancelar' }).click()
      await booking.waitFor({ state: 'hidden' })
      if (viewport) {
        await page.getByRole('main').getByRole('button', { name: 'Más acciones' }).first().click()
        await page.getByRole('button', { name: 'Registrar Pago' }).waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Más datos' }).click()
      } else {
        expect(await page.getByRole('link', { name: 'Registrar Pago' }).last().getAttribute('href')).toBe(
          `/dashboard/payments?paciente=${patient}`,
        )
      }
      expect(await page.getByRole('link', { name: '962 555 0188' }).getAttribute('href')).toBe(
        'tel:+529625550188',
      )
      expect(await page.getByRole('link', { name: email }).getAttribute('href')).toBe(`mailto:${email}`)
      expect(complaints).toEqual([])
      await leave()
    },
  )

  it('of somebody with years of data is paged, and a note that is half written is asked about', async () => {
    const { page, look, leave } = await asDoctor()
    await page.goto('/dashboard/patients?buscar=mariana lopez')
    await page.getByRole('link', { name: /Mariana López Hernández/ }).click()
    await openPart(page, 'Citas')
    const appointments = page.getByRole('region', { name: 'Citas', exact: true })
    await appointments.getByText(/Página 1 de/).waitFor()
    expect(await appointments.getByRole('listitem').count()).toBe(8)
    const first = await appointments.getByRole('listitem').first().textContent()
    await appointments.getByRole('button', { name: 'Siguiente' }).click()
    await eventually(() => appointments.getByRole('listitem').first().textContent()).not.toBe(first)
    await look('pacientes-expediente-lleno')
    await openPart(page, 'Notas')
    await page.getByLabel('Nueva nota').fill('A medias')
    await page.getByRole('link', { name: 'Registrar Pago' }).last().click()
    await page.getByRole('alertdialog', { name: '¿Salir sin guardar?' }).waitFor()
    await page.getByRole('button', { name: 'Seguir aquí' }).click()
    await page.getByRole('button', { name: 'Agregar Nota' }).click()
    await page.getByText('Nota agregada correctamente.').waitFor()
    await page.getByRole('region', { name: 'Notas médicas' }).getByText('A medias').waitFor()
    await leave()
  })

  it('leads to each of its parts on a phone, with a keyboard too', async () => {
    const { page, leave } = await asDoctor(phone)
    await page.goto('/dashboard/patients?buscar=mariana lopez')
    await page.getByRole('link', { name: /Mariana López Hernández/ }).click()
    const parts = page.getByRole('navigation', { name: 'Secciones del expediente' })
    for (const [name, region] of [
      ['Historial', 'Historial'],
      ['Notas', 'Notas médicas'],
      ['Pagos', 'Pagos'],
    ] as const) {
      await parts.getByRole('link', { name }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: region, exact: true }).waitFor()
      expect(await parts.getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
      expect(await page.getByRole('region', { name: 'Historial de estudios' }).count()).toBe(0)
    }
    await page.reload()
    await page.getByRole('region', { name: 'Pagos', exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    await leave()
  })

  it('of nobody one knows says so', async () => {
    const { page, look, leave } = await asDoctor(phone)
    await page.goto('/dashboard/patients/00000000-0000-4000-8000-000000000000')
    await page.getByText('Este paciente no existe o no está vinculado contigo.').waitFor()
    await look('pacientes-expediente-nadie')
    await leave()
  })
})

describe('the list of patients', () => {
  it.each([
    ['a phone', phone],
    ['a desktop', undefined],
  ])('on %s finds by name, e-mail and digits, and says when nobody was found', async (_name, viewport) => {
    const { page, look, complaints, leave } = await asDoctor(viewport)
    await page.goto('/dashboard/patients')
    await page
      .getByRole('link', { name: /Ver Expediente/ })
      .first()
      .waitFor()
    await look('pacientes-lista')
    const cards = page.getByRole('link', { name: /Ver Expediente/ })
    const search = page.getByRole('searchbox')
    const mine = await one(`select regexp_replace(phone, '\\D', '', 'g') as value from public.profiles
      where email = 'paciente@clinica.test'`)
    for (const term of ['LOPEZ HERNANDEZ', 'paciente@clinica', mine.slice(-7)]) {
      await search.fill(term)
      await page.getByRole('link', { name: /Mariana López Hernández/ }).waitFor()
    }
    await search.fill('nadie se llama así')
    await page.getByText('No se encontraron pacientes con esa búsqueda.').waitFor()
    expect(await cards.count()).toBe(0)
    await look('pacientes-lista-nada')
    expect(complaints).toEqual([])
    // The browser complains that there is no such page; the person is led to the last one.
    await page.goto('/dashboard/patients?pagina=999')
    await page.waitForURL(/\?pagina=[23]$/)
    await cards.first().waitFor()
    await leave()
  })
})
