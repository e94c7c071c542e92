import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { addressesOf, one, panelAddress, people } from './addresses.ts'
import { openBrowser, openPerson, signIn } from './browser.ts'
import { settle, startWalk, type Walk, walkScreen } from './walk-widths.ts'

// From 320 to 1920 px everything can be pressed and read: nothing is clipped, no number or word breaks, nothing scrolls sideways.

const password = 'Demo-2026!'
/** In milliseconds; a hundred pages at fourteen widths take a busy machine long. */
const timeout = 900_000
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

/** Walks as somebody of the clinic, or as a visitor, and expects no findings. */
async function walkAs(email: string | null, go: (page: Page, walk: Walk) => Promise<void>) {
  const walk = startWalk()
  const person = await openPerson(browser, product.url)
  if (email) await signIn(person.page, email, password)
  await go(person.page, walk)
  await person.leave()
  expect(walk.found()).toEqual([])
}

it.each(['doctor', 'patient', 'dentist', 'admin', 'visitor'] as const)(
  'from 320 to 1920 px every screen of a %s can be pressed and read: nothing cut off, broken or sideways',
  { timeout },
  async (who) => {
    await walkAs(people[who], async (page, walk) => {
      for (const [name, address] of await addressesOf(product.database, who)) {
        await page.goto(address)
        await walkScreen(page, walk, name)
      }
    })
  },
)

it('so can what opens on the public page', { timeout }, async () => {
  await walkAs(null, async (page, walk) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).filter({ visible: true }).click()
    await page.getByRole('dialog', { name: 'Acceso al Portal' }).waitFor()
    await walkScreen(page, walk, 'sign-in dialog')
    await page.goto('/')
    await page
      .getByRole('link', { name: /^Ampliar imagen/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Imagen ampliada' }).waitFor()
    await walkScreen(page, walk, 'image, enlarged')
    await page.keyboard.press('Escape')
    await page.goto('/#contact')
    await page.getByRole('button', { name: 'Abrir calendario' }).click()
    await page.getByRole('grid').waitFor()
    await walkScreen(page, walk, 'calendar of the request form')
  })
})

it.each([
  ['doctora@clinica.test', '/dashboard/appointments', 'Nueva Cita'],
  ['doctora@clinica.test', '/dashboard/studies', 'Agregar Estudio'],
  ['doctora@clinica.test', '/dashboard/requests', 'Ver detalle'],
  ['doctora@clinica.test', '/dashboard/profile', 'Cambiar Contraseña'],
  ['admin@clinica.test', 'panel/users', /^Editar a/],
  ['admin@clinica.test', 'panel/studies', 'Más acciones', 'Editar'],
  ['admin@clinica.test', 'panel/requests', 'Más acciones', 'Editar'],
  ['admin@clinica.test', 'panel/income', /^Anular/],
  ['admin@clinica.test', 'panel/system?seccion=catalogo', 'Agregar servicio'],
  ['admin@clinica.test', 'panel/system?seccion=informes', 'Editar Tomografía general'],
  ['admin@clinica.test', 'panel/system?seccion=informes', 'Agregar frase'],
] as const)(
  'so can the dialog that opens for %s on %s at %s',
  { timeout },
  async (email, path, opener, ...picked) => {
    const panel = await panelAddress(product.database)
    await walkAs(email, async (page, walk) => {
      await page.goto(path.replace('panel', panel))
      await settle(page)
      await page.getByRole('main').getByRole('button', { name: opener }).first().click()
      for (const name of picked) await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await settle(page)
      await walk.measure(page, `${path}, ${opener}`)
    })
  },
)

it('so can the menu of a request', { timeout }, async () => {
  await walkAs('doctora@clinica.test', async (page, walk) => {
    await page.setViewportSize({ width: 900, height: 900 })
    await page.goto('/dashboard/requests?estado=pendiente')
    await settle(page)
    await page.getByRole('button', { name: 'Más acciones' }).first().click()
    await page.getByRole('button', { name: 'Aceptar' }).waitFor()
    await walk.measure(page, 'requests, menu', [320, 390, 768, 820, 900, 1024, 1093, 1180])
  })
})

it('so can what staff do with an appointment, its signs, and what patients changed', {
  timeout,
}, async () => {
  const id = await one(
    product.database,
    `select c.id::text as it from public.citas c join public.profiles p on p.id = c.doctor_id
     where p.email = 'doctora@clinica.test' and c.status = 'pendiente'
       and c.appointment_date > (now() at time zone 'America/Mexico_City')::date
     order by c.appointment_date desc, c.id limit 1`,
  )
  const reason =
    'Viene de lejos y tiene dolor agudo desde ayer por la noche, así que la recibimos entre dos citas'
  await product.database.transaction(async (tx) => {
    await tx.query(
      `select set_config('indice.cita_by', 'paciente', true), set_config('indice.cita_reason', $1, true)`,
      [reason],
    )
    await tx.query(
      `update public.citas set appointment_date = appointment_date + 1, appointment_time = '20:00', warned_at = now()
       where id = $1`,
      [id],
    )
  })
  await walkAs('doctora@clinica.test', async (page, walk) => {
    const measure = async (name: string) => {
      await settle(page)
      await walk.measure(page, name)
    }
    await page.goto('/dashboard/appointments?cuando=todas')
    await page.getByRole('region', { name: 'Cambios de pacientes' }).waitFor()
    await page.getByText(reason).first().waitFor()
    await measure('Citas with changes and signs')
    await page.goto('/dashboard')
    await page.getByRole('region', { name: 'Cambios de pacientes' }).waitFor()
    await measure('home with changes')
    await page.goto(`/dashboard/appointments?cita=${id}`)
    await page.getByText('Historia').waitFor()
    await measure('details of an appointment')
    await page.getByRole('button', { name: 'Reagendar' }).click()
    await page.getByRole('dialog', { name: /^Reagendar/ }).waitFor()
    await measure('Reagendar')
    await page.getByRole('checkbox', { name: 'Sobreagendar' }).check()
    await page.getByRole('combobox', { name: 'Horario' }).waitFor()
    await measure('Sobreagendar')
  })
})

it('a name of one endless word widens no screen', { timeout }, async () => {
  const word = 'Nabucodonosor'.repeat(15)
  const patient = await one(
    product.database,
    `select id::text as it from public.profiles where email = 'paciente@clinica.test'`,
  )
  await product.database.query('update public.profiles set full_name = $1 where id = $2', [word, patient])
  await product.database.query(
    'update public.study_requests set patient_name = $1, study_type = $1, referring_doctor = $1',
    [word],
  )
  await product.database.query('update public.services set name = $1 where name = $2', [
    word,
    'Escaneo Intraoral',
  ])
  const panel = await panelAddress(product.database)
  const paths = {
    'doctora@clinica.test': [
      '',
      '/patients',
      `/patients/${patient}`,
      '/studies',
      '/requests',
      '/billing',
    ].map((path) => `/dashboard${path}`),
    'paciente@clinica.test': ['/dashboard', '/dashboard/profile'],
    'admin@clinica.test': [
      '',
      '/users',
      '/studies',
      '/requests',
      '/income',
      '/referring-doctors',
      '/system',
    ].map((path) => `${panel}${path}`),
  }
  for (const [email, screens] of Object.entries(paths)) {
    await walkAs(email, async (page, walk) => {
      for (const path of screens) {
        await page.goto(path)
        await settle(page)
        await walk.measure(page, path.replace(panel, 'admin'), [320, 900, 1280])
      }
    })
  }
})
