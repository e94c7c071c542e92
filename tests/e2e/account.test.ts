import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptEntries } from '#domain/kept-entries.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { codesOf } from './authenticator.ts'
import { openPerson, openWholeBrowser, phone, signIn } from './browser.ts'

// Signing in with complications, and what people do about their own account: docs/product/accounts.md.

const password = 'Demo-2026!'

let browser: Browser
let product: TestProduct

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const open = (viewport?: typeof phone) => openPerson(browser, product.url, viewport)
const pathOf = (page: Page) => new URL(page.url()).pathname
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Acceso al Portal' })
const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const said = (page: Page, words: string) => page.locator('[data-toaster]').getByText(words).waitFor()

/** All messages sent so far, oldest first, as their readers see them. */
async function letters(): Promise<string[]> {
  const folder = join(product.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'latin1')))
  return texts.map(unfold)
}

/** Quoted-printable as text. */
function unfold(message: string): string {
  const bytes = message
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

async function newLetter(before: number): Promise<{ text: string; link: string; code: string }> {
  await expect.poll(async () => (await letters()).length).toBe(before + 1)
  const text = (await letters()).at(-1) ?? ''
  const link = /^https?:\S+#token_hash=\S+$/m.exec(text)?.[0] ?? ''
  return { text, link, code: /^\d{8}\r?$/m.exec(text)?.[0].trim() ?? '' }
}

async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let steps = 0; steps < 40; steps++) {
    if (await control.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not reach it')
}

async function fillSignIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menú' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Iniciar Sesión' }).filter({ visible: true }).click()
  await dialogOf(page).getByLabel('Correo Electrónico').fill(email)
  await dialogOf(page).getByLabel('Contraseña', { exact: true }).fill(secret)
  await dialogOf(page).getByRole('button', { name: 'Iniciar Sesión' }).click()
}

async function choosePassword(page: Page, secret: string): Promise<void> {
  await page.getByLabel('Nueva contraseña').fill(secret)
  await page.getByLabel('Confirmar contraseña').fill(secret)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await said(page, 'Contraseña cambiada correctamente.')
  await page.waitForURL('**/dashboard')
}

/** The account with this e-mail in `private.account_state`. */
const state = (email: string, change: string) =>
  product.database.query(
    `update private.account_state set ${change} where user_id = (select id from public.profiles where email = $1)`,
    [email],
  )

describe('a forgotten password', () => {
  it('is replaced through the link of a message; the address keeps nothing of it', async () => {
    const { page, look, complaints, leave } = await open()
    await fillSignIn(page, 'paciente@clinica.test', 'no es esta')
    await said(page, 'Verifica tus credenciales.')
    await dialogOf(page).getByText('Si no la recuerdas, puedes elegir otra.').waitFor()
    await look('sign-in-refused')
    await dialogOf(page).getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await h1(page, '¿Olvidaste tu contraseña?')
    await look('recovery-ask')
    expect(await page.getByLabel('Correo Electrónico').inputValue()).toBe('paciente@clinica.test')
    const before = (await letters()).length
    await page.getByRole('button', { name: 'Enviar correo' }).click()
    await h1(page, 'Revisa tu correo')
    await look('recovery-sent')
    const { text, link } = await newLetter(before)
    expect(text).toContain('Para elegir una nueva, abre este enlace:')

    await page.goto(link)
    await h1(page, 'Cambia tu contraseña')
    await look('recovery-link')
    // A filter that opens links, as a browser would, leaves it to its owner.
    const filter = await open()
    await filter.page.goto(link)
    await h1(filter.page, 'Cambia tu contraseña')
    await filter.leave()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await h1(page, 'Elige una nueva contraseña')
    await page.getByText('paciente@clinica.test').waitFor()
    expect(new URL(page.url()).href).toBe(`${product.url}/recuperar-contrasena`)
    await look('recovery-new-password')
    await choosePassword(page, 'tres-lunas-verdes')
    await page.getByRole('heading', { level: 1, name: /Mariana/ }).waitFor()

    await page.goBack()
    expect(page.url()).not.toContain('token_hash')
    const other = await open(phone)
    await other.page.goto(link)
    await other.page.getByRole('button', { name: 'Continuar' }).click()
    await h1(other.page, 'El enlace ya no sirve')
    expect(pathOf(other.page)).toBe('/recuperar-contrasena')
    await other.look('recovery-link-used')
    await signIn(other.page, 'paciente@clinica.test', 'tres-lunas-verdes')
    expect(complaints.filter((line) => !line.includes('400'))).toEqual([])
    await other.leave()
    await leave()
  })

  it('is replaced with the code of a message, by keyboard alone', async () => {
    const { page, look, leave } = await open()
    await page.goto('/')
    await tabTo(page, page.getByRole('button', { name: 'Iniciar Sesión' }).filter({ visible: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, dialogOf(page).getByRole('link', { name: '¿Olvidaste tu contraseña?' }))
    await page.keyboard.press('Enter')
    await h1(page, '¿Olvidaste tu contraseña?')
    await tabTo(page, page.getByLabel('Correo Electrónico'))
    await page.keyboard.type('paciente2@clinica.test')
    const before = (await letters()).length
    await page.keyboard.press('Enter')
    await h1(page, 'Revisa tu correo')
    const { code } = await newLetter(before)

    const field = page.getByLabel('Código del correo')
    await tabTo(page, field)
    await page.keyboard.type(code === '00000000' ? '11111111' : '00000000')
    await page.keyboard.press('Enter')
    await said(page, 'El código no es correcto o ya venció. Revísalo, o pide otro correo.')
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
    await look('recovery-wrong-code')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(`${code.slice(0, 4)} ${code.slice(4)}`)
    await page.keyboard.press('Enter')
    await h1(page, 'Elige una nueva contraseña')
    await tabTo(page, page.getByLabel('Nueva contraseña'))
    await page.keyboard.type('cuatro-nubes-azules')
    await tabTo(page, page.getByLabel('Confirmar contraseña'))
    await page.keyboard.type('cuatro-nubes-azules')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    await leave()
  })

  it('leads from the public page on, when a link ends there', async () => {
    const { page, leave } = await open(phone)
    await page.goto('/#error=access_denied&error_code=otp_expired&error_description=Email+link')
    await h1(page, 'El enlace ya no sirve')
    expect(page.url()).toBe(`${product.url}/recuperar-contrasena`)
    await leave()
  })

  it('answers the same to an e-mail that is nobody’s, and sends nothing', async () => {
    const { page, leave } = await open(phone)
    await page.goto('/recuperar-contrasena')
    await page.getByLabel('Correo Electrónico').fill('nadie@clinica.test')
    const before = (await letters()).length
    await page.getByRole('button', { name: 'Enviar correo' }).click()
    await h1(page, 'Revisa tu correo')
    expect(await letters()).toHaveLength(before)
    await leave()
  })
})

describe('the profile', () => {
  it('takes a photo, shows it to its owner only as long as it is there', async () => {
    const { page, look, complaints, leave } = await open(phone)
    await signIn(page, 'doctora@clinica.test', password)
    await page.goto('/dashboard/profile')
    await page.getByRole('button', { name: 'Subir foto' }).waitFor()
    const choose = (file: Parameters<Locator['setInputFiles']>[0]) =>
      page.getByLabel('Archivo de la foto').setInputFiles(file)
    await choose({ name: 'nota.png', mimeType: 'image/png', buffer: Buffer.from('no es una imagen') })
    await said(page, 'No se pudo leer la imagen: puede estar dañada. Elige otra.')

    await choose('web/public/img/panoramica-640.webp')
    const dialog = page.getByRole('dialog', { name: 'Encuadra tu foto' })
    await dialog.waitFor()
    const preview = () =>
      dialog.getByRole('img').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL('image/png'))
    const first = await preview()
    await dialog.getByLabel('Acercar').press('ArrowRight')
    await dialog.getByLabel('Acercar').press('ArrowRight')
    const closer = await preview()
    expect(closer).not.toBe(first)
    await dialog.getByRole('button', { name: 'Mover a la derecha' }).press('Enter')
    const right = await preview()
    expect(right).not.toBe(closer)
    await drag(page, dialog.getByRole('img'))
    expect(await preview()).not.toBe(right)
    await look('photo-crop')
    await dialog.getByRole('button', { name: 'Guardar foto' }).click()
    await said(page, 'Foto actualizada.')
    await dialog.waitFor({ state: 'hidden' })

    const shown = page.locator('main img[src*="/storage/v1/object/sign/profile_photos/"]')
    await shown.waitFor()
    const address = (await shown.getAttribute('src')) ?? ''
    await expect
      .poll(() => shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
      .toEqual([512, 512])
    const stored = await fetch(address)
    expect(stored.headers.get('content-type')).toBe('image/jpeg')
    expect((await stored.arrayBuffer()).byteLength).toBeLessThan(200_000)
    const unsigned = address.replace('/sign/', '/public/').replace(/\?.*/, '')
    expect((await fetch(unsigned)).ok).toBe(false)
    await page.getByRole('button', { name: 'Menú' }).click()
    await page.locator('[role=dialog] img[src*="profile_photos"]').waitFor()
    await look('drawer-with-photo')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Quitar foto' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar foto' }).click()
    await said(page, 'Foto eliminada.')
    await shown.waitFor({ state: 'detached' })
    expect((await fetch(address)).ok).toBe(false)
    expect(complaints).toEqual([])
    await leave()
  })

  it('guards the account with a second factor, asks for its code, and lets it go again', async () => {
    const { page, look, complaints, leave } = await open()
    await signIn(page, 'doctor@clinica.test', password)
    await page.goto('/dashboard/profile')
    await page.getByRole('button', { name: 'Activar' }).click()
    const adding = page.getByRole('dialog', { name: 'Activar verificación en dos pasos' })
    await adding.getByLabel('Contraseña actual').fill('no-es-esta')
    await adding.getByRole('button', { name: 'Continuar' }).click()
    await adding.getByText('Esa no es tu contraseña actual.').waitFor()
    await look('second-factor-password')
    await adding.getByLabel('Contraseña actual').fill(password)
    await adding.getByRole('button', { name: 'Continuar' }).click()
    const picture = adding.getByRole('img', { name: /^Código QR/ })
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const next = codesOf((await adding.locator('.font-mono').innerText()).replaceAll(/\s/g, ''))
    await look('second-factor-add')
    await adding.getByLabel('Código de verificación').fill(next())
    await adding.getByRole('button', { name: 'Activar' }).click()
    await said(page, 'Verificación en dos pasos activada.')
    await page.getByText(/^Activa desde el/).waitFor()
    await look('profile')

    const other = await open(phone)
    await fillSignIn(other.page, 'doctor@clinica.test', password)
    await h1(other.page, 'Verificación en dos pasos')
    await other.look('second-factor')
    // Nothing else is open, not even by address.
    await other.page.goto('/dashboard/patients')
    await h1(other.page, 'Verificación en dos pasos')
    const field = other.page.getByLabel('Código de verificación')
    await field.fill('000000')
    await other.page.getByRole('button', { name: 'Verificar' }).click()
    await said(other.page, 'El código no es correcto o ya se usó.')
    await other.page.getByText('¿No tienes tu teléfono a la mano?').click()
    await other.page.getByText(/puede quitar la verificación en dos pasos/).waitFor()
    await other.look('second-factor-lost')
    await field.fill(next())
    await other.page.getByRole('button', { name: 'Verificar' }).click()
    await h1(other.page, 'Pacientes')

    await page.getByRole('button', { name: 'Desactivar' }).click()
    const removing = page.getByRole('dialog', { name: '¿Desactivar la verificación en dos pasos?' })
    await removing.getByLabel('Código de verificación').fill(next())
    await removing.getByRole('button', { name: 'Desactivar' }).click()
    await said(page, 'Verificación en dos pasos desactivada.')
    await page.getByText('Inactiva').waitFor()
    // Both continue: this session, and the one whose token still claims the factor.
    await page.getByRole('link', { name: 'Pacientes' }).click()
    await page.getByRole('searchbox').waitFor()
    await other.page.goto('/dashboard/profile')
    await h1(other.page, 'Perfil')
    // The password that was wrong.
    expect(complaints.filter((line) => !line.includes('400'))).toEqual([])
    await other.leave()
    await leave()
  })

  it('shows where one is signed in and ends it there at once', async () => {
    const { page, look, leave } = await open()
    const other = await open(phone)
    await signIn(other.page, 'doctora@clinica.test', password)
    await other.page.goto('/dashboard')
    await other.page.getByRole('button', { name: 'Menú' }).waitFor()
    await signIn(page, 'doctora@clinica.test', password)
    await page.goto('/dashboard/profile')
    const panel = page.getByRole('region', { name: 'Sesiones Activas' })
    await panel.getByText('Esta sesión').waitFor()
    const rows = panel.getByRole('listitem')
    const count = await rows.count()
    expect(count).toBeGreaterThanOrEqual(2)
    await rows
      .nth(1)
      .getByRole('button', { name: /^Cerrar sesión en/ })
      .click()
    await look('session-end')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
    await said(page, 'La sesión se cerró en ese dispositivo.')
    await expect.poll(() => rows.count()).toBe(count - 1)

    await other.page.getByRole('button', { name: 'Menú' }).click()
    await other.page.getByRole('link', { name: 'Pacientes' }).click()
    await said(other.page, 'Tu sesión se cerró. Inicia sesión otra vez para continuar.')
    expect(pathOf(other.page)).toBe('/')
    expect(await other.page.evaluate(() => Object.keys(localStorage))).toEqual([keptEntries.clinic])

    await signIn(other.page, 'doctora@clinica.test', password)
    await page.reload()
    await panel.getByRole('button', { name: 'Cerrar las demás sesiones' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesiones' }).click()
    await said(page, 'Se cerraron tus demás sesiones.')
    await expect.poll(() => rows.count()).toBe(1)
    await other.page.goto('/dashboard')
    await said(other.page, 'Tu sesión se cerró. Inicia sesión otra vez para continuar.')
    await page.getByRole('link', { name: 'Pacientes' }).click()
    await page.getByRole('searchbox').waitFor()
    await other.leave()
    await leave()
  })
})

describe('whoever cannot come in reads what to do next', () => {
  it('an expired temporary password: at the door, and inside', async () => {
    const { page, look, leave } = await open(phone)
    await signIn(page, 'admin2@clinica.test', password)
    await state('admin2@clinica.test', `must_change = true, temp_expires_at = now() - interval '1 minute'`)
    await page.goto('/dashboard')
    await h1(page, 'Tu contraseña temporal venció')
    await page.getByRole('link', { name: /962 000 0000/ }).waitFor()
    await look('temporary-password-expired')
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await said(page, 'Has cerrado sesión correctamente.')

    await fillSignIn(page, 'admin2@clinica.test', password)
    await said(page, 'La contraseña temporal venció. Pide una nueva a tu doctor o a la clínica.')
    await dialogOf(page).getByText('Tu contraseña temporal venció.').waitFor()
    await dialogOf(page)
      .getByRole('link', { name: /962 000 0000/ })
      .waitFor()
    await look('sign-in-expired')
    await state('admin2@clinica.test', 'must_change = false, temp_expires_at = null')
    await leave()
  })

  it('a closed account', async () => {
    const { page, look, leave } = await open()
    await state('admin2@clinica.test', 'closed_at = now()')
    await fillSignIn(page, 'admin2@clinica.test', password)
    await said(page, 'Esta cuenta está cerrada. Si crees que es un error, comunícate con la clínica.')
    await look('sign-in-closed')
    await state('admin2@clinica.test', 'closed_at = null')
    await leave()
  })

  it('no connection', async () => {
    const { page, leave } = await open()
    await page.route('**/auth/v1/token*', (route) => route.abort())
    await fillSignIn(page, 'admin2@clinica.test', password)
    await said(page, 'No hay conexión. Revisa tu internet e inténtalo de nuevo.')
    expect(await dialogOf(page).getByLabel('Correo Electrónico').inputValue()).toBe('admin2@clinica.test')
    await leave()
  })

  it('too many tries, with how long to wait and the way round', async () => {
    const { page, look, leave } = await open(phone)
    const attempt = () =>
      fetch(`${product.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: product.keys.anonKey },
        body: JSON.stringify({ email: 'admin@clinica.test', password: 'no es esta' }),
      })
    await expect.poll(async () => (await attempt()).status, { timeout: 60_000 }).toBe(429)
    await fillSignIn(page, 'admin@clinica.test', password)
    await said(page, 'Demasiados intentos. Espera')
    const words = await dialogOf(page).locator('[data-toaster]').innerText()
    expect(words).toMatch(/Espera (\d minutos|un minuto|menos de un minuto) e inténtalo de nuevo\./)
    await dialogOf(page).getByText('Por seguridad hay que esperar').waitFor()
    await look('sign-in-too-many')
    await leave()
  })
})

async function drag(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not on screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2 + 20, { steps: 4 })
  await page.mouse.up()
}
