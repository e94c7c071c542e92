import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { browserArguments, findBrowser } from '#tools/browser.ts'
import { median, start } from './programs.ts'

// Compares the public page with a hand-written static page of the same content and images, on a phone with slow 4G
// and a processor slowed four times; the two alternate.
// node --import tsx lab/bench/landing.ts [rounds]

const rounds = Number(process.argv[2] ?? 9)
/** Slow 4G as Lighthouse has it: bytes a second down and up, latency in ms. */
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const processorSlowedBy = 4
/** Long enough for everything that loads after the load event. */
const watchedMs = 10_000
const observer = fileURLToPath(new URL('landing-observer.js', import.meta.url))

type Measure = Seen & {
  bytes: number
  scripts: number
  /** Scripts of the whole visit until the first touch: some idle seconds, and a slow scroll down the page. */
  untouched: number
  requests: number
  /** All that such a visit loads. */
  whole: number
}

/** The first use of each part of the page. */
const firsts = {
  menu: (page) => page.getByRole('button', { name: 'Menú', exact: true }).tap(),
  viewer: (page) => page.getByRole('tab').nth(2).tap(),
  carousel: (page) => page.getByRole('button', { name: /^Imagen siguiente de Tomografías/ }).tap(),
  image: (page) =>
    page
      .getByRole('link', { name: /^Ampliar imagen/ })
      .first()
      .tap(),
  form: (page) => page.getByLabel('Nombre Completo').pressSequentially('Mariana Lopez', { delay: 150 }),
  'signing in': openAndLeaveSignIn,
} satisfies Record<string, (page: Page) => Promise<void>>

const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
await chmod(folder, 0o711)
const dataDir = join(folder, 'clinic')
await mkdir(dataDir, { mode: 0o711 })
const product = await start('serve', [], { DATA_DIR: dataDir })
const yardstick = await start('landing-yardstick', [])
try {
  const measured: { product: Measure; yardstick: Measure }[] = []
  for (let round = 0; round < rounds; round++) {
    measured.push({
      product: await measure(product.url),
      yardstick: await measure(yardstick.url),
    })
  }
  const of = (side: 'product' | 'yardstick', value: keyof Measure) =>
    median(measured.map((one) => one[side][value]))
  const row = (what: string, value: keyof Measure, goal: string, digits = 0) => ({
    what,
    product: of('product', value).toFixed(digits),
    yardstick: of('yardstick', value).toFixed(digits),
    ratio: (of('product', value) / of('yardstick', value)).toFixed(2),
    goal,
  })
  console.log(`node ${process.version}, medians of ${rounds}`)
  console.table([
    row('bytes until the load event', 'bytes', 'ratio <= 1.15'),
    row('of them scripts', 'scripts', '<= 15360'),
    row('largest contentful paint (ms)', 'lcp', 'ratio <= 1.15'),
    row('main thread blocked (ms)', 'blocked', '<= 50'),
    row('layout shift', 'shift', '<= 0.01', 4),
    row('worst interaction (ms)', 'worst', 'ratio <= 2'),
    row('scripts of an untouched visit', 'untouched', '<= 15360'),
    row('their requests', 'requests', ''),
    row('bytes down to the end of the page', 'whole', ''),
  ])
  console.table(await firstOfEach())
} finally {
  await yardstick.stop()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** How long the first use of each part takes, on a new page each, in ms; typing counts its slowest letter. */
async function firstOfEach() {
  const rows = []
  for (const [what, act] of Object.entries(firsts)) {
    const times: { product: number[]; yardstick: number[] } = { product: [], yardstick: [] }
    for (let round = 0; round < rounds; round++) {
      for (const [side, url] of [
        ['product', product.url],
        ['yardstick', yardstick.url],
      ] as const) {
        const { page, leave } = await openPhone()
        await page.goto(url, { waitUntil: 'load' })
        await page.waitForTimeout(1_000)
        await act(page)
        await page.waitForTimeout(2_000)
        times[side].push((await seen(page)).worst)
        await leave()
      }
    }
    const [ours, theirs] = [median(times.product), median(times.yardstick)]
    rows.push({
      first: what,
      product: ours,
      yardstick: theirs,
      ratio: (ours / theirs).toFixed(2),
      goal: 'ratio <= 2',
    })
  }
  return rows
}

/** In a browser of its own: one that has shown fifty pages is slower, and may be gone before the last of them. */
async function openPhone() {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Page.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowedBy })
  await page.addInitScript({ path: observer })
  return { page, session, leave: () => browser.close() }
}

async function measure(url: string): Promise<Measure> {
  const { page, session, leave } = await openPhone()
  const scripts = new Set<string>()
  let [bytes, scriptBytes, allScripts, allBytes, loaded] = [0, 0, 0, 0, false]
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    allBytes += encodedDataLength
    if (scripts.has(requestId)) allScripts += encodedDataLength
    if (loaded) return
    bytes += encodedDataLength
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  session.on('Page.loadEventFired', () => {
    loaded = true
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(watchedMs)
  const { lcp, blocked, shift } = await seen(page)
  await scrollSlowly(page)
  const [untouched, requests, whole] = [allScripts, scripts.size, allBytes]
  const worst = await touch(page)
  await leave()
  return { bytes, scripts: scriptBytes, untouched, requests, whole, lcp, blocked, shift, worst }
}

/** To the end of the page and back, at reading speed. */
async function scrollSlowly(page: Page): Promise<void> {
  const steps = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight / 400))
  for (let step = 1; step <= steps; step++) {
    await page.evaluate((top) => scrollTo(0, top), step * 400)
    await page.waitForTimeout(250)
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForTimeout(1_000)
}

async function openAndLeaveSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Iniciar Sesión' }).filter({ visible: true }).tap()
  const box = page.getByRole('dialog', { name: 'Acceso al Portal' })
  await box.waitFor()
  await page.waitForTimeout(500)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'hidden' })
}

/** Uses the menu, the way to sign in, a carousel, the light box and the form, and returns the longest time until a result showed, in ms. */
async function touch(page: Page): Promise<number> {
  const menu = page.getByRole('button', { name: 'Menú', exact: true })
  await menu.tap()
  await menu.tap()
  await openAndLeaveSignIn(page)
  const forth = page.getByRole('button', { name: /^Imagen siguiente de Tomografías/ })
  await forth.scrollIntoViewIfNeeded()
  await page.waitForTimeout(1_500)
  await forth.tap()
  await page.waitForTimeout(800)
  const image = page.getByRole('link', { name: /^Ampliar imagen.*3D de maxilar/ })
  await image.tap()
  const box = page.getByRole('dialog')
  await box.getByRole('button', { name: /siguiente/i }).tap()
  await box.getByRole('button', { name: /^Cerrar/ }).tap()
  await page.getByLabel('Nombre Completo').pressSequentially('Mariana Lopez', { delay: 30 })
  await page.getByLabel('Notas Adicionales').pressSequentially('Dolor al masticar', { delay: 30 })
  await page.waitForTimeout(1_000)
  return (await seen(page)).worst
}

type Seen = { lcp: number; blocked: number; shift: number; worst: number }

function seen(page: Page): Promise<Seen> {
  return page.evaluate<Seen>('window.measured')
}
