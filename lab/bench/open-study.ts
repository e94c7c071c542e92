import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { signIn } from '#tests/e2e/browser.ts'
import { largeStudy } from './large-study.ts'
import { inBrowser, type Place, places, slowed } from './places.ts'
import { anonKeyOf, median, signIn as signInByWire, start } from './programs.ts'
import { unwatchedPage } from './unwatched.ts'

// A large tomography, from 'Ver' on: times and bytes until its picture, a volume that can be leafed through, the whole
// preview and the study itself, on a phone and at a desk; then the same study without its preview, as it was before.
// node --import tsx lab/bench/open-study.ts [rounds] [slices] [place]; 560 slices are the 146 MB of the goals, 'desk' measures the desk alone.

const rounds = Number(process.argv[2] ?? 5)
const slices = Number(process.argv[3] ?? 560)
const only = process.argv[4] ?? ''
const patience = { timeout: 300_000 }
const password = 'Demo-2026!'
const pane = 'canvas[aria-label^="Corte axial"]'

/** Milliseconds since 'Ver', and bytes of the study's files that had come by then; null for what never came. */
type Mark = { ms: number; bytes: number } | null
type Opened = {
  picture: Mark
  leafing: Mark
  preview: Mark
  slice: Mark
  pass: Mark
  study: Mark
  perSecond: number
  memory: { portal: number; viewer: number }
}

const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
await chmod(folder, 0o711)
const dataDir = join(folder, 'clinic')
await mkdir(dataDir, { mode: 0o711 })
const file = join(folder, 'tomografia.zip')
const made = await largeStudy(slices, 64)
console.log(`${slices} slices in ${(made.size / 1e6).toFixed(2)} MB`)
await writeFile(file, new Uint8Array(await made.arrayBuffer()))
const product = await start('serve', [], { DATA_DIR: dataDir })
let studyId = ''
try {
  studyId = await addStudy()
  const kept = await signedIn()
  for (const [name, place] of Object.entries(places)) {
    if (!name.includes(only)) continue
    const all: Opened[] = []
    for (let round = 0; round < rounds; round++)
      all.push({
        ...(await opened(place)),
        slice: await firstSlice(place),
        memory: await memoryOf(place, kept),
      })
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
      "the portal's memory, before 'Ver' (MB)": median(all.map(({ memory }) => memory.portal)).toFixed(0),
      'what the viewer adds (MB)': median(all.map(({ memory }) => memory.viewer)).toFixed(0),
    })
  }
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Adds the study as its doctor would, waits until its preview is stored, and answers its id. */
async function addStudy(): Promise<string> {
  return inBrowser(product.url, { viewport: { width: 1440, height: 900 } }, async (page) => {
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
    const body: unknown = JSON.parse((await stored).request().postData() ?? '{}')
    return String(typeof body === 'object' && body !== null ? Reflect.get(body, 'study_id') : '')
  })
}

/** One opening, from a list on. */
async function opened(place: Place): Promise<Omit<Opened, 'slice' | 'memory'>> {
  const { waits } = place
  return inBrowser(product.url, place.device, async (page, session) => {
    const { clock, bytesBy, arrival } = await begun(page, session, place)
    const words = page.getByText('Vista previa, no diagnóstica')
    const seen: Record<'picture' | 'pass' | 'study', number | undefined> = {
      picture: undefined,
      pass: undefined,
      study: undefined,
    }
    const pictureSeen = page
      .locator('img[src*="/portada."]')
      .evaluate((image: HTMLImageElement) => image.decode(), undefined, patience)
      .then(
        () => {
          seen.picture = clock()
        },
        () => {},
      )
    await there(page, pane)
    const leafing = clock()
    const passed = there(page, 'p', 'Detalle ').then(
      () => {
        seen.pass = clock()
      },
      () => {},
    )
    const perSecond = await leafed(page)
    await page.waitForTimeout(waits ? 0 : 25_000)
    if (waits) {
      await words.waitFor({ state: 'detached', ...patience })
      seen.study = clock()
    }
    await Promise.race([Promise.all([pictureSeen, passed]), page.waitForTimeout(100)])
    const marks = {
      // At a desk the volume may come before its picture is drawn.
      picture: await bytesBy(seen.picture ?? leafing),
      leafing: await bytesBy(leafing),
      preview: await bytesBy(arrival('previa-4')),
      pass: await bytesBy(seen.pass),
      study: await bytesBy(seen.study),
    }
    return { ...marks, perSecond }
  })
}

/** Waits until an element is there, looking at every frame: locators look twice a second, which is worth megabytes. */
async function there(page: Page, selector: string, text = ''): Promise<void> {
  await page.evaluate(
    async ({ selector, text, timeout }) => {
      const end = performance.now() + timeout
      while (![...document.querySelectorAll(selector)].some((one) => one.textContent?.startsWith(text))) {
        if (performance.now() > end) throw new Error(`Never there: ${selector} ${text}`)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    },
    { selector, text, ...patience },
  )
}

/** The middle slice of the file as it is: on a phone from the wish for it on, at a desk from 'Ver'. */
async function firstSlice(place: Place): Promise<Mark> {
  return inBrowser(product.url, place.device, async (page, session) => {
    const { clock, bytesBy } = await begun(page, session, place)
    await there(page, pane)
    const load = page.getByRole('button', { name: /^Cargar estudio completo \(/ })
    const slices = page.getByRole('radio', { name: 'Cortes' })
    await Promise.race([there(page, 'label', 'Cortes'), there(page, 'button', 'Cargar estudio completo (')])
    const asked = (await load.isVisible()) ? clock() : 0
    if (asked) await load.click()
    await there(page, 'label', 'Cortes')
    await slices.check({ force: true, ...patience })
    await there(page, 'canvas[aria-label*="Nivel"]')
    const seen = await bytesBy(clock())
    const before = asked ? await bytesBy(asked) : null
    return seen && { ms: seen.ms - asked, bytes: seen.bytes - (before?.bytes ?? 0) }
  })
}

/** The study is opened from its list; what has passed since, and when one of the files beside it was there. */
async function begun(page: Page, session: CDPSession, place: Place) {
  await signIn(page, 'paciente@clinica.test', password)
  await page.goto('/dashboard/my-studies')
  const link = page.locator(`a[href$="${studyId}"]`, { hasText: /^Ver/ }).first()
  await link.waitFor(patience)
  await slowed(session, place)
  const begun = performance.now()
  const asked: { url: string; from: number; until: number; bytes: number }[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/storage/v1/object/')) return
    const one = {
      url: request.url(),
      from: performance.now() - begun,
      until: Number.POSITIVE_INFINITY,
      bytes: 0,
    }
    asked.push(one)
    const end = async (ended: typeof request) => {
      if (ended !== request) return
      one.until = performance.now() - begun
      one.bytes = (await ended.sizes()).responseBodySize
    }
    page.on('requestfinished', end)
    // A piece that is stopped once it has given what was wanted of it.
    page.on('requestfailed', end)
  })
  await link.click()
  return {
    clock: () => performance.now() - begun,
    arrival: (name: string) => asked.find(({ url }) => url.includes(`/${name}.`))?.until,
    /** What was under way by then is counted by the time that had passed: that is how it comes through a slow line. */
    bytesBy: async (ms: number | undefined): Promise<Mark> => {
      if (ms === undefined) return null
      const begunBy = asked.filter(({ from }) => from <= ms)
      while (begunBy.some(({ until }) => until === Number.POSITIVE_INFINITY)) await page.waitForTimeout(100)
      await page.waitForTimeout(200)
      const come = ({ from, until }: (typeof begunBy)[number]) =>
        until <= ms ? 1 : (ms - from) / (until - from)
      return { ms, bytes: begunBy.reduce((sum, one) => sum + one.bytes * come(one), 0) }
    },
  }
}

/** Cuts that are drawn in a second while a key is held. */
async function leafed(page: Page): Promise<number> {
  await page.locator(pane).focus()
  return page.locator(pane).evaluate(leafedThrough)
}

/** Runs in a page. */
async function leafedThrough(canvas: HTMLCanvasElement): Promise<number> {
  const shown = new Set<string | null>()
  const until = performance.now() + 2_000
  while (performance.now() < until) {
    canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    shown.add(canvas.getAttribute('aria-label'))
  }
  return shown.size / 2
}

/** What the browser keeps of the patient who is signed in. */
async function signedIn(): Promise<{ name: string; value: string }[]> {
  return inBrowser(product.url, places['desk, 50 Mbit/s'].device, async (page) => {
    await signIn(page, 'paciente@clinica.test', password)
    await page.goto('/dashboard/my-studies')
    await page.locator(`a[href$="${studyId}"]`).first().waitFor(patience)
    const { origins } = await page.context().storageState()
    return origins[0]?.localStorage ?? []
  })
}

/**
 * The most that the page's process holds in MB of 10^6 bytes, at its list, and how much more with the study open and leafed
 * through. The line is not slowed: what comes quickest holds most.
 */
async function memoryOf(place: Place, kept: Awaited<ReturnType<typeof signedIn>>): Promise<Opened['memory']> {
  return inBrowser(product.url, place.device, async (_page, _session, browser) => {
    const { goto, run, until } = await unwatchedPage(browser, product.url, place, kept)
    await goto('/dashboard/my-studies')
    const link = `[...document.querySelectorAll('a[href$="${studyId}"]')].find((link) => /^Ver/.test(link.textContent))`
    await until(`Boolean(${link})`)
    // Its pictures and the code that comes later belong to it.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const peaks = await startPeaks(browser)
    const portal = peaks.most()
    await run(`${link}.click()`)
    const canvas = `document.querySelector('${pane}')`
    await until(`Boolean(${canvas})`)
    await run(`(${leafedThrough})(${canvas})`)
    if (place.waits) await until(`!document.body.innerText.includes('Vista previa, no diagnóstica')`)
    await new Promise((resolve) => setTimeout(resolve, 8_000))
    return { portal, viewer: peaks.end() - portal }
  })
}

/** The most kilobytes that a process held; 0 once it has ended: the browser ends those of pages that it left. */
function heldBy(id: number): string {
  try {
    return /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? '0'
  } catch {
    return '0'
  }
}

/** The most memory that the process of the largest page has held until now, looked at often: the browser forgets its own figure. */
async function startPeaks(browser: Browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  let peak = 0
  const look = () => {
    peak = Math.max(peak, ...pages.map(({ id }) => (Number(heldBy(id)) * 1024) / 1e6))
  }
  look()
  const timer = setInterval(look, 50)
  return {
    most: () => peak,
    end() {
      clearInterval(timer)
      look()
      return peak
    },
  }
}
