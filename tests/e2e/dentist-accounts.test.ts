import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { until } from '#tests/until.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { panelAddress } from './addresses.ts'
import { openBrowser, openPerson, phone, signIn } from './browser.ts'

// A dentist asks for an account on the landing, an administrator approves, and the link gives it a password.

const patience = { timeout: 20_000 }

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

it('a dentist asks on the landing, is approved before the administrator’s eyes, and chooses a password', async () => {
  const desk = await openPerson(browser, product.url)
  await signIn(desk.page, 'admin@clinica.test', 'Demo-2026!')
  await desk.page.goto(`${await panelAddress(product.database)}/${adminPaths.referrers}`)
  await desk.page.getByRole('heading', { name: 'Solicitudes de acceso (2)' }).waitFor(patience)

  const dentist = await openPerson(browser, product.url, phone)
  const { page } = dentist
  await page.goto('/')
  await page.getByRole('button', { name: 'Solicitar acceso' }).click()
  const form = page.getByRole('dialog', { name: 'Acceso para odontólogos' })
  await form.getByLabel('Nombre Completo').fill('Luz Mora')
  await form.getByLabel('Consultorio').fill('Dental Mora')
  await form.getByLabel('Teléfono').fill('962 111 2233')
  await form.getByLabel('Correo Electrónico').fill('luz@fuera.test')
  await dentist.look('dentist-asks')
  await form.getByRole('button', { name: 'Solicitar acceso' }).click()
  await page.getByRole('dialog', { name: 'Recibimos tu solicitud' }).waitFor(patience)
  await dentist.look('dentist-asked')

  await desk.page.getByRole('heading', { name: 'Solicitudes de acceso (3)' }).waitFor(patience)
  await desk.look('applications')
  await desk.page.getByRole('button', { name: 'Aprobar la solicitud de Luz Mora' }).click()
  await desk.look('approve-dentist')
  await desk.page.getByRole('button', { name: 'Crear cuenta' }).click()
  const made = desk.page.getByRole('dialog', { name: 'Acceso de Luz Mora' })
  const href = await made.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href', patience)
  await desk.look('dentist-link')
  const address = /(http\S+)\. Sirve una sola vez/.exec(
    new URL(href ?? '').searchParams.get('text') ?? '',
  )?.[1]
  await made.getByRole('button', { name: 'Listo' }).click()
  await desk.page.getByText('Sin activar').filter({ visible: true }).waitFor(patience)

  await page.goto(address ?? '')
  await page.getByLabel('Correo electrónico').fill('luz@fuera.test')
  await page.getByLabel('Contraseña nueva').fill('tres-mesas-azules')
  await page.getByLabel('Repite la contraseña').fill('tres-mesas-azules')
  await page.getByRole('button', { name: 'Activar mi cuenta' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/activar'), patience)
  await until(async () => {
    const { rows } = await product.database.query(
      `select from public.dentists d join private.account_state s on s.user_id = d.id
       join public.profiles p on p.id = d.id where p.email = 'luz@fuera.test' and d.active and not s.must_change`,
    )
    expect(rows).toHaveLength(1)
  })
  for (const { complaints, leave } of [desk, dentist]) {
    expect(complaints).toEqual([])
    await leave()
  }
})
