import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayInZone, longDay, weekStart } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

const password = 'Demo-2026!'
// A coming Wednesday that every month has (a month on and back leads to it), emptied of the demo clinic's appointments, and open: some
// weeks the demo closes it.
const next = weekStart(dayInZone(new Date(), 'America/Mexico_City'))
const day = [23, 30].map((days) => addDays(next, days)).find((one) => Number(one.slice(8)) <= 28) ?? next

let browser: Browser
let product: TestProduct
let doctora: Person
let mobile: Person

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  await product.database.exec(
    `delete from public.citas where appointment_date = '${day}'; delete from public.clinic_closures`,
  )
  doctora = await openPerson(browser, product.url)
  mobile = await openPerson(browser, product.url, phone, { hasTouch: true })
  await signIn(doctora.page, 'doctora@clinica.test', password)
  await signIn(mobile.page, 'doctora@clinica.test', password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Books like somebody else: with whom, when (HH:mm or null). */
async function book(name: string, time: string | null, status = 'pendiente') {
  await product.database.exec(`
    insert into public.citas (doctor_id, appointment_date, appointment_time, study_type, status, nombre)
    select id, '${day}', ${time ? `'${time}'` : 'null'}, 'Escaneo Intraoral', '${status}', '${name}'
      from public.profiles where email = 'doctora@clinica.test'`)
}

const cellOf = (page: Page, name: string): Locator => page.getByRole('gridcell', { name })
const shownDay = (page: Page) => new URL(page.url()).searchParams.get('dia')
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    return `${at?.getAttribute('role')}: ${at?.getAttribute('aria-label') ?? at?.textContent}`.replaceAll(
      '\u00a0',
      ' ',
    )
  })

it('is walked over with the keyboard, from a month to a day to a new appointment', async () => {
  const { page, look } = doctora
  await page.goto(`/dashboard/appointments?vista=mes&dia=${day}`)
  await cellOf(page, `${longDay(day)}, sin citas`).waitFor()
  await look('calendar-month')
  // One tab stop, after the choice of view.
  await page.getByRole('radio', { name: 'Mes' }).focus()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toContain(`gridcell: ${longDay(day)}`)
  await page.keyboard.press('Shift+Tab')
  expect(await page.getByRole('radio', { name: 'Mes' }).evaluate((at) => at === document.activeElement)).toBe(
    true,
  )
  await page.keyboard.press('Tab')
  for (const [key, to] of [
    ['ArrowRight', addDays(day, 1)],
    ['ArrowDown', addDays(day, 8)],
    ['Home', addDays(day, 5)],
    ['End', addDays(day, 11)],
    ['ArrowUp', addDays(day, 4)],
    ['ArrowLeft', addDays(day, 3)],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => shownDay(page), { message: key }).toBe(to)
    await expect.poll(() => focused(page), { message: key }).toContain(longDay(to))
  }
  // Many keys in a row: none gets lost.
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'PageDown', 'PageUp'])
    await page.keyboard.press(key)
  await expect.poll(() => focused(page)).toContain(`gridcell: ${longDay(day)}`)

  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('vista')).toBe('dia')
  await page.getByRole('button', { name: 'Nueva cita a las 09:30' }).waitFor()
  await look('calendar-day')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toContain('Nueva cita a las 10:00 a. m.')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Nueva Cita' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toContain('Nueva cita a las 10:00 a. m.')

  // Somebody else takes that half hour: the cell keeps the focus and shows it.
  await book('Remedios Varo', '10:00')
  await expect.poll(() => focused(page)).toContain('Remedios Varo')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Remedios Varo').first().waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: 'Semana' }).click()
  await page
    .getByRole('grid')
    .getByRole('button', { name: /Remedios Varo/ })
    .waitFor()
  await look('calendar-week')
  expect(doctora.complaints).toEqual([])
})

it('shows a crowded day as a few appointments and how many more', async () => {
  const { page, look } = doctora
  for (let index = 0; index < 30; index += 1) {
    const half = 19 + index
    const time = index < 18 ? `${Math.floor(half / 2)}:${half % 2 ? '30' : '00'}` : null
    await book(`Paciente de nombre largo número ${index}`, time === '10:00' ? null : time)
  }
  await page.goto(`/dashboard/appointments?vista=mes&dia=${day}`)
  const cell = cellOf(page, `${longDay(day)}, 31 citas`)
  await cell.getByRole('button', { name: '+28 más' }).waitFor()
  await look('calendar-crowded-month')
  await page.getByRole('radio', { name: 'Semana' }).click()
  await page.getByRole('rowheader', { name: 'Por definir' }).waitFor()
  await look('calendar-crowded-week')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

it('is used by touch on a phone: days of 44 px, and the chosen one below', async () => {
  const { page, look } = mobile
  await page.goto(`/dashboard/appointments?vista=mes&dia=${addDays(day, 1)}`)
  const cell = cellOf(page, `${longDay(day)}, 31 citas`)
  await cell.waitFor()
  const box = await cell.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await cell.tap()
  await page.getByRole('button', { name: /Remedios Varo/ }).waitFor()
  await look('calendar-month-touch')
  await page.getByText('Semana', { exact: true }).tap()
  await expect.poll(() => new URL(page.url()).searchParams.get('vista')).toBe('semana')
  await cellOf(page, `${longDay(addDays(day, 3))}, `).tap()
  await expect.poll(() => shownDay(page)).toBe(addDays(day, 3))
  await look('calendar-week-touch')
  await cellOf(page, `${longDay(day)}, 31 citas`).tap()
  await page.getByRole('button', { name: /Remedios Varo/ }).tap()
  await page.getByRole('dialog').getByText('Remedios Varo').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
