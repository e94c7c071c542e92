import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { browserArguments, findBrowser } from '#tools/browser.ts'

const megabit = 125_000

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }

/** Bytes a second down; latency in ms; how many times slower the processor is. `waits` for the study itself. */
export const places = {
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
export type Place = (typeof places)[keyof typeof places]

/** Runs in a browser of its own, with the page's own tools at hand. */
export async function inBrowser<Result>(
  baseURL: string,
  device: Parameters<Browser['newContext']>[0],
  run: (page: Page, session: CDPSession, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  try {
    const context = await browser.newContext({ ...device, baseURL })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    return await run(page, session, browser)
  } finally {
    await browser.close()
  }
}

/** Slows the page's network and processor to those of the place. */
export async function slowed(session: CDPSession, { down, latency, slower }: Place): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: down,
    uploadThroughput: down / 4,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
}
