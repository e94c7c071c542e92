import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn, spyOnPictures } from './browser.ts'

// A tomography of the demo, whose preview is seen before its file (docs/product/studies.md, 'The viewer').

const patience = { timeout: 60_000 }
const words = 'Vista previa, no diagnóstica'

let browser: Browser
let product: TestProduct
let patient: Person
let study = ''

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  const { rows } = await product.database.query<{ id: string }>(
    `select s.id::text as id from public.studies s join auth.users u on u.id = s.patient_id
     where u.email = 'paciente@clinica.test' and s.file_name like '%.zip' order by s.created_at desc limit 1`,
  )
  study = rows[0]?.id ?? ''
  patient = await openPerson(browser, product.url)
  await signIn(patient.page, 'paciente@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const axial = (page: Page) => page.getByRole('img', { name: /^Corte axial/ })
/** Where the axial cut lies between the lowest and the highest, from 0 to 1, and how many there are. */
async function heightOf(page: Page): Promise<{ part: number; cuts: number }> {
  const [, number, cuts] = /^Corte axial (\d+) de (\d+)\./.exec(
    (await axial(page).getAttribute('aria-label')) ?? '',
  ) ?? ['', '0', '0']
  return { part: (Number(number) - 0.5) / Number(cuts), cuts: Number(cuts) }
}
const isFile = (url: string) => /\.zip\?token=/.test(url)

/** What is written into pictures of the pages that open from now on. */
async function watchNextPages(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(spyOnPictures)
  return () => page.evaluate(() => Reflect.get(window, 'written'))
}

/** Holds the study's file back until somebody calls the answer. */
async function holdFile(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => isFile(url.href),
    async (route) => {
      await released
      await route.continue()
    },
  )
  return release
}

it('a preview says what it is, is not measured in, and gives way to the volume where it stands', async () => {
  const { page, complaints } = patient
  const release = await holdFile(page)
  const written = await watchNextPages(page)
  await page.goto(`/dashboard/study/${study}`)
  await axial(page).waitFor(patience)
  await page.getByText(words).waitFor()
  await page.getByText('Cargando estudio completo...').waitFor()
  await page.getByRole('button', { name: 'Guardar como PNG' }).click()
  await expect.poll(written).toContain(`${words}. No es un dispositivo de diagnóstico`)
  // It answers, although it says that it is off.
  await page.getByRole('button', { name: 'Medir longitud' }).click({ force: true })
  await page.getByText('Carga el estudio completo para medir.').waitFor()
  expect(await page.getByRole('radio', { name: 'Cortes' }).count()).toBe(0)
  await axial(page).press('PageDown')
  await axial(page).press('PageDown')
  const before = await heightOf(page)
  await page.getByText('Panorámica', { exact: true }).click()
  await page.getByRole('img', { name: /^Reconstrucción panorámica/ }).waitFor(patience)
  await page.getByText('Planos', { exact: true }).click()
  release()
  await page.getByText(words).waitFor({ state: 'detached', ...patience })
  // With 'Cortes' beside it there is less room for tools.
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('button', { name: /^Guardar como PNG/ }).click()
  await expect.poll(written).toContain('No es un dispositivo de diagnóstico')
  // The demo's volume is finer than its preview: the cut has another number, and lies within the one that was seen.
  const after = await heightOf(page)
  expect(after.cuts).toBeGreaterThan(before.cuts)
  expect(Math.abs(after.part - before.part)).toBeLessThan(0.5 / before.cuts)
  await page.getByRole('button', { name: 'Medir longitud' }).click()
  expect(await page.getByRole('button', { name: 'Medir longitud' }).getAttribute('aria-pressed')).toBe('true')
  await page.unrouteAll({ behavior: 'wait' })
  expect(complaints).toEqual([])
})

it('a device that saves data loads nothing beyond the preview, also after a reload and signing out', async () => {
  const person = await openPerson(browser, product.url, phone)
  const { page } = person
  await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
  const asked: string[] = []
  page.on('request', (request) => isFile(request.url()) && asked.push(request.url()))
  await page.goto(`/dashboard/study/${study}`)
  await page.getByRole('button', { name: 'Ahorro de datos' }).click(patience)
  await page.reload()
  asked.length = 0
  await axial(page).waitFor(patience)
  const load = page.getByRole('button', { name: /^Cargar estudio completo \(/ })
  await load.waitFor(patience)
  expect(await page.getByRole('button', { name: 'Ahorro de datos' }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  expect(asked).toEqual([])
  await load.click()
  await page.getByText(words).waitFor({ state: 'detached', ...patience })
  expect(asked).toHaveLength(1)
  await person.look('la tomografía completa en un teléfono')
})

it('whoever opens a link leafs through the preview, too, and the volume takes its place', async () => {
  const { page } = patient
  await page.goto(`/dashboard/my-studies`)
  await page.getByRole('button', { name: 'Compartir', exact: true }).first().click(patience)
  const dialog = page.getByRole('dialog', { name: 'Compartir estudio' })
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  await dialog.getByRole('heading', { name: 'Enlace listo' }).waitFor(patience)
  const copied = async (name: string) => {
    await dialog.getByRole('button', { name }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const [address, pin] = [await copied('Copiar enlace'), await copied('Copiar PIN')]
  const dentist = await openPerson(browser, product.url, phone, { hasTouch: true })
  const release = await holdFile(dentist.page)
  await dentist.page.goto(address)
  await dentist.page.getByLabel('PIN de 6 dígitos').fill(pin)
  await dentist.page.getByRole('button', { name: 'Ver estudio' }).click()
  await axial(dentist.page).waitFor(patience)
  await dentist.page.getByText(words).waitFor()
  await dentist.look('vista previa de un enlace')
  release()
  await dentist.page.getByText(words).waitFor({ state: 'detached', ...patience })
  await dentist.page.unrouteAll({ behavior: 'wait' })
  expect(dentist.complaints).toEqual([])
})

it('a sheet that cannot be had leaves the way to the whole study', async () => {
  const person = await openPerson(browser, product.url)
  const { page } = person
  await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
  await page.route(/previa-1\.webp/, (route) => route.abort())
  await page.goto(`/dashboard/study/${study}`)
  await page.getByText('No se pudo cargar la vista previa.').waitFor(patience)
  await page.getByText('Puedes cargar el estudio completo.').waitFor()
  await axial(page).waitFor(patience)
  expect(await page.getByText(words).count()).toBe(0)
})
