import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone } from './browser.ts'

// The public page in a real browser, for visitors with all kinds of screens, input and connections.

const sizes = [
  { width: 360, height: 740 },
  phone,
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
]

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

async function visit(
  address: string,
  size: { width: number; height: number },
  use: (visitor: Person) => Promise<void>,
) {
  const visitor = await openPerson(browser, product.url, size)
  try {
    await visitor.page.goto(address)
    await use(visitor)
    expect(visitor.complaints).toEqual([])
  } finally {
    await visitor.leave()
  }
}

/** How far anything is wider than the page; a section that is laid out late cuts off what would be. */
const overflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('section')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    ),
  )

/** Waits until the page has scrolled to the element, no further than the header needs. */
async function arriveAt(page: Page, selector: string): Promise<void> {
  const top = () => page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(top, { timeout: 10_000 }).toSatisfy((now: number) => now >= -2 && now < 160)
}

describe.each(sizes)('at $width px', (size) => {
  it('fits, shows every image and has nothing that stops anybody', async () => {
    await visit('/', size, async ({ page, look }) => {
      expect(await overflow(page)).toBe(0)
      for (const image of await page.locator('#servicios img').all()) {
        await image.scrollIntoViewIfNeeded()
        await expect
          .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
          .toBeGreaterThan(0)
      }
      await page.evaluate(() => scrollTo(0, 0))
      await look('landing')
    })
  })
})

describe('finding the way', () => {
  it('a page that is opened with a hash scrolls there, and the header leads on', async () => {
    await visit('/#contact', sizes[4] ?? phone, async ({ page }) => {
      await arriveAt(page, '#contact')
      await page
        .getByRole('navigation', { name: 'Principal' })
        .getByRole('link', { name: 'Servicios' })
        .click()
      expect(new URL(page.url()).hash).toBe('#servicios')
      await arriveAt(page, '#servicios')
    })
  })

  it('links lead where they should from the first touch on; what is far below is drawn when somebody comes near', async () => {
    const { page, leave } = await openPerson(browser, product.url, phone)
    const isDrawn = () =>
      page.locator('#contact h2').evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }))
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Agendar Estudio' }).click()
    await arriveAt(page, '#contact')
    expect(await isDrawn()).toBe(true)
    const known = await height()
    await page.goto('/aviso-de-privacidad')
    await page.goto('/')
    // The browser has learned how high each section is, and has let go of them.
    await expect.poll(height, { timeout: 20_000 }).toBe(known)
    await expect.poll(isDrawn, { timeout: 20_000 }).toBe(false)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await isDrawn()).toBe(false)
    await leave()
  })

  it('from another page the sections are one click away, by way of the landing', async () => {
    await visit('/aviso-de-privacidad', phone, async ({ page, look }) => {
      await look('aviso')
      await page.getByRole('button', { name: 'Menú' }).click()
      await page
        .getByRole('navigation', { name: 'Menú' })
        .getByRole('link', { name: 'Sobre Nosotros' })
        .click()
      await page.waitForURL('**/#about')
      await arriveAt(page, '#about')
    })
  })

  it("the phone's menu opens and closes by keyboard and by touch", async () => {
    await visit('/', phone, async ({ page, look }) => {
      const menu = page.getByRole('navigation', { name: 'Menú' })
      await page.getByRole('button', { name: 'Menú' }).focus()
      await page.keyboard.press('Enter')
      await menu.waitFor()
      await look('menu')
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Menú' }).click()
      await menu.getByRole('link', { name: 'Solicitar Estudio' }).click()
      await menu.waitFor({ state: 'hidden' })
      await arriveAt(page, '#contact')
    })
  })

  it('the first thing a keyboard reaches jumps over the header', async () => {
    await visit('/', sizes[3] ?? phone, async ({ page }) => {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ir al contenido')
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('contenido')
    })
  })

  it('an address that does not exist says so and leads back', async () => {
    const visitor = await openPerson(browser, product.url, phone)
    const answer = await visitor.page.goto('/no-existe')
    expect(answer?.status()).toBe(404)
    await visitor.page.getByRole('heading', { name: 'Página No Encontrada' }).waitFor()
    // The clinic's mark, which leads home, too.
    await visitor.page.getByRole('link', { name: /^Índice/ }).waitFor()
    await visitor.look('404')
    await visitor.page.getByRole('link', { name: 'Volver al Inicio' }).click()
    await visitor.page.getByRole('heading', { name: 'Diagnóstico por Imagen 3D' }).waitFor()
    await visitor.leave()
  })
})

describe('the images', () => {
  const card = (page: Page) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Tomografías (CBCT - 3D)' }) })

  it('a carousel goes as far as its images and keeps the focus at its ends', async () => {
    await visit('/', sizes[4] ?? phone, async ({ page }) => {
      const back = card(page).getByRole('button', { name: /^Imagen anterior/ })
      const forth = card(page).getByRole('button', { name: /^Imagen siguiente/ })
      await forth.scrollIntoViewIfNeeded()
      expect(await back.isDisabled()).toBe(true)
      await forth.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => back.isEnabled()).toBe(true)
      await forth.press('Enter')
      await expect.poll(() => forth.isDisabled()).toBe(true)
      expect(await back.evaluate((button) => button === document.activeElement)).toBe(true)
      const single = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: 'Radiografía Panorámica', level: 3 }) })
      expect(await single.getByRole('button').count()).toBe(0)
    })
  })

  it('an image opens large, goes round, and gives the focus back', async () => {
    await visit('/', sizes[4] ?? phone, async ({ page, look }) => {
      const opener = card(page)
        .getByRole('link', { name: /^Ampliar imagen/ })
        .first()
      await opener.focus()
      await page.keyboard.press('Enter')
      const box = page.getByRole('dialog', { name: 'Imagen ampliada' })
      await box.waitFor()
      expect(await box.getByRole('status').textContent()).toBe('1 de 3')
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => box.getByRole('status').textContent()).toBe('3 de 3')
      await box.getByRole('button', { name: 'Imagen siguiente' }).click()
      await expect.poll(() => box.getByRole('status').textContent()).toBe('1 de 3')
      expect(await box.getByText('Imagen ilustrativa').isVisible()).toBe(true)
      // The focus stays inside, however often Tab is pressed.
      for (let step = 0; step < 6; step++) {
        await page.keyboard.press('Tab')
        const outside = await page.evaluate(() => {
          const { activeElement } = document
          return activeElement !== document.body && !activeElement?.closest('dialog')
        })
        expect(outside).toBe(false)
      }
      await look('lightbox')
      await page.keyboard.press('Escape')
      await box.waitFor({ state: 'hidden' })
      expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true)
    })
  })

  it('the first touch works even before React has come', async () => {
    const visitor = await openPerson(browser, product.url, phone)
    await visitor.page.goto('/', { waitUntil: 'commit' })
    await visitor.page
      .getByRole('link', { name: /^Ampliar imagen/ })
      .first()
      .click()
    await visitor.page.getByRole('dialog', { name: 'Imagen ampliada' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})

describe('of the scripts a visitor loads', () => {
  const isReact = /\/assets\/react-[^/]+\.js$/

  it('at most 15 KB come to a phone when nothing is touched, also on a slow way down the page', async () => {
    const visitor = await openPerson(browser, product.url, phone, { hasTouch: true })
    const { page } = visitor
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const open = new Set<string>()
    const scripts = new Set<string>()
    let bytes = 0
    session.on('Network.requestWillBeSent', ({ requestId, type }) => {
      open.add(requestId)
      if (type === 'Script') scripts.add(requestId)
    })
    session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      open.delete(requestId)
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await page.clock.install()
    await page.goto('/', { waitUntil: 'load' })
    await page.clock.runFor(10_000)
    // The mouse stays still while the page scrolls under it.
    await page.mouse.move(phone.width / 2, phone.height / 2)
    const left = () =>
      page.evaluate(() => document.documentElement.scrollHeight - innerHeight - Math.ceil(scrollY))
    while ((await left()) > 1) {
      await page.mouse.wheel(0, 400)
      await page.clock.runFor(500)
    }
    await page.clock.runFor(10_000)
    await expect.poll(() => open.size).toBe(0)
    // A page that lost its script would be light, too.
    expect(bytes).toBeGreaterThan(2_000)
    expect(bytes).toBeLessThanOrEqual(15_360)
    await visitor.leave()
  })

  it('images, tabs and the menu need no React; the way to sign in fetches it before it is pressed', async () => {
    const visitor = await openPerson(browser, product.url, phone)
    const { page } = visitor
    const asked: string[] = []
    page.on('request', (request) => isReact.test(request.url()) && asked.push(request.url()))
    await page.goto('/')
    await page.getByRole('tab', { name: 'Carpal' }).click()
    expect(
      await page.getByRole('tabpanel', { name: 'Carpal' }).getByRole('img').getAttribute('alt'),
    ).toContain('carpal')
    await page.getByRole('button', { name: 'Imagen siguiente de Escaneo Intraoral' }).click()
    await expect
      .poll(() => page.getByRole('button', { name: 'Imagen anterior de Escaneo Intraoral' }).isEnabled())
      .toBe(true)
    await page.getByRole('link', { name: /^Ampliar imagen.*panorámica/ }).click()
    // Behind that button is the one of the menu.
    await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await page.getByRole('button', { name: 'Menú' }).click()
    await page.getByRole('navigation', { name: 'Menú' }).waitFor()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Iniciar Sesión' }).hover()
    await expect.poll(() => asked.length).toBe(1)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  it('nothing typed, chosen or sent is lost while React is on its way to the form', async () => {
    const visitor = await openPerson(browser, product.url, phone)
    const { page } = visitor
    let letItCome = () => {}
    const held = new Promise<void>((resolve) => {
      letItCome = resolve
    })
    await page.route(isReact, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    const asked = page.waitForRequest(isReact)
    await page.getByRole('link', { name: 'Solicitar Radiografía Carpal' }).click()
    await page.getByLabel('Nombre Completo').pressSequentially('Mariana Torres', { delay: 10 })
    await asked
    await page.getByRole('button', { name: 'Enviar Solicitud' }).click()
    expect(await page.getByText('Escribe tu teléfono.').count()).toBe(0)
    letItCome()
    await page.getByText('Escribe tu teléfono.').waitFor()
    expect(await page.getByLabel('Nombre Completo').inputValue()).toBe('Mariana Torres')
    expect(await page.getByLabel('Tipo de Estudio').inputValue()).toBe('Radiografía Carpal')
    await page.reload()
    await expect.poll(() => page.getByLabel('Nombre Completo').inputValue()).toBe('Mariana Torres')
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  it('signing in works from the first click on, and the header knows of it in every tab', async () => {
    const visitor = await openPerson(browser, product.url)
    const { page } = visitor
    const other = await page.context().newPage()
    await other.goto('/')
    await page.goto('/', { waitUntil: 'commit' })
    const opener = page.getByRole('button', { name: 'Iniciar Sesión' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Acceso al Portal' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    await opener.click()
    await dialog.getByLabel('Correo Electrónico').fill('doctora@clinica.test')
    await dialog.getByLabel('Contraseña', { exact: true }).fill('Demo-2026!')
    await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await page.getByText('Has iniciado sesión correctamente.').waitFor()
    for (const tab of [page, other]) await tab.getByRole('link', { name: 'Mi Panel', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await page.getByText('Has cerrado sesión correctamente.').waitFor()
    for (const tab of [page, other]) await tab.getByRole('button', { name: 'Iniciar Sesión' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})

describe('the visit', () => {
  it.each([
    ['2031-03-03T18:00:00Z', 'Abierto ahora', 'Hasta las 06:30 p. m.'],
    ['2031-03-02T20:00:00Z', 'Cerrado ahora', 'Abre mañana a las 09:30 a. m.'],
  ])('at %s somebody in Tokyo reads by the clock of the clinic: %s', async (time, ...words) => {
    const context = await browser.newContext({ baseURL: product.url, timezoneId: 'Asia/Tokyo' })
    const page = await context.newPage()
    await page.clock.setFixedTime(new Date(time))
    await page.goto('/')
    const lines = page.locator('[data-hours] p')
    await lines.first().waitFor()
    expect((await lines.allTextContents()).map((line) => line.replaceAll('\u00a0', ' '))).toEqual(words)
    await context.close()
  })

  it('questions open and close by keyboard', async () => {
    await visit('/', phone, async ({ page, look }) => {
      const question = page.locator('#preguntas details').nth(1)
      const answer = question.getByText(/^Avísanos antes de tu cita/)
      expect(await answer.isVisible()).toBe(false)
      await question.locator('summary').focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => answer.isVisible()).toBe(true)
      await look('preguntas')
      await page.keyboard.press('Enter')
      await expect.poll(() => answer.isVisible()).toBe(false)
    })
  })

  it.each([phone, { width: 1280, height: 800 }])(
    'a dentist comes to the field for the doctor’s name at $width px, also before the page is alive',
    async (size) => {
      const visitor = await openPerson(browser, product.url, size)
      const { page } = visitor
      await page.goto('/', { waitUntil: 'commit' })
      await page.getByRole('link', { name: 'Pedir un estudio para tu paciente' }).click()
      const field = page.getByRole('combobox', { name: 'Doctor que refiere' })
      await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
      await expect
        .poll(() =>
          field.evaluate((input) => {
            const { top, bottom } = input.getBoundingClientRect()
            return top > 80 && bottom < innerHeight
          }),
        )
        .toBe(true)
      expect(visitor.complaints).toEqual([])
      await visitor.leave()
    },
  )

  it('on phones the ways to the clinic stay at the lower edge, except over hero, form and footer', async () => {
    await visit('/', phone, async ({ page, look }) => {
      const bar = page.getByRole('navigation', { name: 'Contacto rápido' })
      const height = (await bar.boundingBox())?.height ?? 0
      /** How much of the bar is on the screen, and what it covers of the form and the footer, in pixels. */
      const state = () =>
        bar.evaluate((nav) => {
          const { top, bottom } = nav.getBoundingClientRect()
          const over = [...document.querySelectorAll('#solicitud, footer')].map((part) => {
            const box = part.getBoundingClientRect()
            return Math.max(0, Math.min(bottom, box.bottom) - Math.max(top, box.top))
          })
          return {
            shown: Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 64)),
            covers: Math.max(...over),
          }
        })
      const at = async (selector: string, block: ScrollLogicalPosition) => {
        await page
          .locator(selector)
          .first()
          .evaluate((part, block) => part.scrollIntoView({ block }), block)
        return state()
      }
      expect((await at('#inicio', 'start')).shown).toBe(0)
      for (const part of ['#about h3', '#servicios h3', '#visita h2', '#preguntas h2', '#odontologos h2'])
        expect([part, (await at(part, 'start')).shown]).toEqual([part, expect.closeTo(height, 0)])
      await look('barra')
      for (const link of await bar.getByRole('link').all())
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      for (const [part, block] of [
        ['#contact', 'start'],
        ['#solicitud', 'end'],
        ['footer', 'end'],
      ] as const)
        expect([part, (await at(part, block)).covers]).toEqual([part, 0])
      await page.getByLabel('Nombre Completo').focus()
      expect(await state()).toEqual({ shown: 0, covers: 0 })
    })
    await visit('/', { width: 1280, height: 800 }, async ({ page }) => {
      expect(await page.getByRole('navigation', { name: 'Contacto rápido' }).isVisible()).toBe(false)
      expect(await page.locator('header a[href^="tel:"]').filter({ visible: true }).count()).toBe(1)
    })
  })
})

describe('the request form', () => {
  it('has the study of the card that somebody came from', async () => {
    await visit('/', phone, async ({ page }) => {
      await page.getByRole('link', { name: 'Solicitar Escaneo Intraoral' }).click()
      await expect.poll(() => page.getByLabel('Tipo de Estudio').inputValue()).toBe('Escaneo Intraoral')
      await arriveAt(page, '#contact')
    })
  })

  it('suggests known doctors from two letters on, by keyboard', async () => {
    const { rows } = await product.database.query<{ name: string }>(
      'select referring_doctor as name from public.study_requests where referring_doctor is not null limit 1',
    )
    const known = rows[0]?.name ?? ''
    await visit('/#contact', phone, async ({ page, look }) => {
      const field = page.getByRole('combobox', { name: 'Doctor que refiere' })
      const word = known.split(' ').find((part) => part.length > 3) ?? known
      await field.pressSequentially(word.slice(0, 4), { delay: 20 })
      const list = page.getByRole('listbox', { name: 'Doctores sugeridos' })
      await list.waitFor()
      expect(await list.getByRole('option').count()).toBeLessThanOrEqual(5)
      await look('sugerencias')
      await page.keyboard.press('ArrowDown')
      const chosen = await list.getByRole('option', { selected: true }).textContent()
      await page.keyboard.press('Enter')
      expect(await field.inputValue()).toBe(chosen)
      await list.waitFor({ state: 'hidden' })
    })
  })

  it('has a Spanish calendar that begins on Monday and offers yesterday at the earliest', async () => {
    await visit('/#contact', sizes[3] ?? phone, async ({ page, look }) => {
      await page.getByRole('button', { name: 'Abrir calendario' }).click()
      const grid = page.getByRole('grid')
      await grid.waitFor()
      expect(await grid.locator('th').first().textContent()).toBe('l')
      await look('calendario')
      await page.keyboard.press('Escape')
      await grid.waitFor({ state: 'hidden' })
    })
  })

  it('stores one request for two clicks, a lost answer and the try after a reload', async () => {
    const email = 'una.sola@correo.test'
    const stored = async () => {
      const { rows } = await product.database.query<{ count: number }>(
        'select count(*)::int as count from public.study_requests where patient_email = $1',
        [email],
      )
      return rows[0]?.count
    }
    const visitor = await openPerson(browser, product.url, phone)
    const { page } = visitor
    await page.goto('/#contact')
    await page.getByLabel('Nombre Completo').fill('Una Sola Vez')
    await page.getByLabel('Correo Electrónico').fill(email)
    await page.getByLabel('Teléfono').fill('962 111 2233')
    await page.getByLabel('Tipo de Estudio').selectOption('Escaneo Intraoral')
    // The server stores it, then the line breaks.
    await page.route('**/rest/v1/study_requests', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Enviar Solicitud' }).dblclick()
    await page.getByText(/^Sin conexión\. Tu solicitud se enviará sola/).waitFor()
    expect(await stored()).toBe(1)
    await page.unroute('**/rest/v1/study_requests')
    await page.reload()
    await page.getByText('¡Solicitud Enviada!').waitFor()
    expect(await stored()).toBe(1)
    // What was sent stays in the form's place until another one is wanted.
    const sent = page.getByRole('region', { name: 'Solicitud enviada' })
    await sent.waitFor()
    expect(await sent.innerText()).toMatch(/Tu folio es\s+\d{6}\s+y tu código/)
    expect(await sent.innerText()).toContain('Lunes a sábado, 09:30')
    expect(await sent.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')).toMatch(
      /solicitud%20\d{6}/,
    )
    expect(await page.getByLabel('Nombre Completo').isVisible()).toBe(false)
    await visitor.look('enviada')
    await sent.getByRole('button', { name: 'Enviar otra' }).click()
    const name = page.getByLabel('Nombre Completo')
    expect(await name.inputValue()).toBe('')
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
    await visitor.leave()
  })

  it('stays silent when studies and suggestions cannot be read', async () => {
    const visitor = await openPerson(browser, product.url, phone)
    const { page } = visitor
    await page.route(/\/rest\/v1\/(services|rpc\/)/, (route) => route.abort())
    await page.goto('/#contact')
    const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/rpc/'))
    await page.getByRole('combobox', { name: 'Doctor que refiere' }).pressSequentially('Ramos', { delay: 20 })
    await asked
    expect(await page.getByLabel('Tipo de Estudio').locator('option').count()).toBeGreaterThan(5)
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
    await visitor.leave()
  })
})

describe('without what most people have', () => {
  it('without JavaScript it is all there, and says what to do instead of the form', async () => {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: phone,
      javaScriptEnabled: false,
    })
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Diagnóstico por Imagen 3D' }).waitFor()
    const advice = page.locator('noscript p')
    expect(await advice.isVisible()).toBe(true)
    expect(await advice.textContent()).toMatch(/^El formulario necesita JavaScript/)
    expect(await page.getByRole('button', { name: 'Enviar Solicitud' }).isVisible()).toBe(false)
    expect(await page.getByRole('heading', { name: 'Escaneo Intraoral' }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Menú' }).click()
    await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Servicios' }).click()
    expect(new URL(page.url()).hash).toBe('#servicios')
    await context.close()
  })

  it('at twice the size nothing is cut off or hidden', async () => {
    await visit('/', { width: 640, height: 400 }, async ({ page }) => {
      expect(await overflow(page)).toBe(0)
    })
    await visit('/', { width: 320, height: 640 }, async ({ page, look }) => {
      expect(await overflow(page)).toBe(0)
      await look('landing')
    })
  })

  it('who wants no motion gets none, and who does sees the cards come in', async () => {
    await visit('/', sizes[4] ?? phone, async ({ page }) => {
      // The rest ends before anybody sees it move.
      const longest = await page.evaluate(() => {
        scrollTo(0, document.body.scrollHeight / 2)
        const times = document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().endTime))
        return Math.max(0, ...times)
      })
      expect(longest).toBeLessThanOrEqual(10)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
        'auto',
      )
    })
    const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.goto('/')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe(
      'smooth',
    )
    // Nothing animates on the way to the form, which would delay the first letters.
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Notas Adicionales').focus()
    await expect
      .poll(() =>
        page.getByLabel('Notas Adicionales').evaluate((field) => field.getBoundingClientRect().bottom),
      )
      .toBeLessThan(900)
    const rising = await page.evaluate(
      () =>
        document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration) === 600)
          .length,
    )
    expect(rising).toBe(0)
    await context.close()
  })
})

describe('for machines', () => {
  it('describes the clinic, and the administration is nowhere', async () => {
    const html = await (await fetch(product.url)).text()
    const [, block = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(block)).toMatchObject({
      '@type': ['MedicalClinic', 'Dentist'],
      address: { addressCountry: 'MX' },
    })
    const { rows } = await product.database.query<{ value: string }>(
      `select value from private.app_settings where key = 'admin_suffix'`,
    )
    const suffix = rows[0]?.value ?? 'missing'
    expect(suffix.length).toBeGreaterThan(20)
    for (const path of [
      '/robots.txt',
      '/sitemap.xml',
      '/site.webmanifest',
      '/favicon.svg',
      '/img/og.jpg',
      '/apple-touch-icon.png',
    ]) {
      const answer = await fetch(product.url + path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(await answer.text()).not.toMatch(/admin/i)
    }
    expect(html).not.toContain('admin-control-panel')
    expect(html).not.toContain(suffix)
  })
})
