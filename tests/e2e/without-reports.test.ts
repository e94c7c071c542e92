import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { addressesOf, people } from './addresses.ts'
import { openBrowser, openPerson, signIn } from './browser.ts'
import { studiesOf } from './study-files.ts'
import { settle } from './walk-widths.ts'

// Row 84: a clinic that writes no reports, on the demo's data, which has signed ones.

let browser: Browser
let product: TestProduct
let folder = ''

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  folder = await mkdtemp(join(tmpdir(), 'indice-plain-'))
  const file = join(folder, 'clinic.json')
  await writeFile(file, JSON.stringify({ reports: false }))
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true, env: { CLINIC_CONFIG: file } })
  // What doctors wrote about studies is theirs.
  await product.database.query('update public.studies set comments = null')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What a person sees or hears of reports, but for what the trail says of those that the demo has. */
async function wordsOfReports(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    for (const one of document.querySelectorAll('table[aria-label="Accesos a tus datos"]')) one.remove()
    const named = [...document.querySelectorAll('[aria-label], [title], option')]
    return [
      document.body.innerText,
      document.title,
      ...named.map(
        (one) => `${one.getAttribute('aria-label')} ${one.getAttribute('title')} ${one.textContent}`,
      ),
    ].join('\n')
  })
  return said.match(/.*(?:informe|interpreta|adenda|por entregar|recibido\b).*/gi) ?? []
}

it.each(['doctor', 'patient', 'admin'] as const)('no screen and no word of reports for a %s', async (who) => {
  const { page, complaints, leave } = await openPerson(browser, product.url)
  await signIn(page, people[who], 'Demo-2026!')
  const found: string[] = []
  for (const [name, address] of await addressesOf(product.database, who)) {
    if (/reports?\b/.test(name)) continue
    await page.goto(address)
    await settle(page)
    for (const words of await wordsOfReports(page)) found.push(`${name}: ${words}`)
    if (name !== 'no such page') expect(complaints, name).toEqual([])
    complaints.length = 0
  }
  expect(found).toEqual([])
  await leave()
})

it('the pages of reports are not there', async () => {
  const { rows } = await product.database.query<{ id: string; study: string; token: string }>(
    `select r.id::text, r.study_id::text as study, r.verify_token as token from public.reports r join public.profiles p on p.id = r.patient_id
     where p.email = $1 and r.state = 'firmado' limit 1`,
    [people.patient],
  )
  const [report] = rows
  if (!report) throw new Error('The demo has a signed report')
  expect((await fetch(`${product.url}/informe/${report.token}`)).status).toBe(404)
  const { page, leave } = await openPerson(browser, product.url)
  await signIn(page, people.doctor, 'Demo-2026!')
  for (const address of ['/dashboard/reports', `/dashboard/report/${report.id}`]) {
    await page.goto(address)
    await page.getByRole('heading', { name: 'Página No Encontrada' }).waitFor()
  }
  // The study opens as its images alone.
  await page.goto(`/dashboard/study/${report.study}?informe`)
  await settle(page)
  expect(await wordsOfReports(page)).toEqual([])
  await leave()
})

it('pictures, viewer and saved work are as they are with reports', async () => {
  const raster = { columns: 60, rows: 60, mmAcross: 1, mmDown: 1 }
  const files = phantomFiles(createPhantom(8, [60, 60, 40]), axialSlices(evenHeights(40, 1)), raster)
  const zip = new Uint8Array(await (await zipOf(files)).arrayBuffer())
  const study = await (await studiesOf(product.url)).add('volumen.zip', zip)
  const { page, complaints, leave } = await openPerson(browser, product.url)
  await signIn(page, people.doctor, 'Demo-2026!')
  await page.goto('/dashboard/studies')
  const pictures = page.getByRole('img', { name: /^Vista previa de/ })
  await expect
    .poll(() =>
      pictures.evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 100).length),
    )
    .toBeGreaterThan(2)
  await page.goto(`/dashboard/study/${study}`)
  const axial = page.getByRole('img', { name: /^Corte axial/ })
  await axial.waitFor({ timeout: 60_000 })
  const work = page.getByRole('region', { name: 'Trabajo guardado' })
  await work.waitFor()
  await page.getByLabel('Nivel', { exact: true }).fill('731')
  await page.getByRole('button', { name: 'Medir longitud' }).click()
  await axial.focus()
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Enter', 'k']) await page.keyboard.press(key)
  await work.getByText('Guardado', { exact: true }).waitFor({ timeout: 20_000 })
  const kept = async () =>
    (
      await product.database.query(
        `select (select count(*)::int from public.study_marks where study_id = $1) as marks,
           (select count(*)::int from public.key_images where study_id = $1) as images,
           (select count(*)::int from public.study_desks where study_id = $1) as desks`,
        [study],
      )
    ).rows
  await expect.poll(kept, { timeout: 20_000 }).toEqual([{ marks: 1, images: 1, desks: 1 }])
  expect(await wordsOfReports(page)).toEqual([])
  expect(complaints).toEqual([])
  await leave()
})
