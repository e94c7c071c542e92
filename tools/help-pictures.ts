import { mkdir, writeFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { addressOf, panelAddress, people } from '#tests/e2e/addresses.ts'
import { openBrowser, openPerson, phone, signIn } from '#tests/e2e/browser.ts'
import { framesDrawn, settle } from '#tests/e2e/walk-widths.ts'
import { startTestProduct } from '#tests/product.ts'
import { type HelpAudience, pictureSizes, type ScreenPart, type Topic } from '#web/features/help/topic.ts'
import { topicsFor } from '#web/features/help/topics.ts'

// `npm run help-pictures [-- topic...]`: draws the picture of every topic of the help, or of those that are named, from the demo
// clinic at a fixed time: the screen, with what the topic speaks of outlined. A topic whose screen has no such thing is named, and
// the command fails: then its words are old as well. tests/lint/help.test.ts asks for a picture of each.

const folder = 'web/features/help/pictures'
/** A Wednesday at 11:20 in the clinic, so that today has what was and what is to come. */
const time = '2026-12-02T17:20:00Z'
/** In bytes, each: what a picture should weigh, so that fifty are a megabyte, and what a crowded one may. */
const weights = { wanted: 21_000, most: 25_000 }
/** Its content, beside the menu, is as wide as a picture. */
const desktop = { width: 1200, height: 750 }
const accounts = {
  patient: people.patient,
  doctor: people.doctor,
  dentist: people.dentist,
  administrator: people.admin,
} as const

type Box = { x: number; y: number; width: number; height: number }

const shift = Date.parse(time) - Date.now()
shiftClock(shift)
// In this process, so that its database has the same clock.
const engine = { name: 'PGlite', kind: 'pglite' } as const
const product = await startTestProduct({ engine, demo: true, now: new Date() })
const browser = await openBrowser()
const wanted = process.argv.slice(2)
const failed: string[] = []
let weight = 0
try {
  await mkdir(folder, { recursive: true })
  for (const audience of ['patient', 'doctor', 'dentist', 'administrator'] as const)
    await draw(browser, audience)
  console.log(`${Math.round(weight / 1000)} KB together`)
} finally {
  await browser.close()
  await product.stop()
}
if (failed.length > 0) {
  console.error(failed.join('\n'))
  process.exitCode = 1
}

/** Moves the clock of this process, or of a page, by so many milliseconds. */
function shiftClock(by: number): void {
  const now = Date.now
  Date.now = () => now() + by
  globalThis.Date = new Proxy(Date, {
    construct: (Real, given) => Reflect.construct(Real, given.length > 0 ? given : [Real.now()]),
  })
}

async function draw(from: Browser, audience: HelpAudience): Promise<void> {
  const topics = topicsFor(audience).filter(({ id }) => wanted.length === 0 || wanted.includes(id))
  if (topics.length === 0) return
  const size = pictureSizes[audience]
  const { page, leave } = await openPerson(
    from,
    product.url,
    audience === 'patient' ? { ...phone, height: size.height } : desktop,
  )
  // tsx adds this helper to functions that are sent to the page.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(shiftClock, shift)
  await signIn(page, accounts[audience], 'Demo-2026!')
  const encoder = await from.newPage()
  for (const topic of topics) {
    try {
      await show(page, audience, topic)
      const { frame, png } = await shoot(page, await find(page, topic.picture.outline), size)
      const file = await encode(encoder, png, frame)
      await writeFile(`${folder}/${topic.id}.webp`, file)
      weight += file.byteLength
      console.log(`${topic.id} ${Math.round(file.byteLength / 100) / 10} KB`)
    } catch (failure) {
      failed.push(`${topic.id}, ${page.url()}: ${failure instanceof Error ? failure.message : failure}`)
    }
  }
  await leave()
  await encoder.close()
}

/** Opens the screen as the topic's picture shows it. */
async function show(page: Page, audience: HelpAudience, { to, picture }: Topic): Promise<void> {
  const path = await addressOf(product.database, picture.at ?? to.path, accounts[audience])
  const isBelowPanel = !path.startsWith('/')
  // From an empty page: the request form's address differs from others by what stands behind its #.
  await page.goto('about:blank')
  await page.goto(isBelowPanel ? `${await panelAddress(product.database)}/${path}` : path)
  await settle(page)
  for (const part of picture.press ?? []) {
    await (await find(page, part)).part.click()
    await settle(page)
  }
  if (picture.type) await page.keyboard.type(picture.type)
  await settle(page)
}

type Found = { part: Locator; place: Locator }

/** What a person sees of that name, exactly or as a part, in the open dialog, else on the screen, else beside it. Throws when there is none. */
async function find(page: Page, [role, name]: ScreenPart): Promise<Found> {
  const among = (place: Locator, exact: boolean) =>
    (role === 'text' ? place.getByText(name, { exact }) : place.getByRole(role, { name, exact }))
      .filter({ visible: true })
      .first()
  const whole = page.locator('body')
  try {
    await among(whole, false).waitFor({ timeout: 15_000 })
  } catch {
    throw new Error(`no ${role} «${name}»`)
  }
  const places = [page.getByRole('dialog'), page.getByRole('main')].map((place) =>
    place.filter({ visible: true }).first(),
  )
  for (const place of [...places, whole])
    for (const part of [among(place, true), among(place, false)])
      if ((await part.count()) > 0) return { part, place: place === whole ? part : place }
  throw new Error(`${role} «${name}» has gone`)
}

/** A picture of the size, of the dialog or screen around something, and where that lies in it. */
async function shoot(
  page: Page,
  { part, place }: Found,
  size: { width: number; height: number },
): Promise<{ png: Buffer; frame: Box }> {
  await part.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  await settle(page)
  await framesDrawn(page)
  const [box, around, window] = [await part.boundingBox(), await place.boundingBox(), page.viewportSize()]
  if (!box || !around || !window) throw new Error('nothing to be seen')
  const clip = {
    ...size,
    // The edges of a screen are empty.
    x: begin([box.x, box.width], [around.x + 32, around.width - 64], size.width, window.width),
    y: begin([box.y, box.height], [around.y, around.height], size.height, window.height),
  }
  return { png: await page.screenshot({ clip }), frame: { ...box, x: box.x - clip.x, y: box.y - clip.y } }
}

type Span = readonly [start: number, length: number]

/** Where a stretch of that length begins: around the middle of a place that is no longer, else of the part. */
function begin(part: Span, place: Span, length: number, whole: number): number {
  const [start, extent] = place[1] <= length ? place : part
  return Math.round(Math.min(Math.max(start + extent / 2 - length / 2, 0), whole - length))
}

/** The picture with a line around the frame, as WebP of the best quality that is light enough; the browser writes it. */
async function encode(page: Page, png: Buffer, frame: Box): Promise<Buffer> {
  const written = await page.evaluate(
    async ({ base64, frame, weights }) => {
      const file = await (await fetch(`data:image/png;base64,${base64}`)).blob()
      const picture = await createImageBitmap(file)
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(picture, 0, 0)
      const room = 5
      const left = Math.max(frame.x - room, 3)
      const top = Math.max(frame.y - room, 3)
      const right = Math.min(frame.x + frame.width + room, picture.width - 3)
      const bottom = Math.min(frame.y + frame.height + room, picture.height - 3)
      for (const [colour, width] of [
        ['#ffffff', 7],
        ['#d9480f', 4],
      ] as const) {
        context.strokeStyle = colour
        context.lineWidth = width
        context.beginPath()
        context.roundRect(left, top, right - left, bottom - top, 12)
        context.stroke()
      }
      for (let tenths = 9; tenths >= 2; tenths--) {
        const tried = await canvas.convertToBlob({ type: 'image/webp', quality: tenths / 10 })
        if (tried.size <= (tenths > 2 ? weights.wanted : weights.most))
          return btoa(String.fromCharCode(...new Uint8Array(await tried.arrayBuffer())))
      }
      throw new Error(`heavier than ${weights.most} bytes`)
    },
    { base64: png.toString('base64'), frame, weights },
  )
  return Buffer.from(written, 'base64')
}
