import type { Browser } from 'playwright-core'
import type { Place, places } from './places.ts'

/** A page that is driven by scripts in it alone. */
type Unwatched = {
  goto(path: string): Promise<void>
  /** Answers what an expression is in the page, or becomes. */
  run(expression: string): Promise<unknown>
  until(expression: string): Promise<void>
}

const patience = 300_000

/**
 * A page that nothing records. Of pages that Playwright knows each process keeps what comes through the network, up to
 * 200 MB: one whose memory is measured must do without. `kept` is in its storage from the beginning.
 */
export async function unwatchedPage(
  browser: Browser,
  baseURL: string,
  { device }: Place,
  kept: readonly { name: string; value: string }[],
): Promise<Unwatched> {
  const send = await attached(browser)
  const { viewport, ...more } = device
  const {
    deviceScaleFactor = 1,
    isMobile = false,
    hasTouch = false,
  } = more as Partial<(typeof places)['phone, 4G']['device']>
  await send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: isMobile })
  await send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })

  async function run(expression: string): Promise<unknown> {
    const answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    return Reflect.get(Object(Reflect.get(answer, 'result')), 'value')
  }
  async function until(expression: string): Promise<void> {
    const end = performance.now() + patience
    // Between two pages there is nobody to answer.
    while ((await run(expression).catch(() => false)) !== true) {
      if (performance.now() > end) throw new Error(`Never true: ${expression}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  async function goto(path: string): Promise<void> {
    const { href } = new URL(path, baseURL)
    await send('Page.navigate', { url: href })
    await until(`location.href === '${href}' && document.readyState === 'complete'`)
  }
  await goto('/config.json')
  await run(`for (const { name, value } of ${JSON.stringify(kept)}) localStorage.setItem(name, value)`)
  return { goto, run, until }
}

/** Says something to a new page, in a context that Playwright does not know and so leaves alone. */
async function attached(browser: Browser) {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await session.send('Target.attachToTarget', { targetId })
  const waiting = new Map<number, (answer: { result?: object; error?: object }) => void>()
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, ...answer } = JSON.parse(message)
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  let said = 0
  return async (method: string, params: object): Promise<object> => {
    const id = ++said
    const answered = new Promise<{ result?: object; error?: object }>((resolve) => waiting.set(id, resolve))
    const message = JSON.stringify({ id, method, params })
    await session.send('Target.sendMessageToTarget', { sessionId, message })
    const { result, error } = await answered
    if (!result) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
}
