import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { build } from 'vite'
import { securityHeaders } from '#server/http/headers.ts'
import { browserArguments, findBrowser } from '#tools/browser.ts'
import type { Drag, Measured } from './imaging/page.ts'
import { largeStudy } from './large-study.ts'

// The cost of a study in a real browser, under the product's content policy: the times from the archive to the first
// slice, to three views and of each view, and the memory of the page's process. Worker and decoders are built like
// the product's.
// node --import tsx lab/bench/imaging.ts [slices of the large study]

const large = Number(process.argv[2] ?? 560)
const here = import.meta.dirname
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
}

const folder = await mkdtemp(join(tmpdir(), 'indice-imaging-'))
try {
  await build({
    configFile: false,
    root: join(here, 'imaging'),
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: join(folder, 'site'), target: 'es2022', modulePreload: { polyfill: false } },
  })
  const generated = join(folder, 'phantom.zip')
  await writeFile(generated, new Uint8Array(await (await largeStudy(large)).arrayBuffer()))
  const studies: [name: string, path: string][] = [[`${large} slices, generated`, generated]]
  const paths = new Map(studies.map(([, path], at) => [`/study-${at}.zip`, path]))
  const site = await serve(join(folder, 'site'), paths)
  const rows: Record<string, Record<string, string | number>> = {}
  for (const [at, [name, path]] of studies.entries()) {
    const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
    const { megabytes, ...times } = await measured(browser, site.url, `/study-${at}.zip`)
    await browser.close()
    const sizes = {
      'archive (MB)': Math.round((await stat(path)).size / 1e6),
      'page’s memory at most (MB)': megabytes,
    }
    rows[name] = {
      ...Object.fromEntries(Object.entries(times).map(([key, ms]) => [key, Math.round(ms)])),
      ...sizes,
    }
  }
  await showFrames(site.url)
  console.log(`node ${process.version}; ms, of views the longest of several`)
  console.table(rows)
  await site.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measured(
  browser: Browser,
  url: string,
  study: string,
): Promise<Measured & { megabytes: number }> {
  const page = await browser.newPage()
  page.on('console', (message) => console.log(message.text()))
  page.on('pageerror', (error) => console.log(error.message))
  await page.goto(url, { waitUntil: 'load' })
  const result: Measured = await page.evaluate(
    (address) => (window as unknown as { measure(address: string): Promise<Measured> }).measure(address),
    study,
  )
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  const peaks = await Promise.all(pages.map(({ id }) => peakOf(id)))
  return { ...result, megabytes: Math.round(Math.max(...peaks)) }
}

/** How smoothly a desk paints during a drag, and a phone with a four times slower processor at full density and at half. */
async function showFrames(url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  const places = [
    { name: 'desk', width: 1440, height: 900, densities: [1], rate: 1 },
    { name: 'phone', width: 390, height: 600, densities: [3, 1.5], rate: 4 },
  ]
  for (const { name, width, height, densities, rate } of places) {
    const viewport = { width, height: Math.max(height, 844) }
    const page = await browser.newPage({ viewport, deviceScaleFactor: densities[0] })
    await page.goto(url, { waitUntil: 'load' })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    for (const density of [...densities, ...densities, ...densities]) {
      const { framesASecond, p95 } = await page.evaluate(
        (stage) => (window as unknown as { dragged(...of: number[]): Promise<Drag> }).dragged(...stage),
        [width, height, density],
      )
      console.log(
        `${name}, ${density} pixels to one: ${framesASecond.toFixed(1)} frames a second, p95 ${p95.toFixed(1)} ms`,
      )
    }
    await page.close()
  }
  await browser.close()
}

/** Peak memory of a process, in MB of 10^6 bytes. */
async function peakOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1]) * 1024) / 1e6
}

async function serve(site: string, studies: Map<string, string>) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const file = studies.get(path) ?? join(site, path === '/' ? 'index.html' : path)
    const type = types[extname(file)] ?? 'application/octet-stream'
    const headers = securityHeaders({ https: false, host: request.headers.host ?? '' }, type)
    const stream = createReadStream(file)
    stream.on('open', () => response.writeHead(200, { 'content-type': type, ...headers }))
    stream.on('error', () => response.writeHead(404).end())
    stream.pipe(response)
  })
  await new Promise<void>((done) => server.listen(3920, '127.0.0.1', done))
  return { url: 'http://127.0.0.1:3920/', close: () => new Promise((done) => server.close(done)) }
}
