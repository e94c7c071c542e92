import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, phone } from './browser.ts'

// Signing in and out from the public page's header, by keyboard only and by touch.

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

const isFocused = (control: Locator) => control.evaluate((one) => one === document.activeElement)
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Acceso al Portal' })
const visible = (page: Page, role: 'button' | 'link', name: string) =>
  page.getByRole(role, { name, exact: true }).filter({ visible: true })

/** Presses Tab until the control has the focus; fails when it cannot be reached. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let steps = 0; steps < 30; steps++) {
    if (await isFocused(control)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not reach it')
}

/** Holds the answer to signing out until it is released. */
async function holdSignOut(page: Page): Promise<() => void> {
  let letGo = () => {}
  const wait = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/auth/v1/logout*', async (route) => {
    await wait
    await route.continue()
  })
  return letGo
}

describe('the header', () => {
  it('signs in and out by keyboard', async () => {
    const { page, look, complaints, leave } = await openPerson(browser, product.url)
    await page.goto('/')
    const opener = visible(page, 'button', 'Iniciar Sesión').first()
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    const dialog = dialogOf(page)
    await dialog.getByText('Inicia sesión para acceder a tu panel.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await isFocused(opener)).toBe(true)

    await page.keyboard.press('Enter')
    await dialog.waitFor()
    const [email, password] = [dialog.getByLabel('Correo Electrónico'), dialog.locator('[name=password]')]
    await tabTo(page, email)
    await page.keyboard.type('doctora@clinica.test')
    await tabTo(page, password)
    await page.keyboard.type('Demo-2026!')
    const toggle = dialog.getByRole('button', { name: 'Mostrar contraseña' })
    await tabTo(page, toggle)
    await page.keyboard.press('Space')
    expect(await password.getAttribute('type')).toBe('text')
    await look('sign-in')
    await tabTo(page, dialog.getByRole('button', { name: 'Iniciar Sesión' }))
    await page.keyboard.press('Enter')
    await page.getByText('¡Bienvenido!', { exact: true }).first().waitFor()
    await page.getByText('Has iniciado sesión correctamente.').first().waitFor()
    await dialog.waitFor({ state: 'hidden' })

    const letGo = await holdSignOut(page)
    await tabTo(page, visible(page, 'button', 'Cerrar Sesión'))
    await page.keyboard.press('Enter')
    const closing = visible(page, 'button', 'Cerrando...')
    await closing.waitFor()
    expect(await closing.getAttribute('aria-busy')).toBe('true')
    letGo()
    await page.getByText('Sesión cerrada', { exact: true }).first().waitFor()
    await page.getByText('Has cerrado sesión correctamente.').first().waitFor()
    await visible(page, 'button', 'Iniciar Sesión').waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(complaints).toEqual([])
    await leave()
  })

  it('signs in and out by touch', async () => {
    const { page, look, complaints, leave } = await openPerson(browser, product.url, phone, {
      hasTouch: true,
    })
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Menú', exact: true })
    await menu.tap()
    await visible(page, 'button', 'Iniciar Sesión').tap()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Correo Electrónico').fill('paciente@clinica.test')
    await dialog.locator('[name=password]').fill('Demo-2026!')
    await dialog.getByRole('button', { name: 'Mostrar contraseña' }).tap()
    await look('sign-in')
    await dialog.getByRole('button', { name: 'Iniciar Sesión' }).tap()
    await dialog.waitFor({ state: 'hidden' })
    await menu.tap()
    await visible(page, 'link', 'Mi Panel').waitFor()
    await look('menu-signed-in')
    const letGo = await holdSignOut(page)
    await visible(page, 'button', 'Cerrar Sesión').tap()
    await visible(page, 'button', 'Cerrando...').waitFor()
    letGo()
    await page.getByText('Sesión cerrada', { exact: true }).first().waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it("shows 'Mi Panel' with its animation once after signing in, and leads there", async () => {
    const { page, leave } = await openPerson(browser, product.url, undefined, {
      reducedMotion: 'no-preference',
    })
    await page.goto('/')
    await visible(page, 'button', 'Iniciar Sesión').click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Correo Electrónico').fill('doctora@clinica.test')
    await dialog.locator('[name=password]').fill('Demo-2026!')
    await page.keyboard.press('Enter')
    const panel = visible(page, 'link', 'Mi Panel')
    const durations = () =>
      panel.evaluate((link) => link.getAnimations().map((one) => one.effect?.getComputedTiming().duration))
    await expect.poll(durations).toContain(5_000)
    await page.reload()
    await panel.waitFor()
    await page.getByRole('button', { name: 'Cerrar Sesión' }).first().waitFor()
    expect(await durations()).not.toContain(5_000)
    await panel.click()
    await page.waitForURL('**/dashboard')
    await leave()
  })
})
