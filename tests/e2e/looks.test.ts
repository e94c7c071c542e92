import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'
import { rest } from './walk-widths.ts'

// Measured positions and overlaps: what a glance sees, and no test of words does.

const desktop = { width: 1440, height: 900 }
const password = 'Demo-2026!'

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

async function as(
  email: string | undefined,
  size: { width: number; height: number },
  use: (person: Person) => Promise<void>,
  options?: Parameters<typeof openPerson>[3],
) {
  const person = await openPerson(browser, product.url, size, options)
  try {
    if (email) await signIn(person.page, email, password)
    else await person.page.goto('/')
    await use(person)
  } finally {
    await person.leave()
  }
}

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (!box) throw new Error('It is on the screen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

describe.each([phone, { width: 1024, height: 768 }, desktop])('the landing at $width px', (size) => {
  it.each(['#about', '#servicios', '#contact'])(
    '%s comes to stand right below the header',
    async (anchor) => {
      await as(undefined, size, async ({ page }) => {
        // When the line about opening hours is the longest: it comes after the page has gone to the anchor.
        await page.clock.setFixedTime(new Date('2031-03-02T20:00:00Z'))
        // From elsewhere: on the page itself the anchor would only scroll.
        await page.goto('about:blank')
        await page.goto(`/${anchor}`)
        await page.waitForLoadState('networkidle')
        const edge = async () =>
          (await boxOf(page.locator(anchor))).y - (await boxOf(page.getByRole('banner'))).bottom
        // The section's own line lies under the header's, so that there is one.
        await expect.poll(async () => Math.abs((await edge()) + 0.5)).toBeLessThanOrEqual(1)
      })
    },
  )

  it('the hero shows its own crops to their edges, fills the frame with a scan, and lays its ruler on films alone', async () => {
    await as(undefined, size, async ({ page }) => {
      const frame = page.locator('#visor')
      const image = frame.getByRole('img')
      const cut = () =>
        image.evaluate((one: HTMLImageElement) => {
          const { width, height } = one.getBoundingClientRect()
          return {
            ratio: width / height,
            natural: one.naturalWidth / one.naturalHeight,
            fit: getComputedStyle(one).objectFit,
          }
        })
      const ruler = frame.getByRole('presentation', { includeHidden: true }).and(frame.locator('svg'))
      const fills = async () => {
        await expect.poll(async () => (await cut()).natural).toBeGreaterThan(1.5)
        const { ratio, natural } = await cut()
        expect(Math.abs(ratio - natural)).toBeLessThan(0.02)
      }
      // The cuts of the volume are drawn where the still has them.
      await fills()
      expect(await ruler.count()).toBe(0)
      await page.getByRole('tab', { name: 'Panorámica' }).click()
      await expect
        .poll(() => image.evaluate((one: HTMLImageElement) => one.currentSrc))
        .toContain('panoramica_hero')
      await fills()
      expect(await ruler.count()).toBe(1)
      await page.getByRole('tab', { name: 'Escaneo' }).click()
      await expect.poll(async () => (await cut()).fit).toBe('cover')
      expect(await ruler.count()).toBe(0)
    })
  })
})

describe('in the portal', () => {
  it.each([phone, { width: 1024, height: 768 }, desktop])(
    'the list of patients in Nueva Cita is whole and on top at $width px',
    async (size) => {
      await as('doctora@clinica.test', size, async ({ page }) => {
        await page.goto('/dashboard/appointments')
        await page.getByRole('button', { name: 'Nueva Cita' }).click()
        const field = page.getByRole('combobox', { name: 'Paciente' })
        await field.waitFor()
        expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
        await field.pressSequentially('a')
        const list = page.getByRole('listbox', { name: 'Pacientes' })
        await expect.poll(() => list.getByRole('option').count()).toBeGreaterThan(3)
        await expect.poll(() => list.getAttribute('aria-busy')).toBe(null)
        const box = await boxOf(list)
        expect(box.height).toBeGreaterThan(120)
        expect(box.y).toBeGreaterThanOrEqual(0)
        expect(box.bottom).toBeLessThanOrEqual(size.height)
        // Nothing covers any of its corners.
        const onTop = await list.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const corners = [
            [left + 8, top + 8],
            [right - 24, top + 8],
            [left + 8, bottom - 8],
            [right - 24, bottom - 8],
          ] as const
          return corners.map(([x, y]) => element.contains(document.elementFromPoint(x, y)))
        })
        expect(onTop).toEqual([true, true, true, true])
        const place = await boxOf(field)
        expect(Math.min(Math.abs(box.y - place.bottom), Math.abs(box.bottom - place.y))).toBeLessThan(50)
        await list.getByRole('option').last().scrollIntoViewIfNeeded()
        const name = await list.getByRole('option').last().locator('span span').first().textContent()
        await list.getByRole('option').last().click()
        expect(await field.inputValue()).toBe(name)
      })
    },
  )

  it('a list begins on the first screen of a phone, and its filters are behind a button', async () => {
    await as('doctora@clinica.test', phone, async ({ page }) => {
      for (const address of ['/dashboard/appointments', '/dashboard/billing']) {
        await page.goto(address)
        const list = page.getByRole('table')
        await list.waitFor()
        await page.waitForLoadState('networkidle')
        expect((await boxOf(list)).y, address).toBeLessThanOrEqual(420)
        const filter = page.getByLabel(address.endsWith('billing') ? 'Desde' : 'Filtrar por estado', {
          exact: true,
        })
        expect(await filter.isVisible()).toBe(false)
        await page.getByRole('button', { name: 'Filtros' }).click()
        await filter.waitFor()
      }
    })
  })

  it('what can be done with a study stands in one line', async () => {
    for (const size of [phone, desktop]) {
      await as('doctora@clinica.test', size, async ({ page }) => {
        await page.goto('/dashboard/studies')
        const card = page
          .getByRole('listitem')
          .filter({ has: page.getByRole('button', { name: 'Compartir' }) })
          .first()
        const lines = ['Descargar', 'Compartir'].map((name) => boxOf(card.getByRole('button', { name })))
        const [first, second] = await Promise.all(lines)
        expect(first?.y).toBe(second?.y)
      })
    }
  })

  it.each([768, 1024])('a row of a list is no higher than what it says, at %s px', async (width) => {
    await as('doctora@clinica.test', { width, height: 900 }, async ({ page }) => {
      for (const [address, highest] of [
        ['/dashboard/requests', 120],
        ['/dashboard/billing', 72],
        ['/dashboard/appointments', 110],
      ] as const) {
        await page.goto(address)
        // An appointment beside another one says why as well.
        const rows = page.getByRole('table').getByRole('row').filter({ hasNotText: 'Sobrecupo' })
        await rows.nth(4).waitFor()
        const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
        expect(Math.max(...heights), address).toBeLessThanOrEqual(highest)
      }
    })
  })

  it.each([phone, { width: 1024, height: 768 }, desktop])(
    'a message never lies over Reintentar at $width px',
    async (size) => {
      await as('doctora@clinica.test', size, async ({ page }) => {
        await page.route('**/rest/v1/rpc/search_citas*', (route) => route.abort())
        await page.route('**/rest/v1/citas*', (route) => route.abort())
        await page.route('**/rest/v1/rpc/*income*', (route) => route.abort())
        for (const path of ['/dashboard', '/dashboard/appointments', '/dashboard/billing']) {
          await page.goto(path)
          const again = page.getByRole('button', { name: 'Reintentar' }).first()
          await again.waitFor()
          const toast = page.locator('[data-toaster] [role=alert] > *').first()
          await toast.waitFor()
          const message = await boxOf(toast)
          for (const button of await page.getByRole('button', { name: 'Reintentar' }).all()) {
            await button.evaluate((element) => element.scrollIntoView({ block: 'end' }))
            const box = await boxOf(button)
            const apart =
              box.bottom <= message.y ||
              box.y >= message.bottom ||
              box.right <= message.x ||
              box.x >= message.right
            expect(apart).toBe(true)
          }
        }
      })
    },
  )

  it('a study that is opened by its address has a frame of focus only once a key was pressed', async () => {
    const studies = await studiesOf(product.url)
    const pixels = new Uint8Array(120 * 90).map((_, at) => at % 256)
    const elements = imageElements({ columns: 120, rows: 90, allocated: 8 })
    const id = await studies.add('Panorámica.dcm', writeDicom({ pixels, elements }), {
      study_type: 'Radiografía Panorámica',
    })
    await as('paciente@clinica.test', desktop, async ({ page }) => {
      await page.goto(`/dashboard/study/${id}`)
      const focused = page.locator(':focus')
      const ring = () => focused.evaluate((element) => getComputedStyle(element).outlineStyle)
      await expect
        .poll(() => focused.evaluateAll((all) => all.map(({ tagName }) => tagName)))
        .toEqual(['CANVAS'])
      expect(await ring()).toBe('none')
      await page.keyboard.press('ArrowRight')
      expect(await ring()).toBe('solid')
    })
  })

  it('the page without a connection is written in the text font', async () => {
    await as('paciente@clinica.test', phone, async ({ page }) => {
      await page.goto('/dashboard')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
      await page.context().setOffline(true)
      await page.goto('/dashboard/my-studies')
      await page.getByRole('heading', { name: 'Sin conexión' }).waitFor()
      const loaded = () =>
        page.evaluate(async () => {
          await document.fonts.ready
          return [...document.fonts].map(({ family, status }) => `${family} ${status}`)
        })
      expect(await loaded()).toEqual(['Figtree loaded'])
    })
  })
})

describe('the theme of the portal', () => {
  /** How light a ground is, from 0 to 255. */
  const ground = (place: Locator) =>
    place.evaluate((element) => {
      const pixel = document.createElement('canvas').getContext('2d')
      if (!pixel) throw new Error('Browsers have it')
      pixel.fillStyle = getComputedStyle(element).backgroundColor
      pixel.fillRect(0, 0, 1, 1)
      return pixel.getImageData(0, 0, 1, 1).data[1] ?? 0
    })
  const isDark = (page: Page) => ground(page.locator('body')).then((light) => light < 60)
  /** With less motion, too, colours change within a moment. */
  const becomes = (page: Page, dark: boolean) => expect.poll(() => isDark(page)).toBe(dark)

  it('is dark from the first paint where the profile says so, in every tab; the public page stays light', async () => {
    await as('paciente@clinica.test', phone, async ({ page, complaints }) => {
      await page.goto('/dashboard/profile')
      const other = await page.context().newPage()
      await other.goto('/dashboard')
      expect([await isDark(page), await isDark(other)]).toEqual([false, false])
      await page.getByText('Oscuro', { exact: true }).click()
      await becomes(page, true)
      await becomes(other, true)

      // The portal's script is on its way until something is painted.
      let arrive = () => {}
      const held = new Promise<void>((resolve) => (arrive = resolve))
      await page.route('**/assets/portal-*.js', async (route) => {
        await held
        await route.continue()
      })
      await page.reload({ waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
      expect(await page.locator('#root').innerHTML()).toBe('')
      expect(await isDark(page)).toBe(true)
      arrive()
      await page.getByRole('heading', { level: 1, name: 'Mi Perfil' }).waitFor()
      expect(complaints).toEqual([])

      await page.goto('/')
      expect(await isDark(page)).toBe(false)
    })
  })

  it('follows the system, unless the profile says otherwise, and paper is white with dark ink in both', async () => {
    await as('paciente@clinica.test', desktop, async ({ page }) => {
      const { rows } = await product.database.query<{ it: string }>(
        `select i.invoice_number as it from public.invoices i join public.profiles p on p.id = i.patient_id
         where p.email = 'paciente@clinica.test' limit 1`,
      )
      await page.goto(`/invoice/${rows[0]?.it}`)
      const sheet = page.getByRole('article')
      const colour = (place: Locator) => place.evaluate((one) => getComputedStyle(one).color)
      const ink = () => colour(sheet.getByText('Total', { exact: true }))
      const words = () => colour(page.locator('body'))
      await sheet.waitFor()
      const dark = await ink()
      await page.emulateMedia({ colorScheme: 'dark' })
      await becomes(page, true)
      await expect.poll(words).not.toBe(dark)
      expect([await ground(sheet), await ink()]).toEqual([255, dark])
      await page.evaluate(() => localStorage.setItem('theme', 'dark'))
      await page.reload()
      await sheet.waitFor()
      expect(await isDark(page)).toBe(true)
      await page.emulateMedia({ media: 'print' })
      await becomes(page, false)
      // Also what is printed without a sheet, such as 'Analíticas'.
      await expect.poll(words).toBe(dark)
      expect([await ground(sheet), await ink()]).toEqual([255, dark])
      await page.evaluate(() => localStorage.setItem('theme', 'light'))
      await page.reload()
      await sheet.waitFor()
      await page.emulateMedia({ media: 'screen' })
      await rest(page)
      expect(await isDark(page)).toBe(false)
    })
  })
})
