import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { heroVolume } from '#web/site/hero-volume.ts'
import { inBrowser, type Place, places, slowed } from './places.ts'
import { median, start } from './programs.ts'

// The volume in the hero of the public page, on a phone whose processor is slowed four times: what comes before it is touched, how
// long the first touch waits, and the frames of a drag.
// node --import tsx tools/bench/hero-volume.ts [rounds]

const rounds = Number(process.argv[2] ?? 5)
const patience = { timeout: 120_000 }
/** How long an untouched page is watched, in ms. */
const watched = 15_000
const dragSteps = 150
const observer = fileURLToPath(new URL('hero-volume-observer.js', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
await chmod(folder, 0o711)
const dataDir = join(folder, 'clinic')
await mkdir(dataDir, { mode: 0o711 })
const product = await start('serve', [], { DATA_DIR: dataDir })
try {
  const first: Record<string, number[]> = {}
  const frames: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const name of ['phone, slow 4G', 'phone, 4G'] as const)
      first[name] = [...(first[name] ?? []), await firstTouch(places[name])]
    frames.push(...(await dragged()))
  }
  frames.sort((one, other) => one - other)
  const quantile = (part: number) => (frames[Math.floor(part * (frames.length - 1))] ?? 0).toFixed(1)
  console.table({
    'volume, untouched, saving data (bytes)': { value: (await untouched(true)).bytes },
    'volume asked for by itself after (ms)': { value: (await untouched(false)).after },
    ...Object.fromEntries(
      Object.entries(first).map(([name, times]) => [
        `touch to first moved frame, ${name} (ms)`,
        { value: Math.round(median(times)), all: times.map(Math.round).join(' ') },
      ]),
    ),
    'frames of a drag, median (ms)': { value: quantile(0.5), all: `${frames.length} frames` },
    'frames of a drag, p95 (ms), goal 33': { value: quantile(0.95) },
  })
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Bytes of the volume that come untouched, and when it is first asked for, in ms from the load event on. */
function untouched(saveData: boolean): Promise<{ bytes: number; after: number }> {
  const place = places['phone, 4G']
  return inBrowser(product.url, place.device, async (page, session) => {
    await pretend(page, saveData)
    const asked = new Set<string>()
    let [bytes, after] = [0, Number.NaN]
    await slowed(session, place)
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!request.url.endsWith(heroVolume.file)) return
      asked.add(requestId)
      after = Math.round(performance.now() - loaded)
    })
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (asked.has(requestId)) bytes += encodedDataLength
    })
    let loaded = Number.NaN
    await page.goto('/', { waitUntil: 'load' })
    loaded = performance.now()
    await page.locator('[data-volume]').scrollIntoViewIfNeeded()
    await page.waitForTimeout(watched)
    return { bytes, after }
  })
}

/** From the first touch on, with nothing loaded, until a cut has leafed. */
function firstTouch(place: Place): Promise<number> {
  return inBrowser(product.url, place.device, async (page, session) => {
    await openUntouched(page, session, place)
    await drag(page, session, 20)
    return moved(page)
  })
}

/** From the first touch until another slice is drawn, in ms. */
async function moved(page: Page): Promise<number> {
  await page.waitForFunction(() => Reflect.get(window, 'seen').moved, undefined, patience)
  return page.evaluate<number>('window.seen.moved - window.seen.touched')
}

/** The times between the frames while a finger leafs through the volume and back. */
function dragged(): Promise<number[]> {
  const place = places['phone, 4G']
  return inBrowser(product.url, place.device, async (page, session) => {
    await openUntouched(page, session, place)
    await drag(page, session, 20)
    await moved(page)
    await page.waitForTimeout(1_000)
    await page.evaluate('window.seen.noting = true')
    await drag(page, session, dragSteps)
    const times = await page.evaluate<number[]>('window.seen.frames')
    return times.slice(1).map((time, at) => time - (times[at] ?? time))
  })
}

function pretend(page: Page, saveData: boolean) {
  return page.addInitScript(
    `Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: ${saveData} }) })`,
  )
}

async function openUntouched(page: Page, session: CDPSession, place: Place): Promise<void> {
  await pretend(page, true)
  await page.addInitScript({ path: observer })
  await slowed(session, place)
  await page.goto('/', { waitUntil: 'load' })
  await page.getByRole('slider', { name: 'Corte axial' }).scrollIntoViewIfNeeded(patience)
}

/** A finger to the right and back, one step a frame. */
async function drag(page: Page, session: CDPSession, steps: number): Promise<void> {
  const box = await page.getByRole('slider', { name: 'Corte axial' }).boundingBox()
  if (!box) throw new Error('There is no cut')
  const y = box.y + box.height / 2
  const send = (type: 'touchStart' | 'touchMove', x: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
  await send('touchStart', box.x + 20)
  for (let step = 1; step <= steps; step++) {
    const way = Math.abs(((step / 40 + 1) % 2) - 1)
    await Promise.all([send('touchMove', box.x + 20 + way * (box.width - 40)), page.waitForTimeout(16)])
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
