import type { Browser, Page, Response, Route } from 'playwright-core'
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

/** The doctor with the most rows, in a window of her own. */
async function doctora(viewport?: typeof phone): Promise<Person> {
  const person = await openPerson(browser, product.url, viewport)
  await signIn(person.page, 'doctora@clinica.test', 'Demo-2026!')
  await person.page.goto('/dashboard')
  await person.page.getByRole('heading', { level: 1 }).waitFor()
  return person
}

const query = (page: Page) => decodeURIComponent(new URL(page.url()).search).replace(/\+/g, ' ')

/** Whether the page scrolls sideways. */
const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

describe.each([
  ['desktop', undefined],
  ['phone', phone],
] as const)('lists at a %s', (_, viewport) => {
  let person: Person
  let page: Page
  beforeAll(async () => {
    person = await doctora(viewport)
    page = person.page
  })
  afterAll(async () => {
    // The browser logs the refusal of a page behind the last one.
    expect(person.complaints.filter((words) => !words.includes('416'))).toEqual([])
    await person.leave()
  })

  it.each([
    ['studies', 'Estudios', 'Buscar por paciente, estudio o archivo...', 'tomografias', 'Tomografías'],
    [
      'requests',
      'Solicitudes de Estudio',
      'Buscar por paciente, correo o estudio...',
      'PANORAMICA',
      'Panorámica',
    ],
    ['billing', 'Facturación y Pagos', 'Buscar por folio o paciente...', 'hernandez lo', 'López Her'],
  ])(
    '%s keep search and page in the address: reload and back show the same',
    async (path, title, box, term, hit) => {
      await page.goto(`/dashboard/${path}`)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      const count = page.getByRole('navigation', { name: 'Paginación' })
      await count.waitFor()
      const all = await count.locator('p').first().innerText()
      await person.look(`list-${path}`)
      expect(await wide(page)).toBe(false)

      const field = page.getByRole('searchbox', { name: box })
      // As a whole: letter by letter parts of the word would be searched as well, and their count be taken for the word's.
      await field.fill(term)
      await page.waitForURL((url) => url.searchParams.get('buscar') === term)
      await expect.poll(() => count.locator('p').first().innerText()).not.toBe(all)
      const found = await count.locator('p').first().innerText()
      const main = page.getByRole('main')
      expect(await main.innerText()).toContain(hit)
      await page.reload()
      await expect.poll(() => count.locator('p').first().innerText()).toBe(found)
      expect(await field.inputValue()).toBe(term)

      await field.fill('')
      await page.waitForURL((url) => !url.searchParams.has('buscar'))
      await page.getByRole('button', { name: 'Siguiente' }).click()
      await page.getByText(/Página 2 de/).waitFor()
      expect(query(page)).toBe('?pagina=2')
      await page.reload()
      await page.getByText(/Página 2 de/).waitFor()
      await page.goBack()
      await page.getByText(/Página 1 de/).waitFor()

      await field.fill('zzzz no existe')
      await page.getByText(/No se encontraron/).waitFor()
      await person.look(`list-${path}-nothing`)
    },
  )

  it.each([
    ['studies', 'studies', 'radio'],
    ['requests', 'study_requests', 'radio'],
    ['billing', 'invoices', 'idx'],
  ])(
    '%s ask one request of at most 10 KB for a page, and once more when changes are heard',
    async (path, table, term) => {
      const answers: Response[] = []
      const asked = new Set<string>()
      const weigh = (answer: Response) => {
        const name = new URL(answer.url()).pathname.replace('/rest/v1/', '')
        // The menu counts what is pending, with one row.
        if (new URL(answer.url()).searchParams.get('limit') === '1') return
        if (name === table || name === `rpc/search_${table}`) {
          asked.add(`${answer.url()} ${answer.request().postData() ?? ''}`)
          answers.push(answer)
        }
      }
      page.on('response', weigh)
      for (const search of ['', `&buscar=${term}`]) {
        // What the page before still asks for is not read here.
        await page.goto('about:blank')
        answers.length = 0
        asked.clear()
        await page.goto(`/dashboard/${path}?pagina=2${search}`)
        await page.getByText(/Página 2 de/).waitFor()
        await page.waitForLoadState('networkidle')
        expect([...asked]).toHaveLength(1)
        expect(answers.length).toBeLessThanOrEqual(2)
        for (const answer of answers) expect((await answer.body()).length).toBeLessThanOrEqual(10 * 1024)
      }
      page.off('response', weigh)
    },
  )

  it.each(['studies', 'requests', 'billing'])(
    '%s lead back from a page that does not exist',
    async (path) => {
      await page.goto(`/dashboard/${path}?pagina=999`)
      await page.getByText(/Página (\d+) de \1/).waitFor()
      expect(query(page)).toMatch(/^\?pagina=\d{1,2}$/)
    },
  )

  it('requests are narrowed by status and ordered, and a shared link shows the same', async () => {
    await page.goto('/dashboard/requests')
    if (viewport) await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByLabel('Filtrar por estado').selectOption('rechazada')
    await page.waitForURL(/estado=rechazada/)
    if (viewport) await page.getByLabel('Ordenar').selectOption('paciente')
    else await page.getByRole('button', { name: 'Paciente' }).click()
    await page.waitForURL(/orden=paciente/)
    if (viewport) await page.getByRole('button', { name: 'Ver resultados' }).click()
    // Below the name stands the e-mail.
    const cells = page.getByRole('main').getByRole('table').locator('tbody td:first-child')
    const names = async () => (await cells.allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
    await expect
      .poll(async () => {
        const shown = await names()
        return shown.length > 1 && shown.join() === [...shown].sort((a, b) => a.localeCompare(b, 'es')).join()
      })
      .toBe(true)
    if (!viewport) {
      expect(await page.getByRole('columnheader', { name: 'Paciente' }).getAttribute('aria-sort')).toBe(
        'ascending',
      )
      expect(await page.getByRole('columnheader', { name: 'Recibida' }).getAttribute('aria-sort')).toBe(
        'none',
      )
    }
    const shown = await names()
    await page.goto(page.url())
    await expect.poll(names).toEqual(shown)
    await page.getByRole('main').getByRole('table').getByText('Rechazada').first().waitFor()
    expect(await page.getByRole('main').getByRole('table').getByText('Aceptada').count()).toBe(0)
  })

  it('a slow answer never takes the place of a newer one', async () => {
    await page.goto('/dashboard/requests')
    await page.getByRole('navigation', { name: 'Paginación' }).waitFor()
    const held: Route[] = []
    const slow = (url: string, body: string | null) =>
      url.includes('search_study_requests') && body === '{"term":"pan"}'
    await page.route('**/rest/v1/rpc/**', async (route) => {
      if (slow(route.request().url(), route.request().postData())) held.push(route)
      else await route.continue()
    })
    const field = page.getByRole('searchbox')
    await field.fill('pan')
    await expect.poll(() => held.length).toBe(1)
    await field.fill('carpal')
    const table = page.getByRole('main').getByRole('table')
    await expect.poll(async () => (await table.innerText()).includes('Panorámica')).toBe(false)
    const before = await table.innerText()
    expect(before).toContain('Carpal')
    const late = page.waitForResponse((answer) => slow(answer.url(), answer.request().postData()))
    await Promise.all(held.map((route) => route.continue()))
    await (await late).finished()
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    expect(await table.innerText()).toBe(before)
    expect(await field.inputValue()).toBe('carpal')
    await page.unroute('**/rest/v1/rpc/**')
  })

  it('what is typed while an answer is drawn stays as it is', async () => {
    await page.goto('/dashboard/studies')
    const field = page.getByRole('searchbox')
    await field.pressSequentially('radiografía lateral', { delay: 90 })
    expect(await field.inputValue()).toBe('radiografía lateral')
    await page.waitForURL((url) => url.searchParams.get('buscar') === 'radiografía lateral')
    expect(await field.inputValue()).toBe('radiografía lateral')
    expect(await field.evaluate((box) => box === document.activeElement)).toBe(true)
  })

  it('rejecting a request asks first, because nothing changes it afterwards', async () => {
    // A narrow row keeps its answers in a menu, a wide one leaves rejecting to the detail.
    const reject = async () => {
      if (viewport) await page.getByRole('button', { name: 'Más acciones' }).first().click()
      else if ((await page.getByRole('dialog').count()) === 0)
        await page.getByRole('button', { name: 'Ver detalle' }).first().click()
      await page.getByRole('button', { name: 'Rechazar' }).first().click()
    }
    await page.goto('/dashboard/requests?estado=pendiente')
    await reject()
    const question = page.getByRole('alertdialog', { name: /¿Rechazar la solicitud de/ })
    await question.waitFor()
    await person.look('request-reject')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await reject()
    await question.getByRole('button', { name: 'Rechazar solicitud' }).click()
    await page.getByText('Estado actualizado').waitFor()
  })
})

describe('quick search', () => {
  it('opens a record, a sheet and a receipt by keyboard alone', async () => {
    const person = await doctora()
    const { page } = person
    const dialog = page.getByRole('dialog', { name: 'Buscar' })
    const field = dialog.getByRole('combobox')
    await page.keyboard.press('Control+k')
    // At once: its code is still on its way.
    await page.keyboard.type('hernandez mariana')
    await dialog.waitFor()
    expect(await field.inputValue()).toBe('hernandez mariana')
    await dialog.getByRole('group', { name: 'Pacientes' }).waitFor()
    await dialog.getByRole('group', { name: 'Recibos' }).waitFor()
    await person.look('quick-search')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard\/patients\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { level: 1, name: 'Mariana López Hernández' }).waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('mariana lop')
    await dialog.getByRole('option', { selected: true }).waitFor()
    const first = dialog.getByRole('group', { name: 'Recibos' }).getByRole('option').first()
    const folio = (await first.innerText()).split('\n')[0]
    const all = await dialog.getByRole('option').count()
    const invoices = await dialog.getByRole('group', { name: 'Recibos' }).getByRole('option').count()
    for (let step = 0; step < all - invoices; step++) await page.keyboard.press('ArrowDown')
    expect(await first.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/invoice/${folio}`)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Mariana López Hernández' }).waitFor()

    await page.keyboard.press('Meta+k')
    await dialog.getByText('Escribe al menos 2 letras.').waitFor()
    await page.keyboard.type('zzzz')
    await dialog.getByText('No se encontró nada con «zzzz».').waitFor()
    await page.context().setOffline(true)
    await page.keyboard.type('y')
    await dialog.getByRole('alert').getByText('No se pudo buscar. Inténtalo de nuevo.').waitFor()
    await person.look('quick-search-failed')
    await page.context().setOffline(false)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog.getByText('No se encontró nada con «zzzzy».').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await person.leave()
  })

  it('opens from its button on a phone, and gives the focus back', async () => {
    const person = await doctora(phone)
    const { page } = person
    const button = page.getByRole('banner').getByRole('button', { name: 'Buscar' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Buscar' })
    await dialog.getByRole('combobox').fill('panoramica')
    await dialog.getByRole('group', { name: 'Solicitudes' }).waitFor()
    await person.look('quick-search')
    await page.keyboard.press('Escape')
    await expect.poll(() => button.evaluate((box) => box === document.activeElement)).toBe(true)
    await button.click()
    await dialog.getByRole('combobox').fill('panoramica')
    await dialog.getByRole('group', { name: 'Solicitudes' }).getByRole('option').first().click()
    await page.waitForURL(/\/dashboard\/request\/\d+$/)
    await person.leave()
  })

  it('is not for patients', async () => {
    const { page, leave } = await openPerson(browser, product.url)
    await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: 'Buscar' }).count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.getByRole('link', { name: 'Mis Estudios' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Mis Estudios' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await leave()
  })
})

describe('unsaved input', () => {
  it('is asked about before the screen is left or reloaded', async () => {
    const person = await doctora()
    const { page } = person
    await page.getByRole('link', { name: 'Perfil' }).click()
    const phoneField = page.getByLabel('Teléfono')
    const kept = await phoneField.inputValue()
    await phoneField.fill('961 222 3344')
    await page.getByRole('link', { name: 'Pacientes' }).click()
    const question = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })
    await question.waitFor()
    await person.look('unsaved')
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    expect(page.url()).toContain('/dashboard/profile')
    expect(await phoneField.inputValue()).toBe('961 222 3344')

    const asked = page.waitForEvent('dialog')
    const reload = page.reload()
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reload
    expect(await phoneField.inputValue()).toBe(kept)

    await phoneField.fill('961 222 3344')
    await page.goBack()
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await page.waitForURL(/\/dashboard$/)
    await person.leave()
  })

  it('is asked about before a dialog closes, and only then thrown away', async () => {
    const person = await doctora(phone)
    const { page } = person
    await page.goto('/dashboard/studies')
    await page.getByRole('button', { name: 'Agregar Estudio' }).click()
    const dialog = page.getByRole('dialog', { name: 'Agregar Estudio' })
    await dialog.getByRole('combobox', { name: 'Paciente' }).fill('mariana lop')
    await dialog.getByRole('option', { name: 'Mariana López', selected: true }).waitFor()
    await person.look('patient-picker')
    await page.keyboard.press('Enter')
    expect(await dialog.getByRole('combobox', { name: 'Paciente' }).inputValue()).toBe(
      'Mariana López Hernández',
    )
    await person.look('patient-picked')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' })
    await question.getByRole('button', { name: 'Seguir aquí' }).click()
    await question.waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Agregar Estudio' }).click()
    expect(await dialog.getByRole('combobox', { name: 'Paciente' }).inputValue()).toBe('')
    await person.leave()
  })
})

describe('a payment', () => {
  it('begins with the patient whom a link names, and keeps another choice over a reload', async () => {
    const person = await doctora()
    const { page } = person
    await page.goto('/dashboard/patients?buscar=mariana')
    const record = page.getByRole('link', { name: /Ver Expediente/ }).first()
    const id = (await record.getAttribute('href'))?.split('/').pop()
    await page.goto(`/dashboard/payments?paciente=${id}`)
    const field = page.getByRole('combobox', { name: 'Paciente' })
    await expect.poll(() => field.inputValue()).toBe('Mariana López Hernández')
    expect(query(page)).toBe('')
    await person.look('payment-prefilled')
    await page.getByRole('button', { name: /^Quitar paciente/ }).click()
    await field.fill('a')
    const found = page.getByRole('listbox', { name: 'Pacientes' }).getByRole('option')
    const other = found.filter({ hasNotText: 'Mariana' }).first()
    const name = (await other.innerText()).split('\n')[0]
    await other.click()
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe(name)
    await person.leave()
  })
})
