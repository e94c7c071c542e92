import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { requestNumber } from '#domain/request-number.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'
import { printed } from './pdf.ts'
import { expectCode } from './qr-code.ts'

const papers = [
  ['A4', 595, 842],
  ['Carta', 612, 792],
] as const

const clinic = { ...sampleClinic, name: 'Imagen Ñandú', logo: 'marca.png' }

let browser: Browser
let product: TestProduct
let folder = ''
let doctor: Person

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  folder = await mkdtemp(join(tmpdir(), 'indice-print-'))
  await writeFile(join(folder, 'clinic.json'), JSON.stringify(clinic))
  browser = await openWholeBrowser()
  product = await startTestProduct({
    engine,
    demo: true,
    env: { CLINIC_CONFIG: join(folder, 'clinic.json') },
  })
  await mkdir(join(product.dataDir, 'img'), { recursive: true })
  await copyFile('web/public/icon-192.png', join(product.dataDir, 'img', 'marca.png'))
  doctor = await openPerson(browser, product.url)
  await signIn(doctor.page, 'doctora@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Made = { id: string; invoice_number: string; receipt_token: string }

/** A payment of paciente@ to doctora@, as the database stores it. */
async function pay(services: { name: string; price: number }[]): Promise<Made> {
  const { rows } = await product.database.query<Made>(
    `insert into public.invoices (patient_id, doctor_id, payment_date, payment_method, services)
     select p.id, d.id, '2026-11-05', 'Tarjeta de Crédito/Débito', $1::jsonb
     from public.profiles p, public.profiles d
     where p.email = 'paciente@clinica.test' and d.email = 'doctora@clinica.test'
     returning id::text, invoice_number, receipt_token`,
    [JSON.stringify(services)],
  )
  const [made] = rows
  if (!made) throw new Error('The demo clinic has both of them')
  return made
}

const annul = ({ id }: Made, reason: string) =>
  product.database.query(
    'update public.invoices set annulled_at = now(), annulled_reason = $2 where id = $1',
    [id, reason],
  )

async function open(page: Page, { invoice_number }: Made) {
  await page.goto(`/invoice/${invoice_number}`)
  await page.getByRole('img', { name: 'Código QR para verificar este recibo' }).waitFor()
}

const choose = (page: Page, paper: string) => page.getByText(paper, { exact: true }).click()
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Does something with the sheet laid out on A4, between its margins. */
async function onPaper(page: Page, act: () => Promise<void>) {
  const screen = page.viewportSize()
  await page.setViewportSize({ width: 673, height: 1002 })
  await page.emulateMedia({ media: 'print' })
  try {
    await act()
  } finally {
    await page.emulateMedia({ media: null })
    if (screen) await page.setViewportSize(screen)
  }
}

/** A picture of the printed sheet, beside those that `look` takes. */
const lookAtPaper = ({ page, look }: Person, name: string) => onPaper(page, () => look(`${name}-print`))

describe.each(papers)('a receipt on %s', (paper, width, height) => {
  it('with one service is one page, whose text says everything', async () => {
    const invoice = await pay([{ name: 'Radiografía Lateral de Cráneo', price: 1250.5 }])
    await open(doctor.page, invoice)
    await choose(doctor.page, paper)
    const pdf = await printed(doctor.page)
    expect([pdf.pages.length, pdf.width, pdf.height]).toEqual([1, width, height])
    for (const words of [
      'Imagen Ñandú',
      sampleClinic.address.street,
      'Tapachula, Chiapas, C.P. 30700',
      '962 000 0000 · contacto@clinica.test',
      'Recibo',
      invoice.invoice_number,
      '05/11/2026',
      'Paciente\nMariana López Hernández\npaciente@clinica.test\n962',
      'Atendido por\nDra. Lucía Ferrer Soto\nRadiología Bucal y Maxilofacial\nCédula profesional: 10200303',
      'Servicio Precio\nRadiografía Lateral de Cráneo $1,250.50\nSubtotal $1,250.50\nIVA (0%) $0.00\nTotal $1,250.50',
      'Método de pago: Tarjeta de Crédito/Débito\nGracias por tu preferencia.',
      'Este documento es informativo y no tiene validez fiscal.',
      'Página 1 de 1',
    ])
      expect(pdf.pages[0]).toContain(words)
    for (const word of ['Volver', 'Imprimir', 'Carta', 'CANCELADO']) expect(pdf.pages[0]).not.toContain(word)
    await doctor.look(`receipt-${paper}`)
    await lookAtPaper(doctor, `receipt-${paper}`)
  })

  it('with thirty services repeats the head of the table, and keeps the totals in one piece', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `Servicio número ${at + 1} de ortodoncia`)
    await open(doctor.page, await pay(names.map((name) => ({ name, price: 100 }))))
    await choose(doctor.page, paper)
    const { pages } = await printed(doctor.page)
    expect(pages).toHaveLength(2)
    const [first = '', last = ''] = pages
    for (const page of pages) expect(page.split('Servicio Precio')).toHaveLength(2)
    const found = [...pages.join('\n').matchAll(/Servicio número \d+ de ortodoncia/g)].map(([name]) => name)
    expect(found).toEqual(names)
    expect(first).not.toContain('Subtotal')
    expect(last).toMatch(
      /Servicio número 30 de ortodoncia \$100\.00\nSubtotal \$3,000\.00\nIVA \(0%\) \$0\.00\nTotal \$3,000\.00/,
    )
    expect(last).toContain('no tiene validez fiscal')
    expect([first.includes('Página 1 de 2'), last.includes('Página 2 de 2')]).toEqual([true, true])
  })

  it('never leaves the totals alone, however the services fill the page', async () => {
    for (const count of [12, 13, 14, 15, 16, 17, 18, 19, 20, 21]) {
      const name = (at: number) => `Servicio número ${at + 1} de ortodoncia`
      await open(
        doctor.page,
        await pay(Array.from({ length: count }, (_, at) => ({ name: name(at), price: 1 }))),
      )
      await choose(doctor.page, paper)
      const { pages } = await printed(doctor.page)
      const last = pages.at(-1) ?? ''
      expect([
        count,
        last.includes(name(count - 1)),
        last.includes('Subtotal'),
        last.includes('validez'),
      ]).toEqual([count, true, true, true])
    }
  })

  it('says CANCELADO and why, still on one page', async () => {
    const invoice = await pay([{ name: 'Escaneo Intraoral', price: 400 }])
    await annul(invoice, 'El pago se registró dos veces por error.')
    await open(doctor.page, invoice)
    await choose(doctor.page, paper)
    const { pages } = await printed(doctor.page)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('CANCELADO')
    expect(pages[0]).toContain('Motivo: El pago se registró dos veces por error.')
    await doctor.look(`receipt-annulled-${paper}`)
    await lookAtPaper(doctor, `receipt-annulled-${paper}`)
  })

  it('wraps the longest names instead of cutting them', async () => {
    const long = `Tomografía ${'de la articulación temporomandibular '.repeat(5)}`.slice(0, 200).trim()
    const unbroken = 'x'.repeat(200)
    await open(
      doctor.page,
      await pay([
        { name: long, price: 999_999.99 },
        { name: unbroken, price: 1 },
      ]),
    )
    await choose(doctor.page, paper)
    const { pages } = await printed(doctor.page)
    expect(pages).toHaveLength(1)
    const text = pages[0]?.replace(/\s+/g, ' ') ?? ''
    expect(text.replace(' $999,999.99', '')).toContain(long)
    expect(text.replaceAll(/[^x]/g, '').length).toBeGreaterThanOrEqual(200)
    expect(text).toContain('Total $1,000,000.99')
    await onPaper(doctor.page, async () => expect(await sideways(doctor.page)).toBe(0))
  })
})

describe('a receipt', () => {
  it("shows the clinic's own mark, and a code that leads to its verification", async () => {
    const invoice = await pay([{ name: 'Escaneo Intraoral', price: 400 }])
    const { page } = doctor
    await open(page, invoice)
    const mark = page.locator('article img')
    expect(await mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192)

    const code = page.getByRole('img', { name: 'Código QR para verificar este recibo' })
    await expectCode(code, `${product.url}/recibo/${invoice.receipt_token}`)

    const [opened] = await Promise.all([page.context().waitForEvent('page'), code.click()])
    await opened.getByText('VÁLIDO', { exact: true }).waitFor()
    expect(new URL(opened.url()).pathname).toBe(`/recibo/${invoice.receipt_token}`)
    expect(await opened.evaluate(() => [document.referrer, window.opener === null])).toEqual(['', true])
    await opened.close()
  })

  it('remembers the paper on this device, also when somebody else signs in', async () => {
    const { page, leave } = await openPerson(browser, product.url)
    await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
    const invoice = await pay([{ name: 'Escaneo Intraoral', price: 400 }])
    await open(page, invoice)
    expect(await page.getByRole('radio', { name: 'Carta' }).isChecked()).toBe(true)
    await choose(page, 'A4')
    await page.reload()
    await page.getByRole('radio', { name: 'A4' }).waitFor()
    expect(await page.getByRole('radio', { name: 'A4' }).isChecked()).toBe(true)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await page.waitForURL('/')
    await signIn(page, 'doctora@clinica.test', 'Demo-2026!')
    await open(page, invoice)
    expect(await page.getByRole('radio', { name: 'A4' }).isChecked()).toBe(true)
    await leave()
  })

  it('that is annulled while it lies open says so by itself', async () => {
    const invoice = await pay([{ name: 'Escaneo Intraoral', price: 400 }])
    const { page } = doctor
    const joined = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => /"status":"ok"/.test(String(payload))),
      )
    await open(page, invoice)
    await joined
    await annul(invoice, 'Duplicado')
    await page.getByText('CANCELADO').waitFor()
    expect(await page.getByText('Motivo: Duplicado').count()).toBe(1)
  })

  it('leads back to the list one came from, else to the list of receipts that fits', async () => {
    const invoice = await pay([{ name: 'Escaneo Intraoral', price: 400 }])
    const { page } = doctor
    await page.goto('/dashboard/billing?desde=2026-11-05&hasta=2026-11-05')
    const list = page.url()
    await page
      .getByRole('row', { name: invoice.invoice_number })
      .getByRole('link', { name: 'Ver Recibo' })
      .click()
    await page.getByRole('button', { name: 'Volver' }).click()
    await page.waitForURL(list)
    await open(page, invoice)
    await page.getByRole('button', { name: 'Volver' }).click()
    await page.waitForURL('**/dashboard/billing')
  })

  it('is read on a phone without sideways scrolling, by its patient, who goes back to Mis Pagos', async () => {
    const patient = await openPerson(browser, product.url, phone, { hasTouch: true })
    await signIn(patient.page, 'paciente@clinica.test', 'Demo-2026!')
    await open(patient.page, await pay([{ name: `Radiografía ${'x'.repeat(120)}`, price: 999_999.99 }]))
    await patient.look('receipt')
    expect(await sideways(patient.page)).toBe(0)
    // Beside the button there is no room for the papers.
    for (const paper of ['A4', 'Carta']) {
      await patient.page.getByRole('button', { name: 'Más acciones' }).click()
      await patient.page.getByRole('button', { name: `Cambiar a papel ${paper}` }).click()
      expect(await sideways(patient.page)).toBe(0)
    }
    const buttons = [
      patient.page.getByRole('button', { name: 'Volver' }),
      patient.page.getByRole('button', { name: 'Más acciones' }),
      patient.page.getByRole('button', { name: 'Imprimir / Guardar PDF' }),
    ]
    for (const button of buttons) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    // What a phone prints is the same sheet.
    const { pages, width } = await printed(patient.page)
    expect([pages.length, width]).toEqual([1, 612])
    await patient.page.getByRole('button', { name: 'Volver' }).click()
    await patient.page.waitForURL('**/dashboard/my-payments')
    expect(patient.complaints).toEqual([])
    await patient.leave()
  })
})

async function ask(notes: string | null): Promise<number> {
  const { rows } = await product.database.query<{ id: string }>(
    `insert into public.study_requests
       (patient_name, patient_email, patient_phone, patient_age, study_type, referring_doctor, notes, tentative_date)
     values ('Íñigo Güemes Peña', 'inigo@correo.test', '962 555 0101', 34, 'Radiografía Panorámica', $1, $2, '2026-12-24')
     returning id::text`,
    [notes === null ? null : 'Dra. Begoña Núñez', notes],
  )
  return Number(rows[0]?.id)
}

async function openSheet(page: Page, id: number) {
  await page.goto(`/dashboard/request/${id}`)
  await page.getByRole('article', { name: `Solicitud ${requestNumber(id)}` }).waitFor()
  await page.getByText('Imagen Ñandú').waitFor()
}

describe.each(papers)('a request sheet on %s', (paper, width, height) => {
  it('is one page with everything that was asked for', async () => {
    const id = await ask('Usa brackets.\nTeléfono de su mamá: 962 555 0102')
    await openSheet(doctor.page, id)
    await choose(doctor.page, paper)
    const pdf = await printed(doctor.page)
    expect([pdf.pages.length, pdf.width, pdf.height]).toEqual([1, width, height])
    for (const words of [
      'Imagen Ñandú',
      'Solicitud de Estudio',
      requestNumber(id),
      'Pendiente',
      'Íñigo Güemes Peña',
      'inigo@correo.test',
      '962 555 0101',
      '34 años',
      'Radiografía Panorámica',
      '24/12/2026',
      'Dra. Begoña Núñez',
      'Notas adicionales\nUsa brackets.\nTeléfono de su mamá: 962 555 0102',
      'Página 1 de 1',
    ])
      expect(pdf.pages[0]).toContain(words)
    expect(pdf.pages[0]).not.toContain('Volver')
    await doctor.look(`sheet-${paper}`)
    await lookAtPaper(doctor, `sheet-${paper}`)
  })

  it('without notes and referring doctor says so and leaves no empty box', async () => {
    await openSheet(doctor.page, await ask(null))
    await choose(doctor.page, paper)
    const { pages } = await printed(doctor.page)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('No especificado')
    expect(pages[0]).not.toContain('Notas')
  })

  it('goes on over the page with the longest notes', async () => {
    const line = (at: number) => `Renglón ${at} de la historia clínica, con lo que contó y lo que toma.`
    const lines = Array.from({ length: 45 }, (_, at) => line(at + 1))
    await openSheet(doctor.page, await ask(lines.join('\n')))
    await choose(doctor.page, paper)
    const { pages } = await printed(doctor.page)
    expect(pages).toHaveLength(2)
    expect(pages[0]).toContain(line(1))
    expect(pages.join('\n').match(/Renglón \d+/g)).toHaveLength(45)
  })
})

it('a request sheet is read on a phone without sideways scrolling', async () => {
  const person = await openPerson(browser, product.url, phone, { hasTouch: true })
  await signIn(person.page, 'doctora@clinica.test', 'Demo-2026!')
  await openSheet(person.page, await ask('n'.repeat(300)))
  await person.look('sheet')
  expect(await sideways(person.page)).toBe(0)
  expect(person.complaints).toEqual([])
  await person.leave()
})

it('the browser complained about nothing', () => {
  expect(doctor.complaints).toEqual([])
})
