import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { besideFile } from '#domain/study-preview.ts'
import { readConfig } from '#server/config.ts'
import { type Product, startProduct } from '#server/product.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { sortFiles } from '#web/imaging/archive.ts'
import { indexOfFile } from '#web/imaging/sending/index-of-file.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'
import { startHostedProject } from './hosted-project.ts'

// Row 39: the pages of one origin with a backend of another, as with a hosted project: its files tell neither their range nor
// their version to a page.

const patience = { timeout: 60_000 }
const words = 'Vista previa, no diagnóstica'
const theFile = /\.zip\?/

let browser: Browser
let backend: TestProduct
let project: Awaited<ReturnType<typeof startHostedProject>>
let site: Product
let folder = ''
let study = ''
let patient: Seen

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  backend = await startTestProduct({ engine, demo: true })
  study = await indexedStudy()
  project = await startHostedProject(backend.url)
  folder = await mkdtemp(join(tmpdir(), 'indice-hosted-'))
  const hosted = { SUPABASE_URL: project.url, SUPABASE_ANON_KEY: backend.keys.anonKey }
  const config = readConfig({ PORT: '0', DATA_DIR: folder, ...hosted }, folder)
  site = await startProduct({ config, onLine: () => {} })
  patient = await open()
  await signIn(patient.page, 'paciente@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await project?.stop()
  await backend?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The patient's newest tomography, with the index that its upload would have made. */
async function indexedStudy(): Promise<string> {
  const { rows } = await backend.database.query<{ id: string; path: string }>(
    `select s.id::text as id, s.file_url as path from public.studies s join auth.users u on u.id = s.patient_id
     where u.email = 'paciente@clinica.test' and s.file_name like '%.zip' order by s.created_at desc limit 1`,
  )
  const { id = '', path = '' } = rows[0] ?? {}
  const { anonKey, serviceRoleKey } = backend.keys
  const stored = (name: string, init?: RequestInit) =>
    fetch(`${backend.url}/storage/v1/object/study_files/${name}`, {
      ...init,
      headers: { apikey: anonKey, authorization: `Bearer ${serviceRoleKey}` },
    })
  const blob = await (await stored(path)).blob()
  const index = await indexOfFile(blob, (await sortFiles([{ name: 'estudio.zip', blob }])).parts)
  const indexPath = besideFile(path, 'indice.json')
  expect((await stored(indexPath, { method: 'POST', body: index ?? null })).status).toBe(200)
  await backend.database.query('update public.study_previews set index_path = $2 where study_id = $1', [
    id,
    indexPath,
  ])
  return id
}

/** A person, what their pages asked of the backend, and where else they asked. */
type Seen = Person & { asked: { method: string; address: string; status: number }[]; elsewhere: string[] }

async function open(viewport?: typeof phone): Promise<Seen> {
  const person = await openPerson(browser, site.url, viewport)
  const seen: Seen = { ...person, asked: [], elsewhere: [] }
  person.page.on('response', (response) => {
    const address = response.url()
    if (address.startsWith(project.url))
      seen.asked.push({ method: response.request().method(), address, status: response.status() })
    else if (/^(?!blob:|data:)/.test(address) && !address.startsWith(site.url)) seen.elsewhere.push(address)
  })
  return seen
}

const axial = (page: Page) => page.getByRole('img', { name: /^Corte axial/ })

/** A picture that the browser has drawn, from the other origin. */
async function drawn(picture: Locator): Promise<void> {
  const size = () => picture.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth)
  await expect.poll(size, patience).toBeGreaterThan(1)
  expect(await picture.getAttribute('src')).toContain(project.url)
}

/** The preview gives way to the study, of which every byte came from the other origin. */
async function openedToItsEnd({ page, asked, elsewhere, complaints }: Seen): Promise<void> {
  await page.getByText(words).waitFor({ state: 'detached', ...patience })
  await axial(page).waitFor()
  const files = asked.filter(({ method, address }) => method === 'GET' && theFile.test(address))
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter(({ status }) => status !== 200 && status !== 206)).toEqual([])
  expect(elsewhere).toEqual([])
  expect(complaints).toEqual([])
}

it('a list shows its pictures from the other origin', async () => {
  const { page } = patient
  await page.goto('/dashboard/my-studies')
  const shown = page.getByRole('main').getByRole('img', { name: /^Vista previa de/ })
  await drawn(shown.first())
  const said = await page.evaluate(
    async (address) => {
      const { status, headers } = await fetch(address, { headers: { range: 'bytes=0-99' } })
      return [status, headers.get('content-range'), headers.get('etag')]
    },
    (await shown.first().getAttribute('src')) ?? '',
  )
  expect(said).toEqual([206, null, null])
  expect(patient.complaints).toEqual([])
})

it('a tomography is leafed through in its preview, and gives way to the study', async () => {
  const { page } = patient
  const release = project.hold(theFile)
  await page.goto(`/dashboard/study/${study}`)
  await axial(page).waitFor(patience)
  await page.getByText(words).waitFor()
  await axial(page).press('PageDown')
  release()
  await openedToItsEnd(patient)
})

it('a link shows picture and preview, and gives way to the study', async () => {
  const { page } = patient
  await page.goto('/dashboard/my-studies')
  await page.getByRole('button', { name: 'Compartir', exact: true }).first().click(patience)
  const dialog = page.getByRole('dialog', { name: 'Compartir estudio' })
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  await dialog.getByRole('heading', { name: 'Enlace listo' }).waitFor(patience)
  const copied = async (name: string) => {
    await dialog.getByRole('button', { name }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const [address, pin] = [await copied('Copiar enlace'), await copied('Copiar PIN')]
  expect(address).toContain(site.url)
  const dentist = await open(phone)
  const sheets = project.hold(/previa-1\.webp/)
  const file = project.hold(theFile)
  await dentist.page.goto(address)
  await dentist.page.getByLabel('PIN de 6 dígitos').fill(pin)
  await dentist.page.getByRole('button', { name: 'Ver estudio' }).click()
  await drawn(dentist.page.getByRole('img', { name: /^Vista previa de/ }))
  sheets()
  await axial(dentist.page).waitFor(patience)
  await dentist.page.getByText(words).waitFor()
  file()
  await openedToItsEnd(dentist)
})
