import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayInZone } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'

// How much has to be pressed for what people do all day: a promise about the whole product, counted.

const password = 'Demo-2026!'
const mariana = 'Mariana López Hernández'

let browser: Browser
let product: TestProduct

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** What somebody does with a page. Filling a field is typing, which is not counted; a choice of a list is two presses. */
function counting(page: Page) {
  let presses = 0
  return {
    press: async (what: Locator) => {
      presses += 1
      await what.click()
    },
    key: async (name: string) => {
      presses += 1
      await page.keyboard.press(name)
    },
    choose: async (list: Locator, option: string) => {
      presses += 2
      await list.selectOption(option)
    },
    type: (text: string) => page.keyboard.type(text),
    fill: (field: Locator, text: string) => field.fill(text),
    count: () => presses,
  }
}
type Hand = ReturnType<typeof counting>

async function as(
  email: string | null,
  run: (hand: Hand, page: Page) => Promise<void>,
  viewport?: { width: number; height: number },
): Promise<number> {
  const person: Person = await openPerson(browser, product.url, viewport, { hasTouch: viewport === phone })
  if (email) await signIn(person.page, email, password)
  await person.page.goto(email ? '/dashboard' : '/')
  if (email) await person.page.getByRole('main').getByRole('link', { name: 'Nueva Cita' }).waitFor()
  const hand = counting(person.page)
  await run(hand, person.page)
  await person.leave()
  return hand.count()
}

/** From the landing, by its dialog, into what is one's own. */
async function enter(hand: Hand, page: Page, email: string) {
  await hand.press(page.getByRole('button', { name: 'Iniciar Sesión' }).filter({ visible: true }))
  const dialog = page.getByRole('dialog', { name: 'Acceso al Portal' })
  await hand.fill(dialog.getByLabel('Correo Electrónico'), email)
  await hand.fill(dialog.getByLabel('Contraseña', { exact: true }), password)
  await hand.press(dialog.getByRole('button', { name: 'Iniciar Sesión' }))
  await hand.press(page.getByRole('banner').getByRole('link', { name: 'Mi Panel' }).filter({ visible: true }))
}

/** An image is on screen: the viewer has drawn it. */
const isOpen = async (page: Page) => {
  await page.waitForURL('**/dashboard/study/*')
  await page.getByRole('main').locator('canvas, img').first().waitFor()
}

describe('the four journeys', () => {
  it('reception: from the call over new patient and appointment to the payment in 9 presses, the name typed once', async () => {
    const name = 'Rosario Castellanos Figueroa'
    const presses = await as('doctora@clinica.test', async (hand, page) => {
      await hand.press(page.getByRole('main').getByRole('link', { name: 'Nueva Cita' }))
      const booking = page.getByRole('dialog', { name: 'Nueva Cita' })
      const patient = booking.getByRole('combobox', { name: 'Paciente' })
      await expect.poll(() => patient.evaluate((field) => field === document.activeElement)).toBe(true)
      await hand.type(name)
      await hand.press(page.getByRole('button', { name: 'Paciente nuevo' }))

      const fresh = page.getByRole('dialog', { name: 'Paciente nuevo' })
      await hand.fill(fresh.getByLabel('Correo Electrónico'), 'rosario@correo.test')
      await hand.fill(fresh.getByLabel('Teléfono'), '962 555 0142')
      await hand.press(fresh.getByRole('button', { name: 'Agregar Paciente' }))
      await fresh.waitFor({ state: 'hidden' })
      expect(await patient.inputValue()).toBe(name)

      await hand.choose(
        booking.getByRole('combobox', { name: 'Tipo de Estudio' }),
        'Radiografía Lateral de Cráneo',
      )
      await hand.press(booking.locator('input[type=radio]:enabled').first())
      await hand.press(booking.getByRole('button', { name: 'Agendar Cita' }))

      const booked = page.getByRole('region', { name: 'Cita agendada' })
      await booked.getByRole('link', { name: 'WhatsApp' }).waitFor()
      await hand.press(booked.getByRole('list', { name: 'Registrar pago' }).getByText('Transferencia'))
      await page.getByText('$250.00').first().waitFor()
      await hand.press(page.getByRole('button', { name: 'Registrar Pago y Generar Factura' }))
      await page.waitForURL('**/invoice/IDX-*')
    })
    expect(presses).toBeLessThanOrEqual(9)
    const { rows } = await product.database.query(
      `select p.full_name, c.study_type, c.appointment_date >= $2 as ahead, i.payment_method, i.services, i.total_amount::int as total
       from public.profiles p join public.citas c on c.patient_id = p.id join public.invoices i on i.patient_id = p.id
       where p.full_name = $1`,
      [name, dayInZone(new Date(), 'America/Mexico_City')],
    )
    expect(rows).toEqual([
      {
        full_name: name,
        study_type: 'Radiografía Lateral de Cráneo',
        ahead: true,
        payment_method: 'Transferencia',
        services: [{ name: 'Radiografía Lateral de Cráneo', price: 250 }],
        total: 250,
      },
    ])
  })

  it('a doctor opens a patient’s scan from anywhere in 2 presses', async () => {
    const presses = await as('doctora@clinica.test', async (hand, page) => {
      await hand.key('Control+k')
      const search = page.getByRole('dialog').getByRole('combobox')
      await search.waitFor()
      await hand.type('mariana')
      await hand.press(
        page
          .getByRole('group', { name: 'Estudios' })
          .getByRole('option')
          .filter({ hasText: mariana })
          .first(),
      )
      await isOpen(page)
    })
    expect(presses).toBeLessThanOrEqual(2)
  })

  it('a doctor opens a patient’s scan from today’s list in 2 presses', async () => {
    await product.database.query(
      `insert into public.citas (doctor_id, patient_id, nombre, appointment_date, appointment_time, study_type, status)
       select d.id, p.id, p.full_name, $1, null, 'Radiografía Panorámica', 'pendiente' from public.profiles d, public.profiles p
       where d.email = 'doctora@clinica.test' and p.email = 'paciente@clinica.test'`,
      [dayInZone(new Date(), 'America/Mexico_City')],
    )
    const presses = await as('doctora@clinica.test', async (hand, page) => {
      await hand.press(page.getByRole('main').getByRole('link', { name: mariana }).first())
      await page.waitForURL('**/dashboard/patients/*')
      await hand.press(page.getByRole('link', { name: /^Ver/ }).first())
      await isOpen(page)
    })
    expect(presses).toBeLessThanOrEqual(2)
  })

  it('a patient’s phone shows the image from the landing in 4 taps', async () => {
    const taps = await as(
      null,
      async (hand, page) => {
        await enter(hand, page, 'paciente@clinica.test')
        await hand.press(page.getByRole('link', { name: 'Ver imágenes' }).first())
        await isOpen(page)
      },
      phone,
    )
    expect(taps).toBeLessThanOrEqual(4)
  })

  it('the owner sees this month’s income from the landing in 3 presses', async () => {
    const presses = await as(null, async (hand, page) => {
      await enter(hand, page, 'admin@clinica.test')
      await page.getByRole('main').getByRole('link', { name: 'Ingresos de este mes' }).waitFor()
      // The fact below the month's figure.
      await page.getByText(/^Hoy: \$[\d,]+\.\d\d$/).waitFor()
    })
    expect(presses).toBeLessThanOrEqual(3)
  })
})
