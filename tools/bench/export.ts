import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { browserArguments, findBrowser } from '#tools/browser.ts'
import { anonKeyOf, memoryOf, processorTimeOf, signIn, start } from './programs.ts'

// Exports every appointment in the browser. Measures the memory of page, browser and server meanwhile and the speed;
// checks the rows of the file, and that a cancelled export leaves nothing. Linux.
// node --import tsx tools/bench/export.ts [scale, 1 unless said]; DATA_DIR names a clinic that was made before.
// Goals: after the first quarter the page's heap grows by at most 5 MB and the server by at most 50 MB, however long
// the export is; after a cancel nothing more is requested or saved.

/** In ms: between two measurements, and for a whole export. */
const between = 250
const patience = 1_800_000
const marks = [10, 25, 50, 75]
const most = { heap: 5, server: 50 }
const scale = process.argv[2] ?? '1'
const folder = await mkdtemp(join(tmpdir(), 'indice-export-'))
await chmod(folder, 0o711)
const dataDir = process.env.DATA_DIR ?? join(folder, 'clinic')
await mkdir(dataDir, { recursive: true, mode: 0o711 })
const product = await start('serve', [], { DATA_DIR: dataDir, SCALE: scale })
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
try {
  const total = await rowsOf(product.url)
  const page = await browser.newPage({ baseURL: product.url })
  page.setDefaultTimeout(60_000)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await open(page)

  const table: ({ at: string } & Held)[] = [{ at: 'before', ...(await held(session)) }]
  const started = performance.now()
  const worked = processorTimeOf(product.pid)
  const coming = page.waitForEvent('download', { timeout: patience })
  await page.getByRole('button', { name: 'Exportar citas' }).click()
  for (const mark of marks) {
    const rows = await untilRows(page, (total * mark) / 100)
    table.push({ at: `${Math.round((rows / total) * 100)} %`, ...(await held(session)) })
  }
  const download = await coming
  const seconds = (performance.now() - started) / 1000
  const busy = (processorTimeOf(product.pid) - worked) / 1000
  table.push({ at: '100 %, saved', ...(await held(session)) })
  const file = await linesOf(await download.path())

  let downloads = 0
  let asked = 0
  page.on('download', () => downloads++)
  await page.getByRole('button', { name: 'Exportar citas' }).click()
  await untilRows(page, total / 4)
  await page.getByRole('button', { name: 'Cancelar exportación de citas' }).click()
  await page.getByText('Exportación cancelada').first().waitFor()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/rest/v1/citas') asked++
  })
  await pause(3000)
  table.push({ at: 'another, cancelled', ...(await held(session)) })

  const rows = file.lines - 1
  const [quarter, ...later] = table.slice(2)
  const grown = (what: keyof Held) => Math.max(...later.map((one) => one[what])) - (quarter?.[what] ?? 0)
  console.log(`node ${process.version}, Chromium ${browser.version()}, ${total} appointments`)
  console.table(table)
  console.log(`${rows} rows, ${(file.bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(0)} s:`)
  console.log(
    `${Math.round(rows / seconds)} rows a second, the server itself at work for ${busy.toFixed(1)} s`,
  )
  console.log(
    `grown at most since the first quarter: page ${grown('page heap').toFixed(1)} MB, server ${grown('server').toFixed(1)} MB`,
  )
  console.log(`after cancelling: ${asked} requests, ${downloads} files`)
  const isFlat = grown('page heap') <= most.heap && grown('server') <= most.server
  if (rows !== total || !isFlat || asked > 0 || downloads > 0) process.exitCode = 1
} finally {
  await browser.close()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

async function rowsOf(url: string): Promise<number> {
  const anonKey = await anonKeyOf(url)
  const { token } = await signIn(url, anonKey, 'admin@clinica.test')
  const answer = await fetch(`${url}/rest/v1/citas?select=id`, {
    method: 'HEAD',
    headers: { apikey: anonKey, authorization: `Bearer ${token}`, prefer: 'count=exact' },
  })
  return Number(answer.headers.get('content-range')?.split('/')[1])
}

async function open(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Iniciar Sesión' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Acceso al Portal' })
  await dialog.getByLabel('Correo Electrónico').fill('admin@clinica.test')
  await dialog.getByLabel('Contraseña', { exact: true }).fill('Demo-2026!')
  await dialog.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Panel de Admin' }).click()
  await page.getByRole('link', { name: 'Sistema' }).click()
  await page.getByRole('button', { name: 'Exportar citas' }).waitFor()
}

/** Waits until the bar shows this many rows, or the export is over; returns the last number shown. */
async function untilRows(page: Page, wanted: number): Promise<number> {
  const end = performance.now() + patience
  for (let rows = 0; performance.now() < end; await pause(between)) {
    const now = await page.evaluate(() => document.querySelector('progress')?.value ?? null)
    if (now === null && rows > 0) return rows
    rows = now ?? rows
    if (rows >= wanted) return rows
  }
  throw new Error(`No ${wanted} rows in ${patience / 1000} s`)
}

type Held = Record<'page heap' | 'browser' | 'server', number>

/** In MB; the page's heap after garbage collection. */
async function held(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return {
    'page heap': megabytes(metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0),
    browser: megabytes(privateMemoryOf(browserPid())),
    server: megabytes(memoryOf(product.pid)),
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10
}

/** The browser that this process started. */
function browserPid(): number {
  const name = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8')
  return childrenOf(process.pid).find((pid) => pid !== product.pid && /chrom/.test(name(pid))) ?? 0
}

/** Private memory of a process and its children, in bytes: shared pages do not count. */
function privateMemoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const own =
      Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) + Number(/RssShmem:\s+(\d+)/.exec(status)?.[1] ?? 0)
    return own * 1024 + childrenOf(pid).reduce((sum, child) => sum + privateMemoryOf(child), 0)
  } catch {
    return 0 // One of the browser's processes ended meanwhile.
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}

async function linesOf(path: string): Promise<{ lines: number; bytes: number }> {
  let lines = 0
  let bytes = 0
  for await (const part of createReadStream(path)) {
    const chunk: Buffer = part
    bytes += chunk.byteLength
    for (const byte of chunk) if (byte === 0x0a) lines++
  }
  return { lines, bytes }
}
