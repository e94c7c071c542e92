import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'
import { picturedStudiesOf, volume } from './pictured-studies.ts'

// Whoever opens the portal sees pictures (docs/product/studies.md, 'Pictures').

const password = 'Demo-2026!'
const patience = { timeout: 20_000 }

let browser: Browser
let product: TestProduct
let studies: Awaited<ReturnType<typeof picturedStudiesOf>>
let patientId = ''
/** Everybody who is opened in a test leaves after it. */
let people: Person[] = []

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true, reports: false })
  studies = await picturedStudiesOf(product.url)
  const { rows } = await product.database.query<{ id: string }>(
    "select id::text as id from public.profiles where email = 'paciente@clinica.test'",
  )
  patientId = rows[0]?.id ?? ''
})
// Each test has the studies that it needs, and no other with a picture.
beforeEach(async () => {
  for (const { page, leave } of people) {
    await page.close()
    await leave()
  }
  people = []
  await product.database.query('delete from public.studies where patient_id = $1', [patientId])
  await product.database.query('delete from private.rate_limits')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function as(who: string, ...size: [typeof phone?, Parameters<typeof openPerson>[3]?]) {
  const person = await openPerson(browser, product.url, ...size)
  people.push(person)
  await signIn(person.page, `${who}@clinica.test`, password)
  return person
}

const picture = (within: Page | ReturnType<Page['getByRole']>, type: string) =>
  within.getByRole('img', { name: `Vista previa de ${type} del 20/11/2026` })

/** Waits until a picture of this kind is drawn, with the pixels of its file. */
async function drawn(within: Page | ReturnType<Page['getByRole']>, type: string) {
  const found = picture(within, type).first()
  await found.waitFor(patience)
  const width = () =>
    found.evaluate((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth)
  await expect.poll(width, patience).toBeGreaterThan(1)
  return found
}

async function openAdministration(page: Page) {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Panel de Admin' }).click(patience)
  await page.getByRole('link', { name: 'Gestión de Estudios' }).click(patience)
}

describe('pictures are seen', () => {
  it('in every list of a doctor and of the administration', async () => {
    await studies.addPictured('Tomografías', 'cbct_mpr', volume)
    const doctor = await as('doctora')
    const { page } = doctor
    await page.goto('/dashboard')
    await drawn(page.getByRole('region', { name: 'Estudios Nuevos Hoy' }), 'Tomografías')
    await page.goto('/dashboard/studies')
    await drawn(page, 'Tomografías')
    await page.goto(`/dashboard/patients/${patientId}`)
    await drawn(page.getByRole('region', { name: 'Historial de estudios' }), 'Tomografías')
    await page.getByRole('link', { name: 'Historial' }).click()
    await drawn(page.getByRole('region', { name: 'Historial', exact: true }), 'Tomografías')
    await doctor.look('pictures-record')
    expect(doctor.complaints).toEqual([])
    const admin = await as('admin')
    await openAdministration(admin.page)
    await drawn(admin.page, 'Tomografías')
    await admin.look('pictures-administration')
  })

  it('by the patient: on the home and in the list, as one link each, by keyboard and at 200 % too', async () => {
    await studies.addPictured('Radiografía Carpal', 'carpal')
    const id = await studies.addPictured('Radiografía Panorámica', 'panoramica')
    const patient = await as('paciente', { width: 720, height: 450 })
    const { page } = patient
    await page.goto('/dashboard')
    await drawn(page.getByRole('region', { name: 'Tu resultado más reciente' }), 'Radiografía Panorámica')
    await drawn(page.getByRole('region', { name: 'Resultados anteriores' }), 'Radiografía Carpal')
    await patient.look('pictures-patient-home')
    await page.goto('/dashboard/my-studies')
    await drawn(page, 'Radiografía Panorámica')
    const alt = 'Vista previa de Radiografía Panorámica del 20/11/2026'
    const link = page.getByRole('link', { name: alt, exact: true })
    expect(await link.count()).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(720)
    await patient.look('pictures-my-studies')
    const focused = () => link.evaluate((one) => one === document.activeElement)
    for (let steps = 0; steps < 40 && !(await focused()); steps++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/dashboard/study/${id}`)
    expect(patient.complaints).toEqual([])
  })

  it('a new one arrives by itself in an open list', async () => {
    const { page } = await as('doctora')
    await page.goto('/dashboard/studies')
    await page.getByRole('heading', { level: 2 }).first().waitFor(patience)
    await studies.addPictured('Escaneo Intraoral', 'escaneo', { kind: 'mesh', parts: { scans: 2 } })
    const arrived = await drawn(page, 'Escaneo Intraoral')
    await page.getByRole('link').filter({ has: arrived }).getByText('Modelo 3D', { exact: true }).waitFor()
  })

  it('the picture of a replaced file is gone with it', async () => {
    const id = await studies.addPictured('Radiografía Carpal', 'carpal')
    const { page } = await as('paciente')
    await page.goto('/dashboard/my-studies')
    await drawn(page, 'Radiografía Carpal')
    // Every state of the page from now on.
    await page.evaluate(() => {
      const seen: string[] = []
      Reflect.set(window, 'seen', seen)
      new MutationObserver(() => {
        const card = document.querySelector('main li')
        if (card?.textContent?.includes('nuevo.zip') && card.querySelector('img'))
          seen.push('the old picture')
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await product.database.query(
      "update public.studies set file_url = patient_id || '/otra/nuevo.zip', file_name = 'nuevo.zip' where id = $1",
      [id],
    )
    await page.getByText('nuevo.zip').waitFor(patience)
    await page.getByText('Sin vista previa').waitFor()
    expect(await picture(page, 'Radiografía Carpal').count()).toBe(0)
    expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([])
  })
})

describe('where there is none', () => {
  it('a tile says what there is instead, and nobody asks the site of a link', async () => {
    await studies.addDocument('Trazados Cefalométricos')
    await studies.addUnreadable('Radiografía Panorámica')
    await studies.insert({ study_type: 'Escaneo Intraoral', file_url: 'https://visor.ejemplo.test/abc' })
    await studies.insert({ study_type: 'Radiografía Carpal' })
    const patient = await as('paciente')
    const { page } = patient
    const strangers: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(product.url) && !/^(data|blob):/.test(request.url()))
        strangers.push(request.url())
    })
    for (const path of ['/dashboard/my-studies', '/dashboard']) {
      await page.goto(path)
      const main = page.getByRole('main')
      await main.getByText('PDF', { exact: true }).first().waitFor(patience)
      await main.getByText('Sin vista previa').first().waitFor()
    }
    await page.goto('/dashboard/my-studies')
    const card = (type: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: type })
    await card('Escaneo Intraoral').getByText('Enlace externo').waitFor(patience)
    await card('Escaneo Intraoral').getByText('visor.ejemplo.test').waitFor()
    await card('Radiografía Carpal').getByText('Todavía no hay archivo ni enlace.').waitFor()
    expect(await page.getByRole('main').getByRole('img').count()).toBe(0)
    await patient.look('pictures-none')
    expect(strangers).toEqual([])
    expect(patient.complaints).toEqual([])
  })
})

describe('a list of ten', () => {
  it('asks once for its rows and once for the addresses of its pictures, and moves nothing', async () => {
    const pictures = ['carpal', 'lateral', 'panoramica', 'escaneo', 'carpal_completa'] as const
    for (const name of [...pictures, ...pictures]) await studies.addPictured('Radiografía Carpal', name)
    const { page } = await as('paciente', phone)
    await page.addInitScript(() => {
      const shifts: number[] = []
      Reflect.set(window, 'shifts', shifts)
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const asked: { what: 'rows' | 'addresses' | 'picture'; bytes: number }[] = []
    page.on('requestfinished', async (request) => {
      const address = request.url()
      const what = address.includes('/rest/v1/studies?')
        ? 'rows'
        : /\/object\/sign\/study_files$/.test(address)
          ? 'addresses'
          : address.includes('miniatura.webp')
            ? 'picture'
            : null
      if (what) asked.push({ what, bytes: (await request.sizes()).responseBodySize })
    })
    await page.goto('/dashboard/my-studies')
    const images = page.getByRole('main').getByRole('img')
    const loaded = () =>
      images.evaluateAll(
        (all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 1).length,
      )
    await expect.poll(loaded, patience).toBe(10)
    const of = (kind: (typeof asked)[number]['what']) => asked.filter(({ what }) => what === kind)
    await expect.poll(() => of('picture').length).toBe(10)
    const [rows] = of('rows')
    expect(rows?.bytes).toBeLessThanOrEqual(7 * 1024)
    // The list may be read again, because changes may have been missed; its pictures are not.
    expect(of('addresses')).toHaveLength(1)
    expect(of('picture').reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(300 * 1024)
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
  })
})

describe("the patient's home", () => {
  const latest = (page: Page) => page.getByRole('region', { name: 'Tu resultado más reciente' })

  it('on a phone shows picture, type and the way to the images above the fold, and the tiles below', async () => {
    await studies.addPictured('Radiografía Carpal', 'carpal')
    await studies.addPictured('Tomografías', 'cbct_mpr', volume)
    const patient = await as('paciente', phone, { hasTouch: true })
    const { page } = patient
    await page.goto('/dashboard')
    const image = await drawn(latest(page), 'Tomografías')
    const type = latest(page).getByRole('heading', { name: 'Tomografías' })
    const open = latest(page).getByRole('link', { name: 'Ver imágenes' })
    for (const one of [image, type, open]) {
      const box = await one.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(phone.height)
    }
    await latest(page).getByText('Imágenes listas.').waitFor()
    const fold = (await open.boundingBox())?.y ?? 0
    for (const words of ['Último estudio', 'Próxima cita', 'Último pago', 'Tus datos y tu contraseña.']) {
      const tile = page.getByRole('link').filter({ hasText: words })
      await tile.waitFor()
      expect((await tile.boundingBox())?.y).toBeGreaterThan(fold)
    }
    await patient.look('patient-home-picture')
    expect(patient.complaints).toEqual([])
  })

  it('names a newer link below the newest file', async () => {
    await studies.addPictured('Tomografías', 'cbct_mpr', volume)
    await studies.insert({ study_type: 'Escaneo Intraoral', file_url: 'https://visor.ejemplo.test/abc' })
    const { page } = await as('paciente')
    await page.goto('/dashboard')
    await drawn(latest(page), 'Tomografías')
    await latest(page).getByText('También hay un estudio nuevo: Escaneo Intraoral, 20/11/2026.').waitFor()
    await latest(page).getByRole('link', { name: 'Abrir enlace' }).waitFor()
  })

  it('without a study says so, and keeps its tiles', async () => {
    const patient = await as('paciente', phone)
    const { page } = patient
    await page.goto('/dashboard')
    await page
      .getByText('Todavía no tienes resultados. Aparecerán aquí en cuanto tu clínica los publique.')
      .waitFor(patience)
    for (const area of ['Mis Estudios', 'Mis Citas', 'Mis Pagos', 'Mi Perfil'])
      await page.getByRole('main').getByRole('link').filter({ hasText: area }).waitFor()
    await patient.look('patient-home-empty')
  })
})

describe("'Nuevo' stands beside what the patient has not opened", () => {
  const mark = (page: Page, region?: string) =>
    (region ? page.getByRole('region', { name: region }) : page.getByRole('main')).getByText('Nuevo', {
      exact: true,
    })
  const latest = 'Tu resultado más reciente'

  it('goes after the first opening, also in another window, and stays when staff open it', async () => {
    const earlier = await studies.addPictured('Radiografía Carpal', 'carpal')
    const id = await studies.addPictured('Radiografía Panorámica', 'panoramica')
    await studies.insert({ study_type: 'Escaneo Intraoral' })
    const patient = await as('paciente')
    const { page } = patient
    await page.goto('/dashboard')
    await mark(page, latest).waitFor(patience)
    await mark(page, 'Resultados anteriores').waitFor()
    await patient.look('new-home')
    const other = await page.context().newPage()
    await other.goto('/dashboard/my-studies')
    // What has neither file nor link cannot be opened.
    await expect.poll(() => mark(other).count(), patience).toBe(2)

    const doctor = await as('doctora')
    for (const one of [id, earlier]) {
      await doctor.page.goto(`/dashboard/study/${one}`)
      await doctor.page.getByRole('img').and(doctor.page.locator('canvas')).waitFor(patience)
    }
    await doctor.page.goto('/dashboard/studies')
    await drawn(doctor.page, 'Radiografía Panorámica')
    await doctor.page.goto(`/dashboard/patients/${patientId}`)
    await drawn(doctor.page.getByRole('region', { name: 'Historial de estudios' }), 'Radiografía Panorámica')
    expect(await mark(doctor.page).count()).toBe(0)
    await page.reload()
    await mark(page, latest).waitFor(patience)

    await page.getByRole('link', { name: 'Ver imágenes' }).click()
    await page.getByRole('img').and(page.locator('canvas')).waitFor(patience)
    await expect.poll(() => mark(other).count(), patience).toBe(1)
    await page.goBack()
    await mark(page, 'Resultados anteriores').waitFor(patience)
    await expect.poll(() => mark(page, latest).count(), patience).toBe(0)

    const download = other.waitForEvent('download')
    await other
      .getByRole('listitem')
      .filter({ hasText: 'Radiografía Carpal' })
      .getByRole('button', { name: 'Descargar' })
      .click()
    await (await download).cancel()
    await expect.poll(() => mark(page).count(), patience).toBe(0)
    await expect.poll(() => mark(other).count(), patience).toBe(0)
    const { rows } = await product.database.query(
      `select v.person_id::text as person, count(*)::integer as count from public.study_seen v
       join public.studies s on s.id = v.study_id where s.patient_id = $1 group by 1`,
      [patientId],
    )
    expect(rows).toEqual([{ person: patientId, count: 2 }])
    expect([...patient.complaints, ...doctor.complaints]).toEqual([])
  })

  it('goes after its link was opened', async () => {
    await studies.insert({ study_type: 'Escaneo Intraoral', file_url: 'https://visor.ejemplo.test/abc' })
    const patient = await as('paciente', phone, { hasTouch: true })
    const { page } = patient
    await page.context().route('https://visor.ejemplo.test/**', (route) => route.fulfill({ body: 'Visor' }))
    await page.goto('/dashboard/my-studies')
    await mark(page).waitFor(patience)
    await patient.look('new-my-studies')
    await page.getByRole('link', { name: 'Abrir enlace' }).click()
    await mark(page).waitFor({ state: 'detached', ...patience })
  })
})

it('the viewer shows the cover until the images replace it', async () => {
  const id = await studies.addPictured('Radiografía Panorámica', 'panoramica')
  const { page } = await as('paciente', phone)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  // A route of Playwright's would switch the browser's cache off, and the cover stands in two places in turn.
  const network = await page.context().newCDPSession(page)
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/imagen.webp*' }] })
  network.on('Fetch.requestPaused', async ({ requestId }) => {
    await held
    await network.send('Fetch.continueRequest', { requestId })
  })
  const covers: string[] = []
  await network.send('Network.enable')
  network.on('Network.requestWillBeSent', ({ requestId, request, documentURL }) => {
    // The patient's home, which may still be loading, shows it too.
    if (request.url.includes('portada.webp') && documentURL.includes('/study/')) covers.push(requestId)
  })
  const kept = new Set<string>()
  network.on('Network.requestServedFromCache', ({ requestId }) => kept.add(requestId))
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) kept.add(requestId)
  })
  await page.goto(`/dashboard/study/${id}`)
  await drawn(page, 'Radiografía Panorámica')
  await page.getByText('Vista previa, no diagnóstica').waitFor()
  answer()
  await page.getByRole('img').and(page.locator('canvas')).waitFor(patience)
  await page.getByText('Vista previa, no diagnóstica').waitFor({ state: 'detached' })
  expect(covers.filter((request) => !kept.has(request))).toHaveLength(1)
})

it('quick search shows the studies that it finds, and opens one', async () => {
  const id = await studies.addPictured('Radiografía Carpal', 'carpal')
  const doctor = await as('doctora')
  const { page } = doctor
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Buscar' }).first().click(patience)
  await page.getByRole('dialog').getByRole('combobox').fill('mariana')
  const group = page.getByRole('group', { name: 'Estudios' })
  await drawn(group, 'Radiografía Carpal')
  await doctor.look('pictures-search')
  await group.getByRole('option').first().click()
  await page.waitForURL(`**/dashboard/study/${id}`)
  expect(doctor.complaints).toEqual([])
})

it('a link shows what is shared: in its dialog, on its sheet, and on its page after the PIN, not before', async () => {
  await studies.addPictured('Radiografía Panorámica', 'panoramica')
  const doctor = await as('doctora')
  const { page } = doctor
  await page.goto('/dashboard/studies')
  await page.getByRole('button', { name: 'Compartir', exact: true }).first().click(patience)
  const dialog = page.getByRole('dialog', { name: 'Compartir estudio' })
  const small = await drawn(dialog, 'Radiografía Panorámica')
  expect(await small.boundingBox()).toMatchObject({ width: 72, height: 72 })
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  await dialog.getByRole('heading', { name: 'Enlace listo' }).waitFor(patience)
  const copied = async (name: string) => {
    await dialog.getByRole('button', { name }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const [address, pin] = [await copied('Copiar enlace'), await copied('Copiar PIN')]
  await dialog.getByRole('link', { name: 'Hoja de entrega' }).click()
  await drawn(page, 'Radiografía Panorámica')
  await doctor.look('pictures-hand-over')

  const dentist = await openPerson(browser, product.url, phone, { hasTouch: true })
  people.push(dentist)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await dentist.page.route('**/imagen.webp*', async (route) => {
    await held
    await route.continue()
  })
  const pictures: string[] = []
  dentist.page.on('request', (request) => {
    if (/miniatura|portada/.test(request.url())) pictures.push(request.url())
  })
  await dentist.page.goto(address)
  await dentist.page.getByLabel('PIN de 6 dígitos').fill(pin)
  expect(await dentist.page.getByRole('img', { name: /Vista previa/ }).count()).toBe(0)
  expect(pictures).toEqual([])
  await dentist.page.getByRole('button', { name: 'Ver estudio' }).click()
  await drawn(dentist.page, 'Radiografía Panorámica')
  await dentist.look('pictures-shared-cover')
  answer()
  await dentist.page.getByRole('img').and(dentist.page.locator('canvas')).waitFor(patience)
  await expect.poll(() => picture(dentist.page, 'Radiografía Panorámica').count()).toBe(0)
  expect(pictures).toHaveLength(1)
  expect([...doctor.complaints, ...dentist.complaints]).toEqual([])
})
