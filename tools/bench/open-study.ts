import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { signIn } from '#tests/e2e/browser.ts'
import { browserArguments, findBrowser } from '#tools/browser.ts'
import { largeStudy } from './large-study.ts'
import { anonKeyOf, median, signIn as signInByWire, start } from './programs.ts'

// A large tomography, from 'Ver' on: times and bytes until its picture, a volume that can be leafed through, the whole
// preview and the study itself, on a phone and at a desk; then the same study without its preview, as it was before.
// node --import tsx tools/bench/open-study.ts [rounds] [slices]

const rounds = Number(process.argv[2] ?? 5)
const slices = Number(process.argv[3] ?? 560)
const patience = { timeout: 300_000 }
const megabit = 125_000
const password = 'Demo-2026!'

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
/** Bytes a second down; latency in ms; how many times slower the processor is. `waits` for the study itself. */
const places = {
  'phone, slow 4G': { device: phone, down: 1.6 * megabit, latency: 150, slower: 4, waits: false },
  'phone, 4G': { device: phone, down: 12 * megabit, latency: 60, slower: 4, waits: false },
  'desk, 50 Mbit/s': {
    device: { viewport: { width: 1440, height: 900 } },
    down: 50 * megabit,
    latency: 20,
    slower: 1,
    waits: true,
  },
} as const
type Place = (typeof places)[keyof typeof places]
/** Milliseconds and bytes since 'Ver'; null for what never came. */
type Mark = { ms: number; bytes: number } | null
type Opened = {
  picture: Mark
  leafing: Mark
  preview: Mark
  slice: Mark
  pass: Mark
  study: Mark
  perSecond: number
  megabytes: number
}

const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
await chmod(folder, 0o711)
const dataDir = join(folder, 'clinic')
await mkdir(dataDir, { mode: 0o711 })
const file = join(folder, 'tomografia.zip')
await writeFile(file, new Uint8Array(await (await largeStudy(slices)).arrayBuffer()))
const product = await start('serve', [], { DATA_DIR: dataDir })
try {
  await addStudy()
  for (const [name, place] of Object.entries(places)) {
    const all: Opened[] = []
    for (let round = 0; round < rounds; round++)
      all.push({ ...(await opened(place)), slice: await firstSlice(place) })
    const of = (what: 'picture' | 'leafing' | 'preview' | 'slice' | 'pass' | 'study') => {
      const marks = all.flatMap((one) => one[what] ?? [])
      if (marks.length < all.length) return '-'
      return `${median(marks.map(({ ms }) => ms)).toFixed(0)} ms, ${(median(marks.map(({ bytes }) => bytes)) / 1e6).toFixed(2)} MB`
    }
    console.log(name)
    console.table({
      picture: of('picture'),
      'volume that can be leafed through': of('leafing'),
      'whole preview': of('preview'),
      'first slice of the file': of('slice'),
      'planes of the first pass': of('pass'),
      'the study itself': of('study'),
      'cuts a second': median(all.map(({ perSecond }) => perSecond)).toFixed(0),
      'memory of the page (MB)': median(all.map(({ megabytes }) => megabytes)).toFixed(0),
    })
  }
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Adds the study as its doctor would, and waits until its preview is stored. */
async function addStudy(): Promise<void> {
  await inBrowser({ viewport: { width: 1440, height: 900 } }, async (page) => {
    await signIn(page, 'doctora@clinica.test', password)
    const { id } = await signInByWire(product.url, await anonKeyOf(product.url), 'paciente@clinica.test')
    await page.goto(`/dashboard/patients/${id}`)
    await page.getByRole('button', { name: 'Agregar Estudio' }).click(patience)
    const dialog = page.getByRole('dialog', { name: 'Agregar Estudio al Expediente' })
    await dialog.getByLabel('Tipo de Estudio').selectOption('Tomografías')
    await dialog.getByLabel('Archivo del Estudio').setInputFiles(file)
    const stored = page.waitForResponse((answer) => answer.url().includes('put_study_preview'), patience)
    await dialog.getByRole('button', { name: 'Guardar Estudio' }).click()
    await page.getByText('Estudio añadido correctamente.').waitFor(patience)
    await stored
  })
}

/** One opening, from a list on. */
async function opened(place: Place): Promise<Omit<Opened, 'slice'>> {
  const { waits } = place
  return inBrowser(place.device, async (page, session, browser) => {
    const { mark, ended } = await begun(page, session, place)
    const pane = page.getByRole('img', { name: /^Corte axial/ })
    const words = page.getByText('Vista previa, no diagnóstica')
    const seen = { picture: null as Mark, preview: null as Mark }
    const pictureSeen = page
      .locator('img[alt^="Vista previa"]')
      .evaluate((image: HTMLImageElement) => image.decode(), undefined, patience)
      .then(
        () => {
          seen.picture = mark()
        },
        () => {},
      )
    await pane.waitFor(patience)
    const leafing = mark()
    let pass: Mark = null
    const passed = page
      .getByText(/^Detalle \d/)
      .waitFor(patience)
      .then(
        () => {
          pass = mark()
        },
        () => {},
      )
    const perSecond = await leafed(page)
    await page.waitForTimeout(waits ? 0 : 25_000)
    const last = ended.get('previa-4')
    if (last) seen.preview = last
    let study: Mark = null
    if (waits) {
      await words.waitFor({ state: 'detached', ...patience })
      study = mark()
    }
    await Promise.race([Promise.all([pictureSeen, passed]), page.waitForTimeout(100)])
    return { ...seen, leafing, pass, study, perSecond, megabytes: await peakOf(browser) }
  })
}

/** The middle slice of the file as it is: on a phone from the wish for it on, at a desk from 'Ver'. */
async function firstSlice(place: Place): Promise<Mark> {
  return inBrowser(place.device, async (page, session) => {
    const { mark } = await begun(page, session, place)
    await page.getByRole('img', { name: /^Corte axial/ }).waitFor(patience)
    const load = page.getByRole('button', { name: /^Cargar estudio completo \(/ })
    const slices = page.getByRole('radio', { name: 'Cortes' })
    await slices.or(load).waitFor(patience)
    const asked = (await load.isVisible()) ? mark() : null
    if (asked) await load.click()
    await slices.check({ force: true, ...patience })
    await page.getByRole('img', { name: /Corte \d+ de/ }).waitFor(patience)
    const seen = mark()
    return seen && { ms: seen.ms - (asked?.ms ?? 0), bytes: seen.bytes - (asked?.bytes ?? 0) }
  })
}

/** The study is opened from its list; what has passed since, and when the files beside it were there. */
async function begun(page: Page, session: CDPSession, { down, latency, slower }: Place) {
  await signIn(page, 'paciente@clinica.test', password)
  await page.goto('/dashboard/my-studies')
  const link = page.getByRole('link', { name: /^Ver/ }).first()
  await link.waitFor(patience)
  let bytes = 0
  const ended = new Map<string, Mark>()
  page.on('requestfinished', async (request) => {
    if (!request.url().includes('/storage/v1/object/')) return
    const { responseBodySize } = await request.sizes()
    bytes += responseBodySize
    const name = /\/(portada|previa-\d|indice)\./.exec(request.url())?.[1]
    if (name) ended.set(name, mark())
  })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: down,
    uploadThroughput: down / 4,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const begun = performance.now()
  const mark = (): Mark => ({ ms: performance.now() - begun, bytes })
  await link.click()
  return { mark, ended }
}

/** Cuts that are drawn in a second while a key is held. */
async function leafed(page: Page): Promise<number> {
  const pane = page.getByRole('img', { name: /^Corte axial/ })
  await pane.focus()
  return pane.evaluate(async (canvas: HTMLCanvasElement) => {
    const shown = new Set<string | null>()
    const until = performance.now() + 2_000
    while (performance.now() < until) {
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }))
      await new Promise((resolve) => requestAnimationFrame(resolve))
      shown.add(canvas.getAttribute('aria-label'))
    }
    return shown.size / 2
  })
}

async function inBrowser<Result>(
  device: Parameters<Browser['newContext']>[0],
  run: (page: Page, session: CDPSession, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  try {
    const context: BrowserContext = await browser.newContext({ ...device, baseURL: product.url })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    return await run(page, session, browser)
  } finally {
    await browser.close()
  }
}

/** The most memory that a page's process has held, in MB of 10^6 bytes. */
async function peakOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const peaks = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => {
        const text = await readFile(`/proc/${id}/status`, 'utf8')
        return (Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1]) * 1024) / 1e6
      }),
  )
  return Math.max(...peaks)
}
