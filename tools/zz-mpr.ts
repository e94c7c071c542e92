import { mkdirSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { engines } from '#tests/engines.ts'
import { startTestProduct } from '#tests/product.ts'
import { studiesOf } from '#tests/e2e/study-files.ts'
import { openPerson, signIn } from '#tests/e2e/browser.ts'
import { browserArguments, findBrowser } from '#tools/browser.ts'
const product = await startTestProduct({ engine: engines()[0]!, demo: true })
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
const S = '/tmp/shots-mpr'
mkdirSync(S, { recursive: true })
try {
  const studies = await studiesOf(product.url)
  const n = process.argv[2]!
  const id = await studies.add(n, new Uint8Array(readFileSync('/work/shared/imaging/' + n)))
  for (const [size, touch] of [[{ width: 1440, height: 900 }, false], [{ width: 390, height: 844 }, true]] as const) {
    const { page, complaints, leave } = await openPerson(browser, product.url, size, { hasTouch: touch })
    await signIn(page, 'paciente@clinica.test', 'Demo-2026!')
    const t = Date.now()
    await page.goto('/dashboard/study/' + id)
    await page.locator('canvas').first().waitFor({ timeout: 60000 })
    console.log('first canvas', Date.now() - t)
    await page.getByRole('img', { name: /Corte axial/ }).waitFor({ timeout: 120000 })
    console.log('mpr', Date.now() - t)
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `${S}/planes-${size.width}.png` })
    await page.getByText('Panorámica', { exact: true }).first().click()
    await page.waitForTimeout(5000)
    await page.screenshot({ path: `${S}/panoramic-${size.width}.png` })
    await page.getByText('Cortes', { exact: true }).first().click()
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `${S}/slices-${size.width}.png` })
    console.log(complaints.splice(0))
    await leave()
  }
} finally { await browser.close(); await product.stop() }
