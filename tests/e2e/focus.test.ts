import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, signIn } from './browser.ts'

// People without a mouse can see the focus: its ring is whole, nothing covers it, and it is where they want to
// continue.

const laptop = { width: 1024, height: 768 }
const narrow = { width: 800, height: 700 }
const desktop = { width: 1440, height: 900 }
const doctor = 'doctora@clinica.test'
/** How far the ring reaches out, in pixels. */
const ring = 4

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

async function as(email: string | null, size: typeof laptop, use: (page: Page) => Promise<void>) {
  const person = await openPerson(browser, product.url, size)
  if (email) await signIn(person.page, email, 'Demo-2026!')
  else await person.page.goto('/')
  await use(person.page)
  await person.leave()
}

async function one(sql: string): Promise<string> {
  const { rows } = await product.database.query<{ it: string }>(sql)
  if (!rows[0]) throw new Error(`The demo clinic has nothing for: ${sql}`)
  return rows[0].it
}

const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

/** The focused element: its name, its box, how far its ring reaches out, and whether its middle is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const { x, y, width, height, top, bottom } = element.getBoundingClientRect()
    const there = document.elementFromPoint(x + width / 2, y + height / 2)
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    const { outlineOffset, outlineWidth } = getComputedStyle(element)
    const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
    return { name, top, bottom, height, reach, seen: element.contains(there) }
  })

/** Whether a part of the window looks the same with and without focus on a control. */
async function looksAlike(page: Page, control: Locator, clip: (box: Box) => Box): Promise<boolean> {
  const box = await restingBox(control)
  const picture = () => page.screenshot({ clip: clip(box) })
  const before = await picture()
  await control.evaluate((element) => element instanceof HTMLElement && element.blur())
  const after = await picture()
  expect(await control.boundingBox(), 'It moved between the pictures').toEqual(box)
  return before.equals(after)
}

/** The box of a control once what loads above it has come: the same for half a second. */
async function restingBox(control: Locator): Promise<Box> {
  let last = await control.boundingBox()
  let since = Date.now()
  for (;;) {
    const now = await control.boundingBox()
    if (JSON.stringify(now) !== JSON.stringify(last)) since = Date.now()
    last = now
    if (now && Date.now() - since > 500) return now
    await control.page().waitForTimeout(50)
  }
}
type Box = { x: number; y: number; width: number; height: number }

it('on the public page every ring is between the header and the lower edge', async () => {
  await as(null, laptop, async (page) => {
    const header = (await page.getByRole('banner').boundingBox())?.height ?? 0
    const cut: string[] = []
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press(key)
        const now = await focused(page)
        if (!now) break
        // A picture may be as high as the window, and the header's own controls are in it.
        if (now.height > 300 || now.bottom <= header) continue
        if (now.top - now.reach < header || now.bottom + now.reach > laptop.height)
          cut.push(`${key}: ${now.name}`)
      }
    }
    expect(cut).toEqual([])
  })
})

it('the notice of privacy is read and reached before the button that accepts it', async () => {
  await as(null, laptop, async (page) => {
    const notice = page.locator('form').getByRole('link', { name: 'Aviso de privacidad' })
    const send = page.getByRole('button', { name: 'Enviar Solicitud' })
    await notice.focus()
    await page.keyboard.press('Tab')
    expect(await hasFocus(send)).toBe(true)
    expect((await notice.boundingBox())?.y).toBeLessThan((await send.boundingBox())?.y ?? 0)
  })
})

it('whoever has signed in by keyboard goes on at the way to the panel', async () => {
  await as(null, laptop, async (page) => {
    await page.getByRole('banner').getByRole('button', { name: 'Iniciar Sesión' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Acceso al Portal' })
    await dialog.getByLabel('Correo Electrónico').pressSequentially(doctor)
    await dialog.getByLabel('Contraseña', { exact: true }).pressSequentially('Demo-2026!')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('banner').getByRole('link', { name: 'Mi Panel' })
    await panel.waitFor()
    await expect.poll(() => hasFocus(panel)).toBe(true)
  })
})

it('a calendar in a dialog opens at its day, so that arrows and Enter choose one', async () => {
  await as(doctor, laptop, async (page) => {
    await page.goto('/dashboard/appointments')
    await page.getByRole('main').getByRole('button', { name: 'Nueva Cita' }).press('Enter')
    const opener = page.getByRole('button', { name: 'Abrir calendario: Fecha' }).last()
    await opener.press('Enter')
    const grid = page.getByRole('grid').last()
    await expect.poll(() => grid.locator(':focus').count()).toBe(1)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(opener)).toBe(true)
    expect(await page.getByRole('textbox', { name: 'Fecha' }).last().inputValue()).toMatch(
      /^\d\d\/\d\d\/\d{4}$/,
    )
  })
})

it('the bar of small screens hides nothing that Shift+Tab leads to', async () => {
  const patient = await one(
    `select id::text as it from public.profiles where email = 'paciente@clinica.test'`,
  )
  await as(doctor, narrow, async (page) => {
    await page.goto(`/dashboard/patients/${patient}`)
    const back = page.getByRole('main').getByRole('link', { name: 'Pacientes' })
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Más acciones', disabled: false })
      .first()
      .focus()
    // Scrolls the link exactly below the bar.
    await back.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top))
    await page.keyboard.press('Shift+Tab')
    expect(await hasFocus(back)).toBe(true)
    expect(await focused(page)).toMatchObject({ seen: true })
  })
})

it('in a table what opens a row has its own ring', async () => {
  await as(doctor, laptop, async (page) => {
    await page.goto('/dashboard/appointments')
    const opener = page.getByRole('table').getByRole('button', { name: 'Ver detalle' }).first()
    await opener.waitFor()
    await page.keyboard.press('Tab')
    await opener.focus()
    expect(await opener.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  })
})

it('the chosen suggestion has an outline, because its ground is nearly that of the others', async () => {
  await as(doctor, laptop, async (page) => {
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('Mariana')
    const chosen = page.getByRole('dialog').getByRole('option', { selected: true })
    await chosen.waitFor()
    expect(await chosen.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  })
})

const study = (type: string) =>
  one(
    `select s.id::text as it from public.studies s join public.profiles d on d.id = s.doctor_id
      where d.email = '${doctor}' and s.study_type = '${type}' and s.file_name is not null limit 1`,
  )

it('below the slices of a volume no ring is cut, and the first slice leaves the focus in place', async () => {
  const id = await study('Tomografías')
  await as(doctor, laptop, async (page) => {
    await page.goto(`/dashboard/study/${id}`)
    await page.getByRole('radio', { name: 'Cortes' }).check()
    const slider = page.getByRole('slider', { name: 'Corte' })
    const [back, on] = ['Corte anterior', 'Corte siguiente'].map((name) => page.getByRole('button', { name }))
    if (!back || !on) throw new Error('There are two')
    await slider.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    const above = ({ x, y, width }: Box) => ({ x: x + width / 4, y: y - ring, width: width / 2, height: 3 })
    expect(await looksAlike(page, slider, above)).toBe(false)
    await back.focus()
    await page.keyboard.press('Enter')
    expect(await back.isDisabled()).toBe(true)
    expect(await hasFocus(on)).toBe(true)
  })
})

/** To the right of a control, where its ring is. */
const beside = ({ x, y, width, height }: Box) => ({
  x: x + width + 1,
  y: y + height / 4,
  width: 3,
  height: height / 2,
})

/** Inside of its right edge: of rings that are drawn within, because what is around scrolls. */
const within = ({ x, y, width, height }: Box) => ({
  x: x + width - 4,
  y: y + height / 4,
  width: 3,
  height: height / 2,
})

it('the ring around a view of a scan is whole', async () => {
  const id = await study('Escaneo Intraoral')
  await as(doctor, laptop, async (page) => {
    await page.goto(`/dashboard/study/${id}`)
    const views = page.getByRole('group', { name: 'Vistas' }).getByRole('button')
    const first = views.first()
    await views.nth(1).press('Enter')
    await page.keyboard.press('Shift+Tab')
    expect(await hasFocus(first)).toBe(true)
    expect(await looksAlike(page, first, within)).toBe(false)
  })
})

it('the ring around a part of the system lies above the part that is shown', async () => {
  const suffix = await one(`select value as it from private.app_settings where key = 'admin_suffix'`)
  await as('admin@clinica.test', desktop, async (page) => {
    await page.goto(`/admin-control-panel-${suffix}/system?seccion=catalogo`)
    const parts = page.getByRole('navigation', { name: 'Secciones del sistema' })
    await parts.getByRole('link', { name: 'Catálogo' }).focus()
    await page.keyboard.press('Shift+Tab')
    const before = parts.getByRole('link', { name: 'Equipos' })
    expect(await hasFocus(before)).toBe(true)
    expect(await looksAlike(page, before, beside)).toBe(false)
  })
})

it('the ring around a part of a record lies above the part that is shown', async () => {
  const patient = await one(
    `select id::text as it from public.profiles where email = 'paciente@clinica.test'`,
  )
  await as(doctor, laptop, async (page) => {
    await page.goto(`/dashboard/patients/${patient}?seccion=citas`)
    const parts = page.getByRole('navigation', { name: 'Secciones del expediente' })
    await parts.getByRole('link', { name: 'Citas' }).focus()
    await page.keyboard.press('Shift+Tab')
    const notes = parts.getByRole('link', { name: 'Notas' })
    expect(await hasFocus(notes)).toBe(true)
    expect(await looksAlike(page, notes, beside)).toBe(false)
  })
})
