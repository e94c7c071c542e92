import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayInZone, formatDay, weekday } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

// 'Horarios y cierres', 'Mis ausencias', and what doctors, patients and visitors see of them (docs/product/appointments.md).

const today = dayInZone(new Date(), 'America/Mexico_City')
/** A Wednesday within the 30 days that the landing tells of. */
const wednesday =
  Array.from({ length: 7 }, (_, count) => addDays(today, 15 + count)).find((day) => weekday(day) === 3) ??
  today
const next = addDays(wednesday, 1)

let browser: Browser
let product: TestProduct
let admin: Person
let doctora: Person
let schedule: string

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  // The demo closes one day by itself, which could be the one of these tests.
  await product.database.query('delete from public.clinic_closures')
  const { rows } = await product.database.query(
    `select value from private.app_settings where key = 'admin_suffix'`,
  )
  schedule = `/admin-control-panel-${rows[0]?.value}/system/schedule`
  admin = await openPerson(browser, product.url)
  doctora = await openPerson(browser, product.url, phone)
  await signIn(admin.page, 'admin@clinica.test', 'Demo-2026!')
  await signIn(doctora.page, 'doctora@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', name ? { name } : {})
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const opens = (page: Page, day: string, count = 1) => page.getByLabel(`${day}, horario ${count}: abre`)
const closes = (page: Page, day: string, count = 1) => page.getByLabel(`${day}, horario ${count}: cierra`)
const landing = async () => (await fetch(product.url)).text()

async function openSchedule() {
  await admin.page.goto(schedule)
  await opens(admin.page, 'lunes').waitFor()
}

async function addClosed(page: Page, day: string, label: string) {
  await dialog(page).getByRole('textbox', { name: 'Desde' }).fill(formatDay(day))
  await dialog(page).getByRole('textbox', { name: 'Motivo' }).fill(label)
  await dialog(page)
    .getByRole('button', { name: /^Agregar/ })
    .click()
}

it('the week is saved by the day, with its sentences, and the landing and JSON-LD follow within a minute', async () => {
  const { page } = admin
  await openSchedule()
  await admin.look('schedule')
  await page.setViewportSize({ width: 768, height: 1024 })
  await admin.look('schedule-tablet')
  await page.setViewportSize(phone)
  await admin.look('schedule-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  const save = button(page, 'Guardar horario')
  expect(await save.isDisabled()).toBe(true)
  await opens(page, 'lunes').selectOption('19:00')
  await save.click()
  await said(page, 'La hora de cierre debe ser posterior.')
  expect(await opens(page, 'lunes').evaluate((input) => input === document.activeElement)).toBe(true)
  await opens(page, 'lunes').selectOption('09:30')
  await closes(page, 'lunes').selectOption('14:00')
  await button(page, 'Agregar horario a lunes').click()
  await said(page, 'Usa horas en punto o y media.')
  await opens(page, 'lunes', 2).selectOption('13:00')
  await closes(page, 'lunes', 2).selectOption('18:30')
  await said(page, 'Los horarios de lunes se enciman.')
  await admin.look('schedule-overlap')
  await opens(page, 'lunes', 2).selectOption('16:00')
  await page.getByText('Los horarios de lunes se enciman.').waitFor({ state: 'detached' })
  await save.click()
  await said(page, 'Horario guardado.')
  await expect
    .poll(landing, { timeout: 60_000, interval: 1_000 })
    .toContain('"opens":"16:00","closes":"18:30"')
  expect(await landing()).toMatch(/Martes a sábado/)
}, 90_000)

it('a closure empties its day in an open form, shows what it affects and where that lies, and the landing says why', async () => {
  const { page } = doctora
  // A cita on the day that will be closed.
  await product.database.query('delete from public.citas where appointment_date between $1 and $2', [
    wednesday,
    next,
  ])
  await product.database.query(
    `insert into public.citas (doctor_id, nombre, appointment_date, appointment_time, study_type, status)
     select id, 'Rosa Afectada', $1, '10:00', 'Escaneo Intraoral', 'pendiente' from public.profiles where email = 'doctora@clinica.test'`,
    [wednesday],
  )
  await page.goto('/dashboard/appointments')
  await page.getByRole('button', { name: 'Nueva Cita', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'Fecha' }).fill(formatDay(wednesday))
  await dialog(page).locator('input[type=radio][value="11:00"]').waitFor()

  await openSchedule()
  await button(admin.page, 'Agregar cierre').click()
  await addClosed(admin.page, wednesday, 'Mantenimiento')
  await said(admin.page, 'Cierre agregado.')
  await dialog(admin.page, 'Citas afectadas: 1').waitFor()
  await admin.page.getByText('Rosa Afectada').first().waitFor()
  await admin.look('schedule-affected')
  await said(page, 'Ese día no hay horarios. Elige otra fecha.')

  await button(admin.page, 'Dejar la cita de Rosa Afectada').click()
  await dialog(admin.page).waitFor({ state: 'detached' })
  // The form has a day that is stored nowhere.
  page.once('dialog', (question) => void question.accept())
  await page.goto(`/dashboard/appointments?fecha=${wednesday}`)
  await page.getByText('Fuera de horario').first().waitFor()
  await doctora.look('outside-list')
  await page.goto(`/dashboard/appointments?vista=dia&dia=${wednesday}`)
  await page.getByText('Fuera de horario').first().waitFor()
  await doctora.look('outside-calendar')
  await expect
    .poll(landing, { timeout: 60_000, interval: 1_000 })
    .toContain(`Cerrado el ${formatDay(wednesday)}: Mantenimiento`)

  await button(admin.page, `Quitar: Cierre, ${formatDay(wednesday)}`).click()
  await button(admin.page, 'Quitar').last().click()
  await said(admin.page, 'Se quitó de la lista.')
  await page.getByText('Fuera de horario').first().waitFor({ state: 'detached' })
}, 120_000)

it('a doctor adds and takes back an own absence by the keyboard', async () => {
  const { page } = doctora
  await page.goto('/dashboard/appointments')
  await button(page, 'Más acciones').first().focus()
  await page.keyboard.press('Enter')
  await button(page, 'Mis ausencias').focus()
  await page.keyboard.press('Enter')
  await dialog(page, 'Mis ausencias').waitFor()
  await said(page, 'No tienes ausencias este año.')
  await button(page, 'Agregar ausencia').press('Enter')
  await dialog(page, 'Agregar ausencia').waitFor()
  await page.getByRole('textbox', { name: 'Desde' }).fill(formatDay(next))
  await page.getByRole('textbox', { name: 'Hasta' }).fill(formatDay(wednesday))
  await page.keyboard.press('Enter')
  await said(page, 'La fecha final debe ser igual o posterior.')
  await doctora.look('absence-form')
  await page.getByRole('textbox', { name: 'Hasta' }).fill('')
  await page.keyboard.press('Enter')
  await said(page, 'Ausencia agregada.')
  await button(page, `Quitar: Ausencia, ${formatDay(next)}`).waitFor()
  await doctora.look('absences')
})

it('a doctor has a week of one’s own, and rest days are offered without a tick', async () => {
  const { page } = admin
  await openSchedule()
  const whose = page.getByLabel('Horario de')
  await whose.selectOption({
    label: (await whose.locator('option', { hasText: 'Dra.' }).first().textContent()) ?? '',
  })
  await button(page, 'Definir un horario propio').click()
  await button(page, 'Copiar a los demás días las horas de domingo').click()
  expect(await closes(page, 'lunes').inputValue()).toBe('13:30')
  await button(page, 'Guardar horario').click()
  await said(page, 'Horario guardado.')
  // Appointments of the demo lie in the afternoons that are closed now.
  await button(page, 'Dejar todas').click()
  await dialog(page).waitFor({ state: 'detached' })
  const year = Number(today.slice(0, 4)) + 1
  await button(page, `Agregar días feriados de ${year}`).click()
  const ticks = dialog(page).getByRole('checkbox')
  await ticks.first().waitFor()
  expect(
    await ticks.evaluateAll(
      (all) => all.filter((one) => one instanceof HTMLInputElement && one.checked).length,
    ),
  ).toBe(0)
  await admin.look('rest-days')
  await ticks.first().check()
  await button(page, 'Agregar los marcados').click()
  await said(page, 'Días feriados agregados.')
  await page.getByText('Año Nuevo').waitFor()
  expect([...admin.complaints, ...doctora.complaints]).toEqual([])
})
