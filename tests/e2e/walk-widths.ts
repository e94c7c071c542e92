import type { Page } from 'playwright-core'
import { findLayoutFaults } from './layout-faults.ts'

/** Phones and tablets, upright and sideways, in CSS pixels: used by touch. */
const touched = [320, 390, 768, 820, 1024]
/** Windows of laptops and desktops. */
const clicked = [720, 900, 960, 1093, 1180, 1280, 1366, 1440, 1920]
const widths = [...touched, ...clicked]
/** The middle pages of long lists are measured where room is scarce. */
const scarce = [320, 768, 1024, 900, 1180, 1280]
/** Of a list with more pages, only this many are visited. */
const mostPages = 25

/** Where a list is measured: a phone, a tablet upright, a small laptop. */
const listSizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 900 },
]
/** On a phone the first row begins above this, in CSS pixels. */
const lowestStart = 420

/** The findings on each screen, and at which widths. */
export type Walk = {
  measure: (page: Page, screen: string, at?: readonly number[]) => Promise<void>
  /**
   * Of a list: where its first row begins on a phone, and whether a tablet shows `most` rows, or all where there are fewer. `rows` finds
   * them where they have neither heading nor link.
   */
  measureRows: (page: Page, screen: string, most?: number, rows?: string) => Promise<void>
  found: () => string[]
}

/** Collects what `findLayoutFaults` finds, once for all pages and widths of a screen. */
export function startWalk(): Walk {
  const found = new Map<string, { widths: Set<number>; places: Set<string> }>()
  const add = (problem: string, place: string, width: number) => {
    const seen = found.get(problem) ?? { widths: new Set(), places: new Set() }
    found.set(problem, seen)
    seen.widths.add(width)
    seen.places.add(place)
  }
  return {
    measure: async (page, screen, at = widths) => {
      const [name = '', place = ''] = screen.split(' · ')
      const browser = await page.context().newCDPSession(page)
      let finger: boolean | null = null
      for (const width of at) {
        await page.setViewportSize({ width, height: 900 })
        const touch = touched.includes(width)
        if (touch !== finger) {
          await browser.send('Emulation.setTouchEmulationEnabled', { enabled: touch })
          await page.waitForFunction((touch) => matchMedia('(pointer: coarse)').matches === touch, touch)
          finger = touch
        }
        await framesDrawn(page)
        for (const problem of await page.evaluate(findLayoutFaults)) add(`${name}: ${problem}`, place, width)
      }
      await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
      await browser.detach()
    },
    measureRows: async (page, screen, most = 8, which = 'tbody > tr, li:has(h2, a):not(nav li)') => {
      const browser = await page.context().newCDPSession(page)
      await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
      const rows = page.getByRole('main').locator(which)
      for (const size of listSizes) {
        await page.setViewportSize(size)
        let faults: string[] = []
        // A busy machine draws the rows of the new width some frames later.
        for (let times = 0; times < 100; times++) {
          await framesDrawn(page)
          const drawn = await rows.evaluateAll((all) =>
            all.filter((row) => row.checkVisibility()).map((row) => row.getBoundingClientRect()),
          )
          faults = rowFaults(drawn, size, most)
          if (faults.length === 0) break
        }
        for (const fault of faults) add(`${screen}: ${fault}`, '', size.width)
      }
      await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
      await browser.detach()
    },
    found: () =>
      [...found].map(([problem, { widths, places }]) => {
        const [first = '', ...more] = [...places]
        const where = [first, more.length > 0 && `and ${more.length} more pages`].filter(Boolean).join(' ')
        return `${problem}, at ${[...widths].sort((a, b) => a - b).join(' ')} px${where && ` (${where})`}`
      }),
  }
}

function rowFaults(
  rows: readonly DOMRect[],
  { width, height }: { width: number; height: number },
  most: number,
) {
  const [first] = rows
  if (!first) return ['there is no row']
  if (width === 390)
    return first.top < lowestStart ? [] : [`the first row begins at ${Math.round(first.top)} px`]
  const seen = rows.filter(({ bottom }) => bottom <= height).length
  return seen < Math.min(most, rows.length) ? [`${seen} of ${rows.length} rows are seen`] : []
}

/** Waits until what watches its own size has drawn itself for a new one. */
export const framesDrawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

/** Waits until the screen has finished loading. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () =>
      document.querySelector('h1, [role=alert]') !== null &&
      ![...document.querySelectorAll('.shimmer, .animate-spin, [aria-busy=true]')].some((part) =>
        part.checkVisibility(),
      ),
  )
  await page.evaluate(() => document.fonts.ready.then(() => null))
  await rest(page)
}

/** Waits until what opens has come to its place, and colours that change have reached also what inherits them. */
export async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        )
    for (let now = running(); now.length > 0; now = running())
      await Promise.allSettled(now.map(({ finished }) => finished))
  })
}

/** Measures the screen that is open, and every page of each of its lists. */
export async function walkScreen(page: Page, walk: Walk, name: string): Promise<void> {
  await settle(page)
  await walk.measure(page, name)
  const pagers = page.getByRole('navigation', { name: 'Paginación' })
  const lists = await pagers.count()
  for (let list = 0; list < lists; list++) {
    const pager = pagers.nth(list)
    const next = pager.getByRole('button', { name: 'Siguiente' })
    const word = pager.getByText(/^Página /)
    for (let at = 2; at <= mostPages && (await next.count()) > 0 && (await next.isEnabled()); at++) {
      const before = await word.innerText()
      await next.click()
      await page.waitForFunction(
        ([list, before]) =>
          document
            .querySelectorAll('nav[aria-label=Paginación]')
            [Number(list)]?.textContent?.includes(`${before}`) === false &&
          ![...document.querySelectorAll('.shimmer')].some((part) => part.checkVisibility()),
        [list, before],
      )
      const isLast = !(await next.isEnabled())
      await walk.measure(page, `${name} · page ${at}`, isLast ? widths : scarce)
    }
  }
}
