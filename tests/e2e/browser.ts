import { mkdirSync } from 'node:fs'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { expect } from 'vitest'
import { browserArguments, findBrowser, findShell } from '#tools/browser.ts'
import { framesDrawn, rest } from './walk-widths.ts'

export const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

/** For a picture of a whole page, with what the landing does not draw before somebody comes near. */
export const wholePage = {
  fullPage: true,
  style: 'section { content-visibility: visible !important }',
}

/** A headless browser, with further switches; close it when the tests are over. */
export function openBrowser(more: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findShell(), args: [...browserArguments, ...more] })
}

/** The browser that people have, for what they print and how things move: it takes three times the work a page. */
export function openWholeBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: browserArguments })
}

export type Person = {
  page: Page
  /** What the browser complained about: script errors, refused resources, console errors. */
  complaints: string[]
  /** Checks the current screen with axe, and takes a screenshot of it when SCREENSHOTS names a folder. */
  look: (name: string) => Promise<void>
  leave: () => Promise<void>
}

/** A person with a browser of their own: sessions and storage are never shared. */
export async function openPerson(
  browser: Browser,
  baseURL: string,
  viewport = desktop,
  options: Pick<
    BrowserContextOptions,
    'deviceScaleFactor' | 'hasTouch' | 'reducedMotion' | 'timezoneId'
  > = {},
): Promise<Person> {
  const context: BrowserContext = await browser.newContext({
    baseURL,
    viewport,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    acceptDownloads: true,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  const folder = process.env.SCREENSHOTS
  return {
    page,
    complaints,
    look: async (name) => {
      if (folder) {
        mkdirSync(folder, { recursive: true })
        await page.screenshot({ path: `${folder}/${name}-${viewport.width}.png`, ...wholePage })
      }
      // A quick machine is here before what changes has come to rest.
      await framesDrawn(page)
      await rest(page)
      expect(await barriers(page), `${name}: what axe found`).toEqual([])
    },
    leave: () => context.close(),
  }
}

/**
 * Accessibility barriers: axe's serious and critical findings on the page, by all of its rules or only some. A page that changes
 * while it is read is read again, five times at most.
 */
export async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  // Its half a megabyte takes a page longer than its rules do.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    // axe reads over many turns: it would say of a button that stops waiting that neither of its two texts is there.
    let changed = true
    const watch = new MutationObserver(() => {
      changed = true
    })
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    let found: string[] = []
    for (let times = 0; changed && times < 5; times++) {
      changed = false
      const { violations }: axe.AxeResults = await Reflect.get(window, 'axe').run({
        resultTypes: ['violations'],
        runOnly,
        elementRef: true,
      })
      found = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => {
          // axe's own words for a part have its classes, and not what stands in it.
          const parts = nodes.map(({ element, html }) =>
            (element?.outerHTML ?? html).replace(/ class="[^"]*"/g, '').slice(0, 120),
          )
          return `${id}: ${parts.join(' | ')}`
        })
      if (found.length === 0) break
    }
    watch.disconnect()
    return found
  }, rules)
}

/** Signs in through the landing's dialog; ends on the person's first screen. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menú' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Iniciar Sesión' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Acceso al Portal' })
  await dialog.getByLabel('Correo Electrónico').fill(email)
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Searches a patient in the field 'Paciente' and takes the one with that name. */
export async function choosePatient(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Paciente' }).fill(name)
  await page.getByRole('option').filter({ hasText: name }).click()
}

/** What is written into pictures of the page that is open, from now on. */
export async function watchPictures(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(spyOnPictures)
  return () => page.evaluate(() => Reflect.get(window, 'written'))
}

/** Notes what is written on every canvas, in `window.written`; runs in a page. */
export function spyOnPictures(): void {
  const written: string[] = []
  Reflect.set(window, 'written', written)
  const write = CanvasRenderingContext2D.prototype.fillText
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    written.push(text)
    write.call(this, text, ...place)
  }
}

/** Counts what is pressed and typed in a page from now on. */
export async function countPresses(page: Page) {
  await page.evaluate(() => {
    const counted = { presses: 0, keys: 0 }
    Reflect.set(window, 'counted', counted)
    addEventListener('click', ({ isTrusted }) => isTrusted && counted.presses++, true)
    addEventListener('keydown', () => counted.keys++, true)
  })
  return () => page.evaluate(() => Reflect.get(window, 'counted') as { presses: number; keys: number })
}
