import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayInZone, formatDay, weekday } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { choosePatient, openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

const password = 'Demo-2026!'
const mariana = 'Mariana López Hernández'
const screenPath = '/dashboard/appointments'

// The demo clinic books 30 days ahead: from here on every slot is free.
const today = dayInZone(new Date(), 'America/Mexico_City')
const later = Array.from({ length: 7 }, (_, count) => addDays(today, 40 + count))
const workday = later.find((day) => weekday(day) === 3) ?? today
const sunday = later.find((day) => weekday(day) === 0) ?? today

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
  patient = await openPerson(browser, product.url, phone)
  await signIn(doctora.page, 'doctora@clinica.test', password)
  await signIn(patient.page, 'paciente@clinica.test', password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const row = (page: Page, ...texts: string[]) =>
  texts.reduce((rows, hasText) => rows.filter({ hasText }), page.getByRole('row')).first()
const dialog = (page: Page) => page.getByRole('dialog')
const slot = (page: Page, time: string) => dialog(page).locator(`input[type=radio][value="${time}"]`)
const dateField = (page: Page) => dialog(page).getByRole('textbox', { name: 'Fecha' })
const study = (page: Page) => dialog(page).getByRole('combobox', { name: 'Tipo de Estudio' })
const newAppointment = (page: Page) => page.getByRole('button', { name: 'Nueva Cita', exact: true })
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Agendar Cita' })

async function open(page: Page, search = '') {
  await page.goto(`${screenPath}${search}`)
  await page.getByRole('row').nth(1).waitFor()
}

/** Another tab of the same doctor. A `deaf` one gets no live changes. */
async function anotherTab(search = '', deaf = false): Promise<Page> {
  const page = await doctora.page.context().newPage()
  if (deaf) await page.routeWebSocket(/realtime/, () => {})
  await open(page, search)
  return page
}

async function fill(page: Page, { day, time }: { day: string; time: string }) {
  await newAppointment(page).click()
  await choosePatient(page, mariana)
  await study(page).selectOption('Escaneo Intraoral')
  await dateField(page).fill(formatDay(day))
  await slot(page, time).check()
}

/** Presses Tab until the control has the focus; fails when it cannot be reached. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let steps = 0; steps < 40; steps++) {
    if (await control.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not reach it.')
}

describe('an appointment', () => {
  it('is booked with nothing but the keyboard, and shows in another tab and at the patient’s without a reload', async () => {
    const { page } = doctora
    // Far ahead: the first page of all of them has it.
    await open(page, '?cuando=todas')
    await doctora.look('appointments')
    const second = await anotherTab('?cuando=todas')
    await open(patient.page, '?cuando=todas')
    await patient.look('my-appointments')

    await tabTo(page, newAppointment(page))
    await page.keyboard.press('Enter')
    await tabTo(page, dialog(page).getByRole('combobox', { name: 'Paciente' }))
    await page.keyboard.type('mariana lopez')
    await page.getByRole('option', { selected: true }).filter({ hasText: mariana }).waitFor()
    await page.keyboard.press('Enter')
    await tabTo(page, study(page))
    await page.keyboard.type('Esc')
    await tabTo(page, dateField(page))
    await page.keyboard.type(formatDay(workday))
    await slot(page, '09:30').waitFor()
    await tabTo(page, slot(page, '09:30'))
    await page.keyboard.press('ArrowRight')
    expect(await slot(page, '10:00').isChecked()).toBe(true)
    await doctora.look('new-appointment')
    await tabTo(page, send(page))
    await page.keyboard.press('Enter')

    await page.getByText(`Cita agendada para el ${formatDay(workday)} a las 10:00`).waitFor()
    await dialog(page).waitFor({ state: 'hidden' })
    await row(page, mariana, formatDay(workday)).waitFor()
    await row(second, mariana, formatDay(workday)).waitFor()
    await row(patient.page, 'Escaneo Intraoral', formatDay(workday)).getByText('Pendiente').waitFor()
    expect(await newAppointment(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await second.close()
  })

  it('greys out its slot in a form that is open elsewhere', async () => {
    const second = await anotherTab()
    await fill(second, { day: workday, time: '11:00' })
    expect(await slot(second, '10:00').isDisabled()).toBe(true)

    const { page } = doctora
    await fill(page, { day: workday, time: '11:00' })
    await send(page).click()
    await page.getByText(`Cita agendada para el ${formatDay(workday)} a las 11:00`).waitFor()
    await second.getByText('El horario de las 11:00 a. m. ya no está disponible. Elige otro.').waitFor()
    expect(await slot(second, '11:00').isDisabled()).toBe(true)
    expect(await slot(second, '11:00').isChecked()).toBe(false)
    await second.close()
  })

  it('is one of two that were sent for the same slot: the other is told kindly and keeps the form', async () => {
    const second = await anotherTab('', true)
    await fill(second, { day: workday, time: '12:00' })
    const { page } = doctora
    await fill(page, { day: workday, time: '12:00' })
    await Promise.all([send(page).click(), page.getByText(/^Cita agendada para el/).waitFor()])

    await send(second).click()
    await second
      .getByText(
        'No se pudo crear la cita: alguien acaba de ocupar ese horario. Elige otro; lo demás no se pierde.',
      )
      // The message, and the form that keeps it.
      .first()
      .waitFor()
    await second.getByText('El horario de las 12:00 p. m. ya no está disponible. Elige otro.').waitFor()
    expect(await slot(second, '12:00').isDisabled()).toBe(true)
    expect(await dialog(second).getByRole('combobox', { name: 'Paciente' }).inputValue()).toBe(mariana)
    expect(await study(second).inputValue()).toBe('Escaneo Intraoral')
    expect(await dateField(second).inputValue()).toBe(formatDay(workday))

    await slot(second, '12:30').check()
    await send(second).click()
    await second.getByText(`Cita agendada para el ${formatDay(workday)} a las 12:30`).waitFor()
    await second.close()
  })

  it('has fewer hours on Sunday, and none in the past', async () => {
    const { page } = doctora
    await newAppointment(page).click()
    await send(page).click()
    await page.getByText('Completa todos los campos requeridos.').waitFor()
    await dateField(page).fill(formatDay(sunday))
    await slot(page, '13:00').waitFor()
    expect(await dialog(page).getByRole('radio').count()).toBe(8)
    await dateField(page).fill(formatDay(addDays(today, -1)))
    await page.getByText('Elige una fecha de hoy en adelante.').waitFor()
    expect(await dialog(page).getByRole('radio').count()).toBe(0)
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })
    await question.getByRole('button', { name: 'Seguir aquí' }).click()
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
  })

  it('goes to the calendar of its doctor and to the patient’s phone', async () => {
    const { page } = doctora
    await row(page, mariana, formatDay(workday))
      .getByRole('button', { name: /^Ver detalle/ })
      .click()
    await doctora.look('appointment')
    const link = new URL(
      (await dialog(page)
        .getByRole('link', { name: /^WhatsApp/ })
        .getAttribute('href')) ?? '',
    )
    expect(link.origin).toBe('https://wa.me')
    expect(link.searchParams.get('text')).toContain(`Hola, ${mariana}:`)
    await dialog(page).getByRole('button', { name: 'Copiar mensaje' }).click()
    await page.getByText('Copiado').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.searchParams.get('text'))

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: 'Agregar al calendario' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`cita-${workday}.ics`)
    const file = await readFile(await download.path(), 'utf8')
    // Ten in the morning is four in the afternoon in UTC.
    expect(file).toContain(`DTSTART:${workday.replaceAll('-', '')}T160000Z\r\n`)
    expect(file).toMatch(/UID:[\da-f-]{36}\r\n/)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(page.url()).toBe(`${product.url}${screenPath}?cuando=todas`)
  })

  it('that is cancelled is final, at the patient’s too, and frees its slot', async () => {
    const { page } = doctora
    const cancelled = row(page, mariana, '12:30')
    await cancelled.getByRole('combobox').selectOption('cancelada')
    const question = page.getByRole('alertdialog', { name: `¿Cancelar la cita de ${mariana}?` })
    await question.getByText('Esta acción es irreversible.').waitFor()
    await doctora.look('cancel-appointment')
    await question.getByRole('button', { name: 'Cancelar la cita' }).click()
    await page.getByText('Cita actualizada.').waitFor()
    await cancelled.getByText('Cancelada').waitFor()
    expect(await cancelled.getByRole('combobox').count()).toBe(0)
    await row(patient.page, formatDay(workday), '12:30').getByText('Cancelada').waitFor()

    await fill(page, { day: workday, time: '12:30' })
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  })
})

describe('the list', () => {
  it('keeps search, filter, part and page in the address, for a reload and for going back', async () => {
    const { page } = doctora
    await open(page)
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await page.getByText(/^Página 2 de/).waitFor()
    await page.goBack()
    await page.getByText(/^Página 1 de/).waitFor()
    await page.getByRole('searchbox').fill('marIANA lopez')
    await expect.poll(() => new URL(page.url()).search).toContain('buscar=')
    await page.getByRole('combobox', { name: 'Filtrar por estado' }).selectOption('cancelada')
    await page.getByRole('radio', { name: 'Próximas' }).click()
    await page.reload()
    await row(page, mariana).waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      buscar: 'marIANA lopez',
      estado: 'cancelada',
      cuando: 'proximas',
    })
    const names = await page.getByRole('row').filter({ hasText: 'Cancelada' }).allTextContents()
    expect(names.length).toBeGreaterThan(0)
    expect(names.every((text) => text.startsWith(mariana))).toBe(true)
    await page.getByRole('searchbox').fill('nadie se llama así')
    await page.getByText('No se encontraron citas con los filtros aplicados.').waitFor()
    await doctora.look('appointments-none')
  })

  it('turns to the calendar, whose days begin an appointment', async () => {
    const { page } = doctora
    await page.goto(`${screenPath}?nueva=cita`)
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('radio', { name: 'Calendario' }).click()
    await page.waitForURL('**?vista=mes')
    await page.goBack()
    await page.getByRole('searchbox').waitFor()
    await page.goto(`${screenPath}?vista=dia&dia=${workday}`)
    await page.getByRole('row').filter({ hasText: '03:00' }).getByRole('button').click()
    expect(await dateField(page).inputValue()).toBe(formatDay(workday))
    await slot(page, '15:00').waitFor()
    expect(await slot(page, '15:00').isChecked()).toBe(true)
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
  })

  it('works under a thumb, for doctors as for patients', async () => {
    const thumb = await openPerson(browser, product.url, phone)
    await signIn(thumb.page, 'doctora@clinica.test', password)
    await open(thumb.page)
    await thumb.look('appointments')
    await fill(thumb.page, { day: workday, time: '16:00' })
    await thumb.look('new-appointment')
    await send(thumb.page).click()
    await thumb.page.getByText(`Cita agendada para el ${formatDay(workday)} a las 04:00`).waitFor()
    expect(thumb.complaints).toEqual([])
    await thumb.leave()

    const { page } = patient
    await row(page, formatDay(workday), '04:00')
      .getByRole('button', { name: /^Ver detalle/ })
      .click()
    await dialog(page)
      .getByRole('link', { name: /^Calle de la Ceiba 100/ })
      .waitFor()
    expect(await dialog(page).getByRole('combobox').count()).toBe(0)
    await patient.look('my-appointment')
    await page.goBack()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(patient.complaints).toEqual([])
    expect(doctora.complaints.filter((words) => !words.includes('409'))).toEqual([])
  })
})

describe('what fails', () => {
  /** Revokes a right from the portal for a while, as a broken database would. */
  async function without(right: string, run: () => Promise<void>) {
    await product.database.exec(`revoke ${right} from authenticated, anon`)
    try {
      await run()
    } finally {
      await product.database.exec(`grant ${right} to authenticated`)
    }
  }

  async function said(page: Page, description: string) {
    await page.getByRole('alert').filter({ hasText: description }).first().waitFor()
  }

  it('is said when the list cannot be read, and read again when asked to', async () => {
    const { page } = doctora
    const again = page.getByRole('button', { name: 'Reintentar' })
    await without('select on public.citas', async () => {
      // The address that asks for something opens the list, whatever view was used last.
      await page.goto(`${screenPath}?cuando=todas`)
      await said(page, 'No se pudieron cargar las citas.')
      await again.waitFor()
      await doctora.look('appointments-failed')
    })
    // A live change reads it again as well, and may have been quicker.
    await expect
      .poll(async () => {
        if (await again.isVisible()) await again.click({ timeout: 1000 }).catch(() => {})
        return row(page, mariana).isVisible()
      })
      .toBe(true)
  })

  it('is said when a status cannot be stored', async () => {
    const { page } = doctora
    const select = row(page, mariana).getByRole('combobox')
    await without('update (status) on public.citas', async () => {
      await select.selectOption('completada')
      await page.getByRole('button', { name: 'Marcar como completada' }).click()
      await said(page, 'No se pudo actualizar la cita.')
      await expect.poll(() => select.inputValue()).toBe('pendiente')
    })
  })

  it('is said when the taken slots cannot be read', async () => {
    const { page } = doctora
    await newAppointment(page).click()
    await without('execute on function public.taken_slots(uuid, date)', async () => {
      await dateField(page).fill(formatDay(addDays(workday, 1)))
      await said(page, 'No se pudieron cargar los horarios ocupados.')
    })
    await dialog(page).getByRole('button', { name: 'Reintentar' }).click()
    await slot(page, '09:30').waitFor()
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Salir sin guardar' }).click()
  })

  it('keeps the form without a connection, and sends it later', async () => {
    const { page } = doctora
    await fill(page, { day: workday, time: '17:00' })
    await page.context().setOffline(true)
    await page.getByText('Sin conexión. Lo que ves puede no estar actualizado.').waitFor()
    await send(page).click()
    await said(page, 'No se pudo crear la cita: No hay conexión.')
    expect(await slot(page, '17:00').isChecked()).toBe(true)
    await page.context().setOffline(false)
    await send(page).click()
    await page.getByText(`Cita agendada para el ${formatDay(workday)} a las 05:00`).waitFor()
  })

  it('is said without a connection, and the list catches up by itself', async () => {
    const { page } = doctora
    const select = row(page, mariana, '05:00').getByRole('combobox')
    await select.waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await said(page, 'Error de conexión al cargar las citas.')
    await select.selectOption('cancelada')
    await page.getByRole('button', { name: 'Cancelar la cita' }).click()
    await said(page, 'Error de conexión al actualizar la cita.')
    await product.database.exec(
      `update public.citas set status = 'confirmada' where appointment_date = '${workday}' and appointment_time = '17:00'`,
    )
    await page.context().setOffline(false)
    await expect.poll(() => select.inputValue(), { timeout: 60_000 }).toBe('confirmada')
  })
})
