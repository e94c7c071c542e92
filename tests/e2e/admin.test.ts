import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

// Opening the administration: for administrators, and for people who only find its address.

const password = 'Demo-2026!'
let browser: Browser
let product: TestProduct
let path: string

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  const { rows } = await product.database.query(
    `select value from private.app_settings where key = 'admin_suffix'`,
  )
  path = `/admin-control-panel-${rows[0]?.value}`
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function as(
  email: string | null,
  size: typeof phone | undefined,
  use: (person: Person) => Promise<void>,
) {
  const person = await openPerson(browser, product.url, size)
  try {
    if (email) await signIn(person.page, email, password)
    await use(person)
    expect(person.complaints).toEqual([])
  } finally {
    await person.leave()
  }
}

/** Which files of the administration the page has fetched. */
const fetched = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))

/** The bottom edges of the rows of the seven counters; all equal when none leaves a gap. */
const endsOfCards = (page: Page) =>
  page.evaluate(() => {
    const cards = document.querySelectorAll('main h2 + span + div')
    const rows = new Map<number, number>()
    for (const value of cards) {
      const { top = 0, right = 0 } = value.parentElement?.getBoundingClientRect() ?? {}
      rows.set(Math.round(top), Math.max(rows.get(Math.round(top)) ?? 0, Math.round(right)))
    }
    return [...new Set(rows.values())]
  })

describe('the door of the administration', () => {
  it('is a page that does not exist under a wrong suffix, also for administrators', async () => {
    for (const email of [null, 'admin@clinica.test']) {
      await as(email, undefined, async ({ page }) => {
        await page.goto('/admin-control-panel-0123456789abcdef0123456789abcdef')
        await heading(page, 'Página No Encontrada')
      })
    }
  })

  it('leads to the landing without a session', async () => {
    await as(null, undefined, async ({ page }) => {
      await page.goto(path)
      await page.waitForURL((url) => url.pathname === '/')
    })
  })

  it('is closed to doctors and patients, who do not download what is behind it', async () => {
    for (const email of ['doctora@clinica.test', 'paciente@clinica.test']) {
      await as(email, phone, async ({ page, look }) => {
        await page.goto(path)
        await heading(page, 'Acceso Denegado')
        await look('access-denied')
        expect((await fetched(page)).filter((file) => /admin-area|overview/.test(file))).toEqual([])
        await page.getByRole('link', { name: 'Volver al Inicio' }).click()
        await page.waitForURL('**/dashboard')
        expect(await page.getByText('Panel de Admin').count()).toBe(0)
      })
    }
  })
})

describe('an administrator', () => {
  it.each([undefined, phone])(
    'comes by Mi Panel or Panel de Admin, has the menu in order, and finds the ways out (%o)',
    async (size) => {
      await as('admin@clinica.test', size, async ({ page, look }) => {
        const menu = page.getByRole('button', { name: 'Menú', exact: true })
        if (size) await menu.click()
        await page.getByRole('link', { name: 'Mi Panel', exact: true }).filter({ visible: true }).click()
        await page.waitForURL(`**${path}`)
        await heading(page, 'Panel Principal')
        await page.getByText('Actividad Reciente').waitFor()
        await page.locator('time').nth(4).waitFor()
        expect((await fetched(page)).filter((file) => /admin-area|overview-screen/.test(file))).toHaveLength(
          2,
        )
        expect(await endsOfCards(page)).toHaveLength(1)
        await look('admin-overview')
        if (size) await menu.click()
        const entries = page.getByRole('navigation', { name: 'Administración' }).filter({ visible: true })
        expect((await entries.getByRole('link').allInnerTexts()).map((text) => text.trim())).toEqual([
          'Panel Principal',
          'Gestión de Usuarios',
          'Gestión de Estudios',
          'Gestión de Solicitudes',
          'Ingresos',
          'Gestión de Referentes',
          'Analíticas',
          'Sistema',
        ])
        if (!size) {
          await page.keyboard.press('Control+K')
          const search = page.getByRole('dialog', { name: 'Buscar' })
          await search.getByRole('combobox').fill('mariana')
          await search.getByRole('option').first().waitFor()
          await page.keyboard.press('Escape')
        }
        await page.getByRole('link', { name: 'Panel Usuario' }).filter({ visible: true }).click()
        await page.waitForURL('**/dashboard')
        if (size) await menu.click()
        await page.getByRole('link', { name: 'Panel de Admin' }).filter({ visible: true }).click()
        await heading(page, 'Panel Principal')
        if (size) await menu.click()
        await page.getByRole('link', { name: 'Sitio Web' }).filter({ visible: true }).click()
        await page.waitForURL((url) => url.pathname === '/')
      })
    },
  )

  it('sees that credentials are being checked, and signs out from the panel', async () => {
    await as('admin@clinica.test', undefined, async ({ page }) => {
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route('**/rpc/is_admin_suffix', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(path)
      await page.getByText('Verificando credenciales...').waitFor()
      letGo()
      await heading(page, 'Panel Principal')
      await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
      await page.getByText('Sesión cerrada', { exact: true }).first().waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
    })
  })
})
