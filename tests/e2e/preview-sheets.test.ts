import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import type { Asked, Measured } from './preview/page.ts'

// What only a browser can say: how much its own WebP changes a preview volume.

let browser: Browser
let page: Page

beforeAll(async () => {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: resolve(import.meta.dirname, 'preview/page.ts'), formats: ['es'], fileName: 'page' },
    },
  })
  const files = [output].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [code] = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
  browser = await openBrowser()
  page = await browser.newPage()
  await page.addScriptTag({ type: 'module', content: code })
  await page.waitForFunction(() => 'measureSheets' in globalThis)
})
afterAll(() => browser?.close())

const measured = (asked: Asked): Promise<Measured> =>
  page.evaluate((given) => Reflect.get(globalThis, 'measureSheets')(given), asked)

const quiet: Asked = { size: [200, 200, 120], mm: 0.4, teeth: 14, noise: 0, unit: 'HU' }

it.each<[string, Asked]>([
  ['a quiet head', quiet],
  ['one with 85 HU of noise', { ...quiet, teeth: 12, noise: 85 }],
  [
    'values that are no Hounsfield units',
    { ...quiet, size: [320, 320, 100], teeth: 10, noise: 60, unit: null },
  ],
])('a preview keeps 33 dB of %s in 2.5 MB of WebP', async (_, asked) => {
  const { types, bytes, size, decibels } = await measured(asked)
  expect(types).toEqual(['image/webp'])
  expect(bytes).toBeLessThanOrEqual(2.5 * 1024 ** 2)
  expect(Math.max(...size)).toBe(Math.min(256, asked.size[0]))
  expect(decibels).toBeGreaterThanOrEqual(33)
})

it('where the browser writes no WebP the sheets are JPEG, at 33 dB too', async () => {
  await page.evaluate(() => {
    const write = OffscreenCanvas.prototype.convertToBlob
    OffscreenCanvas.prototype.convertToBlob = function (options) {
      return write.call(this, options?.type === 'image/webp' ? { type: 'image/png' } : options)
    }
  })
  const { types, decibels } = await measured(quiet)
  expect(types).toEqual(['image/jpeg'])
  expect(decibels).toBeGreaterThanOrEqual(33)
})
