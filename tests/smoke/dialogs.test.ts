import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, openPerson, type Person, phone, signIn } from '#tests/e2e/browser.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'

// Every dialog is in its place, with corners, padding and background: a dialog without its styles still has its role
// and its words, and passes all other tests.

const desktop = { width: 1440, height: 900 }
const sizes = [phone, desktop]
/** As browsers tell it. */
const white = expect.stringMatching(/^(lab\(100 0 0\)|rgb\(255, 255, 255\))$/)
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
  size: { width: number; height: number },
  email: string | undefined,
  use: (person: Person) => Promise<void>,
) {
  const person = await openPerson(browser, product.url, size)
  try {
    if (email) await signIn(person.page, email, password)
    else await person.page.goto('/')
    await use(person)
    expect(person.complaints).toEqual([])
  } finally {
    await person.leave()
  }
}

/** How a dialog is drawn: box, corners, colours, backdrop, and the distance of its words from its edges. */
const drawn = (dialog: Locator) =>
  dialog.evaluate((element) => {
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const heading = element.querySelector('h1, h2, h3')?.getBoundingClientRect()
    return {
      position: style.position,
      left: box.left,
      right: innerWidth - box.right,
      top: box.top,
      bottom: innerHeight - box.bottom,
      width: box.width,
      upperCorner: Number.parseFloat(style.borderTopLeftRadius),
      lowerCorner: Number.parseFloat(style.borderBottomRightRadius),
      color: style.backgroundColor,
      padding: heading ? Math.min(heading.left - box.left, heading.top - box.top) : 0,
      ground: getComputedStyle(element, '::backdrop').backgroundColor,
      // What lies behind is out of reach.
      groundCovers: [4, innerWidth - 4].every((x) => document.elementFromPoint(x, 4) === element),
    }
  })

/** Fails unless it is in the middle of a large screen, or at the bottom of a small one. */
async function standsWell(page: Page, dialog: Locator): Promise<void> {
  await dialog.waitFor()
  await dialog.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map((one) => one.finished.catch(() => undefined))),
  )
  const seen = await drawn(dialog)
  expect(seen).toMatchObject({
    position: 'fixed',
    color: white,
    ground: expect.stringMatching(/0\.45\)$/),
    groundCovers: true,
  })
  expect(seen.padding).toBeGreaterThanOrEqual(16)
  expect(seen.upperCorner).toBe(20)
  expect(seen.width).toBeLessThanOrEqual(640)
  expect(seen.top).toBeGreaterThan(40)
  if (page.viewportSize()?.width === phone.width) {
    expect([seen.left, seen.right, Math.round(seen.bottom)]).toEqual([0, 0, 0])
  } else {
    expect(seen.lowerCorner).toBe(20)
    expect(Math.abs(seen.left - seen.right)).toBeLessThanOrEqual(1)
    expect(Math.abs(seen.top - seen.bottom)).toBeLessThanOrEqual(1)
  }
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
}

/** Of one pixel of the window: 0 is black, 255 white. */
async function brightness(page: Page, x: number, y: number): Promise<number> {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes]))
    const pen = new OffscreenCanvas(1, 1).getContext('2d')
    pen?.drawImage(image, 0, 0)
    return Math.max(...(pen?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? [255]))
  }, png.toString('base64'))
}

const menuOf = (page: Page) => page.getByRole('button', { name: 'Menú' })

describe.each(sizes)('dialogs of the public page at $width px', (size) => {
  const isPhone = size === phone

  it('the sign-in dialog is in its place, at most 640 px wide, with corners, padding and a ground behind', async () => {
    await as(size, undefined, async ({ page, look }) => {
      if (isPhone) await menuOf(page).click()
      await page.getByRole('button', { name: 'Iniciar Sesión' }).filter({ visible: true }).click()
      await standsWell(page, page.getByRole('dialog', { name: 'Acceso al Portal' }))
      await look('sign-in-dialog')
    })
  })

  it('the marked doctor among the suggestions is seen, and a long list scrolls', async () => {
    await as(size, undefined, async ({ page }) => {
      // Letters typed before hydration are lost.
      await page.waitForLoadState('networkidle')
      const field = page.getByRole('combobox', { name: 'Doctor que refiere' })
      await field.pressSequentially('ra', { delay: 20 })
      const list = page.getByRole('listbox', { name: 'Doctores sugeridos' })
      await list.waitFor()
      await page.keyboard.press('ArrowDown')
      const [first, second] = [list.getByRole('option').first(), list.getByRole('option').nth(1)]
      const colorOf = (option: Locator) =>
        option.evaluate((element) => getComputedStyle(element).backgroundColor)
      expect(await first.getAttribute('aria-selected')).toBe('true')
      expect(await colorOf(first)).not.toBe('rgba(0, 0, 0, 0)')
      expect(await colorOf(second)).toBe('rgba(0, 0, 0, 0)')
      const frame = await list.evaluate((element) => {
        const around = element.parentElement
        if (!around) throw new Error('The list has a frame')
        const { borderTopLeftRadius, backgroundColor } = getComputedStyle(around)
        return { overflow: getComputedStyle(element).overflowY, borderTopLeftRadius, backgroundColor }
      })
      expect(frame).toEqual({ overflow: 'auto', borderTopLeftRadius: '14px', backgroundColor: white })
    })
  })

  it('the calendar of the request form is a panel below its field', async () => {
    await as(size, undefined, async ({ page }) => {
      await page.getByRole('button', { name: 'Abrir calendario' }).click()
      const calendar = page.getByRole('dialog').filter({ has: page.getByRole('grid') })
      await calendar.getByRole('grid').waitFor()
      const box = await calendar.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width)
      expect(box?.width).toBeLessThanOrEqual(400)
      expect(
        await calendar.evaluate((element) => {
          const { backgroundColor, borderTopLeftRadius, paddingLeft } = getComputedStyle(element)
          return { backgroundColor, borderTopLeftRadius, paddingLeft }
        }),
      ).toEqual({ backgroundColor: white, borderTopLeftRadius: '14px', paddingLeft: '12px' })
    })
  })

  it('an enlarged image covers the whole window, to its last pixel', async () => {
    await as(size, undefined, async ({ page, look }) => {
      await page
        .getByRole('link', { name: /^Ampliar imagen/ })
        .first()
        .click()
      const box = page.getByRole('dialog', { name: 'Imagen ampliada' })
      await box.waitFor()
      const { width, height } = size
      const edges = [
        [1, 1],
        [width - 2, 1],
        [width - 2, height / 2],
        [width - 2, height - 2],
      ] as const
      for (const [x, y] of edges)
        await expect.poll(() => brightness(page, x, y), { message: `at ${x}, ${y}` }).toBeLessThan(40)
      await look('lightbox-whole')
    })
  })
})

describe('on a phone', () => {
  it("the menu lies below the header, in the page's own ink", async () => {
    await as(phone, undefined, async ({ page }) => {
      await menuOf(page).click()
      const menu = page.locator('#menu')
      await menu.waitFor()
      const seen = await menu.evaluate((element) => {
        const { left, width, top } = element.getBoundingClientRect()
        const link = element.querySelector('a')
        const header = document.querySelector('header')?.getBoundingClientRect()
        return {
          left,
          width,
          below: top >= (header?.bottom ?? 0) - 2,
          inBody: getComputedStyle(document.body).color,
          ink: link && getComputedStyle(link).color,
        }
      })
      expect(seen).toMatchObject({ left: 0, width: phone.width, below: true })
      expect(seen.ink).toBe(seen.inBody)
    })
  })
})

const doctorDialogs: [name: string, path: string, open: (page: Page) => Promise<void>][] = [
  [
    'Nueva Cita',
    '/dashboard/appointments',
    (page) => page.getByRole('button', { name: 'Nueva Cita' }).click(),
  ],
  [
    'Agregar Estudio',
    '/dashboard/studies',
    (page) => page.getByRole('button', { name: 'Agregar Estudio' }).click(),
  ],
  [
    'Compartir estudio',
    '/dashboard/studies',
    (page) => page.getByRole('button', { name: 'Compartir', exact: true }).first().click(),
  ],
  ['', '/dashboard/requests', (page) => page.getByRole('button', { name: 'Ver detalle' }).first().click()],
  [
    '¿Rechazar la solicitud',
    '/dashboard/requests?estado=pendiente',
    async (page) => {
      const more = page.getByRole('button', { name: 'Más acciones' }).first()
      const detail = page.getByRole('button', { name: 'Ver detalle' }).first()
      await detail.waitFor()
      await ((await more.isVisible()) ? more : detail).click()
      await page.getByRole('button', { name: 'Rechazar' }).first().click()
    },
  ],
  [
    'Cambiar Contraseña',
    '/dashboard/profile',
    (page) => page.getByRole('button', { name: 'Cambiar Contraseña' }).click(),
  ],
  ['Buscar', '/dashboard', (page) => page.keyboard.press('Control+k')],
]
const adminDialogs: typeof doctorDialogs = [
  ['Nuevo Usuario', '/users', (page) => page.getByRole('button', { name: 'Nuevo Usuario' }).click()],
  [
    '¿Eliminar',
    '/users',
    (page) =>
      page
        .getByRole('button', { name: /^Eliminar a / })
        .last()
        .click(),
  ],
  [
    'Editar Solicitud',
    '/requests',
    async (page) => {
      const more = page.getByRole('button', { name: 'Más acciones' }).first()
      await page
        .getByRole('link', { name: /^Ver detalle de la solicitud/ })
        .first()
        .waitFor()
      if (await more.isVisible()) await more.click()
      await page
        .getByRole('button', { name: /^Editar/ })
        .first()
        .click()
    },
  ],
]

describe.each(sizes)('dialogs of the portal at $width px', (size) => {
  const each = async (person: Person, list: typeof doctorDialogs, prefix = '') => {
    for (const [name, path, open] of list) {
      await person.page.goto(prefix + path)
      await person.page.getByRole('heading', { level: 1 }).waitFor()
      await person.page.getByRole('main').waitFor()
      await open(person.page)
      await standsWell(
        person.page,
        person.page.getByRole(/^¿/.test(name) ? 'alertdialog' : 'dialog', { name }),
      )
    }
  }

  it("so is every one of a doctor's dialogs", async () => {
    await as(size, 'doctora@clinica.test', (person) => each(person, doctorDialogs))
  })

  it("so is every one of an administrator's dialogs", async () => {
    const { rows } = await product.database.query<{ value: string }>(
      `select value from private.app_settings where key = 'admin_suffix'`,
    )
    const prefix = `/admin-control-panel-${rows[0]?.value}`
    await as(size, 'admin@clinica.test', (person) => each(person, adminDialogs, prefix))
  })
})
