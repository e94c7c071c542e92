import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  choosePatient,
  openPerson,
  openWholeBrowser,
  type Person,
  phone,
  signIn,
} from '#tests/e2e/browser.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { installations } from './installations.ts'

const doctor = { email: 'doctora@clinica.test', password: 'Demo-2026!' }
const stranger = { email: 'paciente2@clinica.test', password: 'Demo-2026!' }
const visitor = {
  name: 'Ximena Núñez Güémez',
  email: 'ximena.nunez@correo.test',
  phone: '962 123 4567',
  age: '34',
  password: 'Mi-clave-nueva-26',
}
const study = writeDicom({
  elements: imageElements({ columns: 600, rows: 500, allocated: 8 }),
  pixels: new Uint8Array(randomBytes(600 * 500)),
})
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let browser: Browser
beforeAll(async () => {
  browser = await openWholeBrowser()
})
afterAll(() => browser.close())

describe.each(installations())('the main path on $name', ({ start }) => {
  let product: TestProduct
  let doctora: Person
  let patient: Person
  let tempPassword: string
  let receipt: string

  beforeAll(async () => {
    product = await start(startTestProduct)
    doctora = await openPerson(browser, product.url)
    patient = await openPerson(browser, product.url, phone)
  })
  afterAll(async () => {
    await Promise.all([doctora?.leave(), patient?.leave()])
    await product?.stop()
  })

  it('shows a visitor’s request to the doctor without a reload', async () => {
    await signIn(doctora.page, doctor.email, doctor.password)
    await doctora.page.goto('/dashboard/requests')
    await heading(doctora.page, 'Solicitudes de Estudio')
    await doctora.page.getByRole('row').nth(1).waitFor()

    const { page } = patient
    await page.goto('/')
    await patient.look('landing')
    await page.getByLabel('Nombre Completo').fill(visitor.name)
    await page.getByLabel('Correo Electrónico').fill(visitor.email)
    await page.getByLabel('Teléfono').fill(visitor.phone)
    await page.getByLabel('Tipo de Estudio').selectOption('Radiografía Panorámica')
    await page.getByLabel('Edad').fill(visitor.age)
    await page.getByLabel('Notas Adicionales').fill('Me duele una muela del lado derecho.')
    await page.getByRole('button', { name: 'Enviar Solicitud' }).click()
    await page.getByText('¡Solicitud Enviada!').waitFor()
    await patient.look('request-sent')

    await rowOf(doctora.page, visitor.name).getByText('Pendiente').waitFor()
    await doctora.look('requests')
  })

  it('takes an accepted request to the prefilled form, and its credential to Credenciales', async () => {
    const { page } = doctora
    await rowOf(page, visitor.name).getByRole('button', { name: 'Aceptar' }).click()
    await heading(page, 'Agregar Paciente')
    await page.getByText('Datos de Solicitud Precargados').waitFor()
    await expect.poll(() => page.url()).toMatch(/\/dashboard\/patients\/add\?requestId=\d+$/)
    expect(await page.getByLabel('Nombre Completo').inputValue()).toBe(visitor.name)
    expect(await page.getByLabel('Correo Electrónico').inputValue()).toBe(visitor.email)
    expect(await page.getByLabel('Teléfono').inputValue()).toBe(visitor.phone)
    expect(await page.getByLabel('Edad').inputValue()).toBe(visitor.age)
    await doctora.look('add-patient')

    await page.reload()
    await expect.poll(() => page.getByLabel('Correo Electrónico').inputValue()).toBe(visitor.email)
    await page.getByRole('button', { name: 'Agregar Paciente y Generar Credenciales' }).click()

    await heading(page, 'Credenciales')
    const card = page.getByRole('listitem').filter({ hasText: visitor.email })
    await expect.poll(() => card.getByRole('timer').textContent()).toMatch(/^(60:00|59:\d\d)$/)
    await card.getByRole('button', { name: 'Copiar' }).click()
    await page.getByText('Copiado').waitFor()
    const message = await page.evaluate(() => navigator.clipboard.readText())
    expect(message).toContain(visitor.email)
    expect(message).toContain(product.url)
    tempPassword = message.match(/Contraseña temporal: (\S+)/)?.[1] ?? ''
    expect(tempPassword).toMatch(/^[A-Za-z2-9]{12}$/)
    await doctora.look('credentials')

    await page.getByRole('link', { name: 'Solicitudes de Estudio' }).click()
    await rowOf(page, visitor.name).getByText('Aceptada').waitFor()
  })

  it('asks the patient for a new password before anything else', async () => {
    const { page } = patient
    await signIn(page, visitor.email, tempPassword)
    await heading(page, 'Elige una nueva contraseña')
    await page.goto('/dashboard/my-studies')
    await heading(page, 'Elige una nueva contraseña')
    await patient.look('new-password')

    await page.getByLabel('Nueva contraseña').fill(visitor.password)
    await page.getByLabel('Confirmar contraseña').fill('otra')
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await page.getByText('Las contraseñas no coinciden.').waitFor()
    await page.getByLabel('Confirmar contraseña').fill(visitor.password)
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()

    await heading(page, 'Mis Estudios')
    await page.getByText('Todavía no tienes estudios.').waitFor()
  })

  it('brings the doctor’s studies to the patient live: a link', async () => {
    const { page } = doctora
    await page.getByRole('link', { name: 'Pacientes' }).click()
    await heading(page, 'Pacientes')
    await page.getByRole('searchbox').fill('ximena')
    await page.getByRole('link', { name: visitor.name }).click()
    await heading(page, visitor.name)
    await page.getByRole('button', { name: 'Agregar Estudio' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Guardar Estudio' }).click()
    await page.getByText('Por favor, selecciona un tipo de estudio y pega el enlace.').waitFor()
    await dialog.getByLabel('Tipo de Estudio').selectOption('Radiografía Panorámica')
    await dialog.getByLabel('Enlace del Estudio').fill('https://visor.correo.test/estudio/1')
    await doctora.look('add-study')
    await dialog.getByRole('button', { name: 'Guardar Estudio' }).click()
    await page.getByText('Estudio añadido correctamente.').waitFor()

    const card = patient.page.getByRole('listitem').filter({ hasText: 'Radiografía Panorámica' })
    const link = card.getByRole('link', { name: 'Abrir enlace' })
    expect(await link.getAttribute('href')).toBe('https://visor.correo.test/estudio/1')
  })

  it('brings the doctor’s studies to the patient live: a file, byte for byte', async () => {
    const { page } = doctora
    await page.getByRole('button', { name: 'Agregar Estudio' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tipo de Estudio').selectOption('Tomografías')
    await dialog.getByLabel('Archivo del Estudio').setInputFiles({
      name: 'Tomografía de Ximena.dcm',
      mimeType: 'application/dicom',
      buffer: Buffer.from(study),
    })
    await dialog.getByLabel('Comentarios').fill('Bimaxilar.')
    await dialog.getByRole('button', { name: 'Guardar Estudio' }).click()
    await page.getByText('Estudio añadido correctamente.').waitFor()
    await doctora.look('patient-record')

    const card = patient.page.getByRole('listitem').filter({ hasText: 'Tomografía de Ximena.dcm' })
    await card.waitFor()
    await patient.page.getByText('2 estudios').waitFor()
    await patient.look('my-studies')
    const [download] = await Promise.all([
      patient.page.waitForEvent('download'),
      card.getByRole('button', { name: 'Descargar' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Tomografía de Ximena.dcm')
    expect(sha256(await readFile(await download.path()))).toBe(sha256(study))
  })

  it('leads from a payment to its receipt', async () => {
    const { page } = doctora
    await page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link', { name: 'Registrar Pago' })
      .click()
    await heading(page, 'Registrar Pago Manual')
    await page.getByRole('button', { name: 'Registrar Pago y Generar Factura' }).click()
    await page.getByText('Selecciona paciente, fecha, método de pago y al menos un servicio.').waitFor()
    await choosePatient(page, visitor.name)
    await page.getByLabel('Método de Pago').selectOption('Transferencia')
    await page.getByLabel('Servicio', { exact: true }).selectOption('Tomografía Bimaxilar')
    expect(await page.getByLabel('Precio').inputValue()).toBe('1500.00')
    await page.getByRole('button', { name: 'Agregar Servicio' }).click()
    await page.getByLabel('Servicio', { exact: true }).nth(1).selectOption('Radiografía Panorámica')
    await page.getByLabel('Precio').nth(1).fill('199.90')
    await page.getByText('$1,699.90').waitFor()
    await page.reload()
    await page.getByText('$1,699.90').waitFor()
    await doctora.look('payment')
    await page.getByRole('button', { name: 'Registrar Pago y Generar Factura' }).click()

    await page.waitForURL(/\/invoice\/IDX-\d{8}$/)
    receipt = new URL(page.url()).pathname
    await heading(page, 'Recibo')
    await page.getByText('La factura ha sido generada exitosamente.').waitFor()
    await expectReceipt(page)
    await doctora.look('receipt')
  })

  it('shows the patient the same receipt, on one A4 page', async () => {
    const { page } = patient
    await page.getByRole('button', { name: 'Menú' }).click()
    await page.getByRole('link', { name: 'Mis Pagos' }).click()
    await heading(page, 'Mis Pagos')
    await patient.look('my-payments')
    await page.getByRole('link', { name: 'Ver Recibo' }).click()
    await page.waitForURL(`**${receipt}`)
    await expectReceipt(page)
    await patient.look('receipt')
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.getByRole('button', { name: 'Volver' }).click()
    await heading(page, 'Mis Pagos')
  })

  it('refuses the receipt to another patient', async () => {
    const other = await openPerson(browser, product.url, phone)
    await signIn(other.page, stranger.email, stranger.password)
    await other.page.goto(receipt)
    await other.page.getByText('No tienes permiso para ver esta factura.').waitFor()
    await expect.poll(() => new URL(other.page.url()).pathname).toBe('/dashboard')
    await other.page.goto('/invoice/IDX-00000000')
    await other.page.getByText('No se pudo encontrar la factura.').waitFor()
    expect(other.complaints).toEqual([])
    await other.leave()
  })

  it('signs the doctor out and forgets the credentials', async () => {
    const { page } = doctora
    await page.goto('/dashboard/credentials')
    await page.getByText(visitor.email).waitFor()
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await page.getByText('Has cerrado sesión correctamente.').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    expect(await page.evaluate(() => localStorage.getItem('temporaryCredentials'))).toBeNull()
    await page.goto('/dashboard/requests')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  it('leaves no complaint in either browser', () => {
    expect(doctora.complaints).toEqual([])
    expect(patient.complaints).toEqual([])
  })

  async function expectReceipt(page: Page) {
    const sheet = page.getByRole('article')
    await sheet.waitFor()
    const text = (await sheet.textContent()) ?? ''
    for (const part of [
      receipt.split('/').at(-1) ?? '',
      visitor.name,
      visitor.email,
      'Atendido por',
      'Dra. Lucía Ferrer Soto',
      'Tomografía Bimaxilar',
      '$1,500.00',
      '$199.90',
      'IVA (0%)',
      '$0.00',
      '$1,699.90',
      'Transferencia',
    ]) {
      expect(text).toContain(part)
    }
  }
})

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}
