import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { signIn } from '#tests/e2e/browser.ts'
import { inBrowser, type Place, places, slowed } from './places.ts'
import { median, start } from './programs.ts'

// The first picture of a patient's own study, on the demo clinic: the home on slow 4G with nothing in the browser's cache, the
// viewer from 'Ver' in the list on, and a shared study on 4G from 'Ver estudio' on.
// node --import tsx tools/bench/first-pictures.ts [rounds]

const rounds = Number(process.argv[2] ?? 5)
const patience = { timeout: 120_000 }

const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
await chmod(folder, 0o711)
const dataDir = join(folder, 'clinic')
await mkdir(dataDir, { mode: 0o711 })
const product = await start('serve', [], { DATA_DIR: dataDir })
try {
  const link = await sharedLink()
  const home: number[] = []
  const shared: number[] = []
  const viewer: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    home.push(await homeOnce())
    shared.push(await sharedOnce(link))
    for (const [name, place] of Object.entries(places)) {
      viewer[name] = [...(viewer[name] ?? []), await viewerOnce(place)]
    }
  }
  const row = (times: number[]) => ({
    median: Math.round(median(times)),
    all: times.map(Math.round).join(' '),
  })
  console.table({
    'home, phone, slow 4G (ms)': row(home),
    'shared study, phone, 4G (ms)': row(shared),
    ...Object.fromEntries(
      Object.entries(viewer).map(([name, times]) => [`viewer, ${name} (ms)`, row(times)]),
    ),
  })
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** The home's picture, for whoever has a session and an empty cache. */
function homeOnce(): Promise<number> {
  const place = places['phone, slow 4G']
  return inBrowser(product.url, place.device, async (page, session) => {
    await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
    await session.send('Network.clearBrowserCache')
    await slowed(session, place)
    const begun = performance.now()
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await drawn(page)
    return performance.now() - begun
  })
}

/** The picture of a shared study, once its number was typed. */
function sharedOnce({ address, pin }: { address: string; pin: string }): Promise<number> {
  const place = places['phone, 4G']
  return inBrowser(product.url, place.device, async (page, session) => {
    await slowed(session, place)
    await page.goto(address)
    await page.getByLabel('PIN de 6 dígitos').fill(pin)
    const begun = performance.now()
    await page.getByRole('button', { name: 'Ver estudio' }).click()
    await Promise.race([drawn(page), page.getByRole('img', { name: /^Corte axial/ }).waitFor(patience)])
    return performance.now() - begun
  })
}

/** The cover in the viewer, or the volume if that comes first. */
function viewerOnce(place: Place): Promise<number> {
  return inBrowser(product.url, place.device, async (page, session) => {
    await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
    await page.goto('/dashboard/my-studies')
    const link = page.getByRole('link', { name: /^Ver/ }).first()
    await link.waitFor(patience)
    await slowed(session, place)
    const begun = performance.now()
    await link.click()
    await Promise.race([drawn(page), page.getByRole('img', { name: /^Corte axial/ }).waitFor(patience)])
    return performance.now() - begun
  })
}

async function drawn(page: Page): Promise<void> {
  await page
    .locator('img[src*="/portada."]')
    .first()
    .evaluate((image: HTMLImageElement) => image.decode(), undefined, patience)
}

/** A link to the patient's newest study, without 'sin datos'. */
function sharedLink(): Promise<{ address: string; pin: string }> {
  return inBrowser(product.url, { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
    await page.goto('/dashboard/my-studies')
    await page.getByRole('button', { name: 'Compartir', exact: true }).first().click(patience)
    const dialog = page.getByRole('dialog', { name: 'Compartir estudio' })
    await dialog.getByRole('button', { name: 'Crear enlace' }).click()
    await dialog.getByRole('heading', { name: 'Enlace listo' }).waitFor(patience)
    const copied = async (name: string) => {
      await dialog.getByRole('button', { name }).click()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    return { address: await copied('Copiar enlace'), pin: await copied('Copiar PIN') }
  })
}
