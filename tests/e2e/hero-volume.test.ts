import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openPerson, openWholeBrowser, type Person, phone } from './browser.ts'

// The volume in the light box of the public page, by finger, mouse and keys, and on lines that are slow, paid by the byte or broken.

let browser: Browser
let product: TestProduct

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const slices = '**/img/cbct_volume.webp'
/** What belongs to the volume alone: its slices, and the script that moves them. */
const ofVolume = /\/img\/cbct_volume\.webp|\/assets\/open-[^/]+\.js/

/** What the browser says of its connection. */
type Connection = { saveData?: boolean; effectiveType?: string; type?: string }

async function visitor(
  viewport: { width: number; height: number },
  { hasTouch = false, connection }: { hasTouch?: boolean; connection?: Connection } = {},
): Promise<Person & { asked: string[] }> {
  const person = await openPerson(browser, product.url, viewport, { hasTouch })
  const asked: string[] = []
  person.page.on('request', (request) => ofVolume.test(request.url()) && asked.push(request.url()))
  if (connection) await person.page.addInitScript(pretend, connection)
  return { ...person, asked }
}

/** Runs in the page, before its scripts. */
function pretend(connection: Connection) {
  Object.defineProperty(Navigator.prototype, 'connection', { get: () => connection })
}

const desk = { width: 1440, height: 900 }
const saving: Connection = { saveData: true }
const cut = (page: Page, name: 'axial' | 'coronal' | 'sagital') =>
  page.getByRole('slider', { name: `Corte ${name}` })
const said = (page: Page, name: Parameters<typeof cut>[1]) =>
  cut(page, name)
    .locator('p')
    .textContent()
    .then((text) => text?.replace(/\u00a0/g, ' '))

/** What a cut's canvas shows, as a number that changes with it; 0 while it shows nothing. */
const drawn = (page: Page, name: Parameters<typeof cut>[1]) =>
  cut(page, name)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
      let sum = 0
      for (const [at, value] of data?.entries() ?? []) sum = (sum + value * ((at % 997) + 1)) % 1_000_000_007
      return sum
    })
const showsAll = (page: Page) =>
  Promise.all((['axial', 'coronal', 'sagital'] as const).map((name) => drawn(page, name))).then((all) =>
    all.every((sum) => sum > 0),
  )

async function middleOf(page: Page, name: Parameters<typeof cut>[1]) {
  const box = await cut(page, name).boundingBox()
  if (!box) throw new Error(`There is no ${name} cut`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function swipe(session: CDPSession, from: { x: number; y: number }, by: { x: number; y: number }) {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + by.x * part, y: from.y + by.y * part }],
    })
  await send('touchStart', 0)
  for (let step = 1; step <= 10; step++) await send('touchMove', step / 10)
  await send('touchEnd', 1)
}

describe('nothing of the volume is loaded', () => {
  it.each<[string, { width: number; height: number }, Connection]>([
    ['that saves data', desk, saving],
    ['that is slow', desk, { effectiveType: '3g' }],
    ['of a phone, however fast', phone, { type: 'wifi', effectiveType: '4g' }],
  ])('before it is touched on a connection %s', async (_what, size, connection) => {
    const { page, asked, leave, complaints } = await visitor(size, { hasTouch: size === phone, connection })
    await page.clock.install()
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.locator('[data-volume]').scrollIntoViewIfNeeded()
    await page.clock.runFor(30_000)
    await page.clock.resume()
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    expect(await drawn(page, 'axial')).toBe(0)
    const middle = await middleOf(page, 'axial')
    if (size === phone) await page.touchscreen.tap(middle.x, middle.y)
    else await page.mouse.click(middle.x, middle.y)
    await expect.poll(() => showsAll(page), { timeout: 20_000 }).toBe(true)
    expect(asked).toHaveLength(2)
    expect(complaints).toEqual([])
    await leave()
  })

  it('with the page, and by itself only once nobody has done anything for a while', async () => {
    const { page, asked, leave } = await visitor(desk)
    await page.clock.install()
    await page.goto('/', { waitUntil: 'networkidle' })
    await cut(page, 'axial').waitFor()
    for (let second = 0; second < 6; second++) {
      await page.clock.runFor(1_000)
      const scrolled = await page.evaluateHandle(() => ({
        it: new Promise((resolve) => document.addEventListener('scroll', resolve, { once: true })),
      }))
      await page.mouse.wheel(0, second % 2 ? -8 : 8)
      await scrolled.evaluate(({ it }) => it.then(() => true))
    }
    expect(asked).toEqual([])
    await page.clock.runFor(5_000)
    await page.clock.resume()
    await expect.poll(() => asked.length).toBe(2)
    await expect.poll(() => showsAll(page), { timeout: 20_000 }).toBe(true)
    await leave()
  })
})

describe('by finger', () => {
  it('a swipe to the side leafs, and the other cuts show where', async () => {
    const { page, leave, complaints, look } = await visitor(phone, { hasTouch: true, connection: saving })
    await page.goto('/', { waitUntil: 'networkidle' })
    const hint = page.getByText('Desliza para recorrer el volumen')
    await hint.waitFor()
    expect(await said(page, 'axial')).toBe('Axial z −12.8 mm')
    const session = await page.context().newCDPSession(page)
    const cross = () => cut(page, 'coronal').locator('path').nth(1).getAttribute('d')
    const before = await cross()
    // The first swipe asks for the volume, and counts when it has come.
    await swipe(session, await middleOf(page, 'axial'), { x: 50, y: 0 })
    await expect.poll(() => said(page, 'axial'), { timeout: 20_000 }).toBe('Axial z −2.8 mm')
    expect(await cross()).not.toBe(before)
    const shown = await drawn(page, 'axial')
    await swipe(session, await middleOf(page, 'axial'), { x: -25, y: 0 })
    await expect.poll(() => said(page, 'axial')).toBe('Axial z −7.8 mm')
    expect(await drawn(page, 'axial')).not.toBe(shown)
    await expect.poll(() => hint.evaluate((one) => getComputedStyle(one).opacity)).toBe('0')
    await look('hero-volume')
    expect(complaints).toEqual([])
    await leave()
  })

  it('a tap moves the cross there', async () => {
    const { page, leave } = await visitor(phone, { hasTouch: true })
    await page.goto('/', { waitUntil: 'networkidle' })
    const { x, y } = await middleOf(page, 'axial')
    await page.touchscreen.tap(x, y)
    await expect.poll(() => said(page, 'coronal'), { timeout: 20_000 }).toBe('Coronal y 40.3 mm')
    expect(await said(page, 'sagital')).toBe('Sagital x 0.3 mm')
    expect(await said(page, 'axial')).toBe('Axial z −12.8 mm')
    await leave()
  })

  it('a swipe up or down scrolls the page, and does not touch the volume', async () => {
    const { page, asked, leave } = await visitor(phone, { hasTouch: true, connection: saving })
    await page.goto('/', { waitUntil: 'networkidle' })
    await cut(page, 'axial').waitFor()
    const session = await page.context().newCDPSession(page)
    for (const name of ['axial', 'sagital'] as const) {
      const before = await page.evaluate(() => scrollY)
      await swipe(session, await middleOf(page, name), { x: 6, y: -120 })
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 60)
    }
    expect(await said(page, 'axial')).toBe('Axial z −12.8 mm')
    expect(asked).toEqual([])
    await leave()
  })
})

describe('by mouse and keys', () => {
  it('the cross follows the mouse, a drag leafs, and the wheel scrolls the page', async () => {
    const { page, leave, complaints } = await visitor(desk)
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.getByText('Arrastra para recorrer el volumen').waitFor()
    const { x, y } = await middleOf(page, 'axial')
    await page.mouse.click(x, y)
    await expect.poll(() => showsAll(page), { timeout: 20_000 }).toBe(true)
    await page.mouse.move(x + 100, y - 40, { steps: 4 })
    await expect.poll(() => said(page, 'sagital')).toBe('Sagital x 21.3 mm')
    expect(await said(page, 'axial')).toBe('Axial z −12.8 mm')
    await page.mouse.down()
    await page.mouse.move(x + 100, y - 90, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => said(page, 'axial')).toBe('Axial z −2.8 mm')
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    expect(await said(page, 'axial')).toBe('Axial z −2.8 mm')
    expect(complaints).toEqual([])
    await leave()
  })

  it('each cut is a slider for keys, which the first press wakes', async () => {
    const { page, leave } = await visitor(desk, { connection: saving })
    await page.goto('/', { waitUntil: 'networkidle' })
    await cut(page, 'axial').focus()
    await page.keyboard.press('ArrowUp')
    const value = (name: Parameters<typeof cut>[1]) => cut(page, name).getAttribute('aria-valuetext')
    await expect.poll(() => value('axial'), { timeout: 20_000 }).toBe('z −12.3\u00a0mm, corte 60 de 168')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => value('axial')).toBe('z −17.8\u00a0mm, corte 49 de 168')
    await page.keyboard.press('Tab')
    await page.keyboard.press('End')
    await expect.poll(() => value('coronal')).toBe('y 91.8\u00a0mm, corte 208 de 208')
    await page.keyboard.press('Home')
    await expect.poll(() => cut(page, 'coronal').getAttribute('aria-valuenow')).toBe('1')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await leave()
  })

  it('another study and back leaves the volume where it was', async () => {
    const { page, leave } = await visitor(desk)
    await page.goto('/', { waitUntil: 'networkidle' })
    await cut(page, 'axial').press('PageUp')
    await expect.poll(() => said(page, 'axial'), { timeout: 20_000 }).toBe('Axial z −7.8 mm')
    const shown = await drawn(page, 'axial')
    await page.getByRole('tab', { name: 'Carpal' }).click()
    await expect.poll(() => cut(page, 'axial').count()).toBe(0)
    await page.getByRole('tab', { name: 'Tomografía' }).click()
    expect(await said(page, 'axial')).toBe('Axial z −7.8 mm')
    expect(await drawn(page, 'axial')).toBe(shown)
    await cut(page, 'axial').press('PageUp')
    await expect.poll(() => said(page, 'axial')).toBe('Axial z −2.8 mm')
    await leave()
  })
})

describe('a volume that does not come', () => {
  it('leaves the still as it is, and comes at the next touch', async () => {
    const { page, leave, asked } = await visitor(desk, { connection: saving })
    await page.route(slices, (route) => route.abort('connectionreset'))
    await page.goto('/', { waitUntil: 'networkidle' })
    const failed = page.waitForEvent('requestfailed')
    await cut(page, 'axial').press('PageUp')
    await failed
    const box = page.locator('[data-volume]')
    await expect.poll(() => box.getAttribute('aria-busy')).toBeNull()
    expect(await said(page, 'axial')).toBe('Axial z −12.8 mm')
    expect(await drawn(page, 'axial')).toBe(0)
    expect(await box.getByRole('img').isVisible()).toBe(true)
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
    await page.unroute(slices)
    await cut(page, 'axial').press('PageUp')
    await expect.poll(() => said(page, 'axial'), { timeout: 20_000 }).toBe('Axial z −7.8 mm')
    expect(await showsAll(page)).toBe(true)
    expect(asked.filter((url) => url.endsWith('.webp'))).toHaveLength(2)
    await leave()
  })

  it('shows a thin line while it comes', async () => {
    const { page, leave } = await visitor(desk, { connection: saving })
    let letItCome = () => {}
    const held = new Promise<void>((resolve) => {
      letItCome = resolve
    })
    await page.route(slices, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    await cut(page, 'axial').press('ArrowUp')
    const busy = page.locator('[data-volume][aria-busy=true]')
    await busy.waitFor()
    const line = page.locator('[data-volume] [data-progress]')
    expect(await line.boundingBox()).toMatchObject({ height: 2 })
    expect(await line.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      await page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'var(--color-signal)'
        return getComputedStyle(probe).color
      }),
    )
    letItCome()
    await expect.poll(() => said(page, 'axial'), { timeout: 20_000 }).toBe('Axial z −12.3 mm')
    expect(await line.count()).toBe(0)
    await leave()
  })
})
