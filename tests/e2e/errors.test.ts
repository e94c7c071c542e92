import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { choosePatient, openBrowser, openPerson, type Person, signIn } from './browser.ts'

const password = 'Demo-2026!'

const film = writeDicom({
  elements: imageElements({ columns: 4, rows: 3, allocated: 8 }),
  pixels: new Uint8Array(12),
})

let browser: Browser
let product: TestProduct
let doctora: Person
let patient: Person

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  doctora = await openPerson(browser, product.url)
  patient = await openPerson(browser, product.url)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Revokes a right from the portal for a while, as a broken database would. */
async function without(right: string, run: () => Promise<void>) {
  await product.database.exec(`revoke ${right} from authenticated, anon`)
  try {
    await run()
  } finally {
    await product.database.exec(`grant ${right} to authenticated`)
  }
}

async function offline({ page }: Person, run: () => Promise<void>) {
  await page.context().setOffline(true)
  try {
    await run()
  } finally {
    await page.context().setOffline(false)
  }
}

/** The message is on screen, and announced at once. */
async function said(page: Page, title: string, description: string) {
  const message = page.getByRole('alert').filter({ hasText: title }).filter({ hasText: description })
  await message.first().waitFor()
}

describe('the public form', () => {
  it('keeps everything when there is no connection, and sends it later', async () => {
    const visitor = await openPerson(browser, product.url)
    const { page } = visitor
    await page.goto('/#contact')
    await page.getByLabel('Nombre Completo').fill('Octavio Luna Ríos')
    await page.getByLabel('Correo Electrónico').fill('octavio.luna@correo.test')
    await page.getByLabel('Teléfono').fill('962 111 2233')
    await page.getByLabel('Tipo de Estudio').selectOption('Escaneo Intraoral')
    await page.getByLabel('Notas Adicionales').fill('Por la tarde.')
    await offline(visitor, async () => {
      await page.getByRole('button', { name: 'Enviar Solicitud' }).click()
      await page
        .getByText(/^Sin conexión\. Tu solicitud se enviará sola en cuanto vuelva la señal\./)
        .waitFor()
      expect(await page.getByLabel('Nombre Completo').inputValue()).toBe('Octavio Luna Ríos')
      expect(await page.getByLabel('Notas Adicionales').inputValue()).toBe('Por la tarde.')
    })
    await page.getByText('¡Solicitud Enviada!').waitFor()
    expect(await page.getByLabel('Nombre Completo').inputValue()).toBe('')
    await visitor.leave()
  })
})

describe('signing in', () => {
  it('says that credentials are wrong and keeps them', async () => {
    const { page } = doctora
    await page.goto('/')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Correo Electrónico').fill('doctora@clinica.test')
    await dialog.getByLabel('Contraseña', { exact: true }).fill('no es esta')
    await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await said(page, 'Error de inicio de sesión', 'Verifica tus credenciales.')
    expect(await dialog.getByLabel('Correo Electrónico').inputValue()).toBe('doctora@clinica.test')
  })
})

describe('the doctor', () => {
  beforeAll(() => signIn(doctora.page, 'doctora@clinica.test', password))

  it('reads that requests could not be loaded, and tries again', async () => {
    const person = await openPerson(browser, product.url)
    const { page } = person
    // Without live changes only the person asks again; with them the list could recover by itself.
    await page.routeWebSocket(/\/realtime\//, () => {})
    await signIn(page, 'doctora@clinica.test', password)
    await without('select on public.study_requests', async () => {
      await page.goto('/dashboard/requests')
      await said(page, 'Error', 'No se pudieron cargar las solicitudes.')
    })
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByRole('row').nth(1).waitFor()
    await person.leave()
  })

  it('reads that a request could not be processed or changed', async () => {
    const { page } = doctora
    const row = page.getByRole('row').filter({ hasText: 'Octavio Luna Ríos' })
    await page.goto('/dashboard/requests')
    await row.waitFor()
    // The question's code comes once the list is there.
    await page.waitForLoadState('networkidle')
    await offline(doctora, async () => {
      await row.getByRole('button', { name: 'Aceptar' }).click()
      await said(page, 'Error', 'No se pudo procesar la solicitud.')
      await row.getByRole('button', { name: 'Ver detalle' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Rechazar' }).click()
      await page.getByRole('button', { name: 'Rechazar solicitud' }).click()
      await said(page, 'Error', 'No se pudo actualizar el estado.')
    })
    await page.keyboard.press('Escape')
    await row.getByText('Pendiente').waitFor()
  })

  it('is asked to accept a request by hand when only that failed', async () => {
    const { page } = doctora
    await page
      .getByRole('row')
      .filter({ hasText: 'Octavio Luna Ríos' })
      .getByRole('button', { name: 'Aceptar' })
      .click()
    await page.getByText('Datos de Solicitud Precargados').waitFor()
    await without('update (status) on public.study_requests', async () => {
      await page.getByRole('button', { name: 'Agregar Paciente y Generar Credenciales' }).click()
      await said(page, 'Advertencia', 'la solicitud sigue pendiente. Acéptala manualmente.')
    })
    await page.getByText('octavio.luna@correo.test').waitFor()
    await page.getByRole('link', { name: 'Solicitudes de Estudio' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Octavio Luna Ríos' })
    await row.getByRole('button', { name: 'Aceptar' }).click()
    await page.getByText('Solicitud aceptada. El paciente ya existe.').waitFor()
    await row.getByText('Aceptada').waitFor()
  })

  it('stays on the form when the e-mail is somebody else’s', async () => {
    const { page } = doctora
    await page.goto('/dashboard/patients/add')
    await page.getByLabel('Nombre Completo').fill('Otra Persona')
    await page.getByLabel('Correo Electrónico').fill('paciente2@clinica.test')
    await page.getByRole('button', { name: 'Agregar Paciente y Generar Credenciales' }).click()
    await said(page, 'Error al crear paciente', 'correo')
    expect(await page.getByLabel('Nombre Completo').inputValue()).toBe('Otra Persona')
    expect(new URL(page.url()).pathname).toBe('/dashboard/patients/add')
  })

  it('reads what of a record could not be loaded', async () => {
    const { page } = doctora
    await without('execute on function public.search_doctor_patients(uuid, text)', async () => {
      await page.goto('/dashboard/patients')
      await said(page, 'Error', 'No se pudieron cargar los pacientes.')
    })
    const again = page.getByRole('main').getByRole('button', { name: 'Reintentar' })
    await again.click()
    await page.getByRole('searchbox').fill('mariana lópez hernández')
    await page.getByRole('link', { name: 'Mariana López Hernández' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mariana López Hernández' }).waitFor()
    const openPart = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await openPart('Notas')
    await without('select on public.medical_notes', async () => {
      await page.reload()
      await said(page, 'Error', 'No se pudieron cargar las notas.')
      await again.waitFor()
    })
    await openPart('Estudios')
    await without('select on public.studies', async () => {
      await page.reload()
      await said(page, 'Error', 'No se pudieron cargar los estudios.')
      await again.waitFor()
    })
    await openPart('Notas')
    await page.reload()
    await page.getByRole('button', { name: 'Agregar Nota' }).click()
    await said(page, 'Nota vacía', 'Por favor escribe una nota.')
    await page.getByLabel('Nueva nota').fill('Acude con su mamá.')
    await without('insert (patient_id, doctor_id, note) on public.medical_notes', async () => {
      await page.getByRole('button', { name: 'Agregar Nota' }).click()
      await said(page, 'Error', 'No se pudo guardar la nota.')
    })
    expect(await page.getByLabel('Nueva nota').inputValue()).toBe('Acude con su mamá.')
    await page.getByRole('button', { name: 'Agregar Nota' }).click()
    await page.getByText('Nota agregada correctamente.').first().waitFor()
    await page.getByText('Acude con su mamá.').first().waitFor()
  })

  it('reads why a study was not added, and keeps it', async () => {
    const { page } = doctora
    await page.getByRole('button', { name: 'Agregar Estudio' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tipo de Estudio').selectOption('Tomografías')
    await dialog.getByLabel('Enlace del Estudio').fill('http://sin-cifrar.test/1')
    await dialog.getByRole('button', { name: 'Guardar Estudio' }).click()
    await said(page, 'Error', 'El enlace debe empezar con https://.')
    await dialog.getByLabel('Enlace del Estudio').fill('https://visor.correo.test/9')
    const columns = 'patient_id, doctor_id, study_type, study_date, comments, file_url, file_name'
    await without(`insert (${columns}) on public.studies`, async () => {
      await dialog.getByRole('button', { name: 'Guardar Estudio' }).click()
      await said(page, 'Error en la base de datos', '')
    })
    expect(await dialog.getByLabel('Enlace del Estudio').inputValue()).toBe('https://visor.correo.test/9')

    await dialog.getByLabel('Enlace del Estudio').fill('')
    await dialog
      .getByLabel('Archivo del Estudio')
      .setInputFiles({ name: 'corte.dcm', mimeType: 'application/dicom', buffer: Buffer.from(film) })
    await offline(doctora, async () => {
      await dialog.getByRole('button', { name: 'Guardar Estudio' }).click()
      await said(page, 'Error de carga', 'No hay conexión.')
    })
    await dialog.getByText('corte.dcm').waitFor()
    await dialog.getByRole('button', { name: 'Guardar Estudio' }).click()
    await page.getByText('Estudio añadido correctamente.').waitFor()
  })

  it('keeps the payment that could not be registered, and registers it once', async () => {
    const { page } = doctora
    await without('select on public.services', async () => {
      await page.goto('/dashboard/payments')
      await said(page, 'Error', 'No se pudieron cargar los datos iniciales.')
    })
    await product.database.exec('grant select on public.services to anon')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await choosePatient(page, 'Mariana López Hernández')
    await page.getByLabel('Método de Pago').selectOption('Efectivo')
    await page.getByLabel('Servicio', { exact: true }).selectOption('Radiografía Carpal')
    await offline(doctora, async () => {
      await page.getByRole('button', { name: 'Registrar Pago y Generar Factura' }).click()
      await said(page, 'Error', 'No se pudo registrar el pago.')
    })
    expect(await page.getByLabel('Precio').inputValue()).toBe('250.00')
    await page.reload()
    await page.getByText('$250.00').waitFor()

    const before = await invoices()
    await loseNextAnswer(page, '**/rest/v1/invoices*')
    await page.getByRole('button', { name: 'Registrar Pago y Generar Factura' }).click()
    await said(page, 'Error', 'No se pudo registrar el pago.')
    await page.getByRole('button', { name: 'Registrar Pago y Generar Factura' }).click()
    await page.waitForURL(/\/invoice\/IDX-\d{8}$/)
    expect(await invoices()).toBe(before + 1)
  })
})

describe('the patient', () => {
  beforeAll(() => signIn(patient.page, 'paciente@clinica.test', password))

  it('reads that studies, payments or the receipt could not be loaded', async () => {
    const { page } = patient
    await without('select on public.studies', async () => {
      await page.goto('/dashboard/my-studies')
      await said(page, 'Error', 'No se pudieron cargar tus estudios.')
    })
    await without('select on public.invoices', async () => {
      await page.goto('/dashboard/my-payments')
      await said(page, 'Error', 'No se pudieron cargar tus pagos.')
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await said(page, 'Error', 'No se pudieron cargar tus pagos.')
    })
    // The live connection may have read them again or not: the payments come either way.
    await page.reload()
    await page.getByRole('link', { name: 'Ver Recibo' }).first().click()
    await page.getByRole('heading', { name: 'Recibo' }).waitFor()
    await without('select on public.invoices', async () => {
      await page.reload()
      await said(page, 'Error', 'No se pudo cargar la factura.')
    })
  })

  it('reads that a download failed', async () => {
    const { page } = patient
    await page.goto('/dashboard/my-studies')
    const card = page.getByRole('listitem').filter({ hasText: 'corte.dcm' })
    await card.waitFor()
    await offline(patient, async () => {
      await card.getByRole('button', { name: 'Descargar' }).click()
      await said(page, 'Error de descarga', 'No hay conexión.')
    })
  })

  it('is led out kindly when the account is closed meanwhile', async () => {
    const { page } = patient
    await product.database.exec(
      `update private.account_state set closed_at = now()
       where user_id = (select id from public.profiles where email = 'paciente@clinica.test')`,
    )
    await page.reload()
    await said(page, 'Error', 'No se pudo cargar el perfil.')
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

async function invoices(): Promise<number> {
  const { rows } = await product.database.query<{ count: number }>(
    'select count(*)::int4 as count from public.invoices',
  )
  return rows[0]?.count ?? -1
}

/** Lets the next request reach the server and cuts the connection before its answer returns. */
async function loseNextAnswer(page: Page, path: string) {
  await page.route(
    path,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}
