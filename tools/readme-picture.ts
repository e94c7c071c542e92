import { writeFile } from 'node:fs/promises'
import { people } from '#tests/e2e/addresses.ts'
import { openBrowser, openPerson, signIn } from '#tests/e2e/browser.ts'
import { settle } from '#tests/e2e/walk-widths.ts'
import { startTestProduct } from '#tests/product.ts'
import * as paths from '#web/hooks/paths.ts'

// `npm run readme-picture`: draws docs/images/readme.jpg, the public page beside the doctor's day in the demo clinic as they are now.

const screen = { width: 1440, height: 900 }
const product = await startTestProduct({ demo: true })
const browser = await openBrowser()
try {
  const { page } = await openPerson(browser, product.url, screen)
  // tsx adds this helper to functions that are sent to the page.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto('/')
  await settle(page)
  const site = await page.screenshot()
  await signIn(page, people.doctor, 'Demo-2026!')
  await page.goto(paths.home)
  await settle(page)
  const day = await page.screenshot()
  const beside = await browser.newPage({ viewport: { width: 1840, height: 586 } })
  const image = (png: Buffer) => `<img width="904" src="data:image/png;base64,${png.toString('base64')}">`
  await beside.setContent(
    `<body style="margin: 0; padding: 11px; display: flex; gap: 10px; background: #e4ded5">${image(site)}${image(day)}`,
  )
  await writeFile('docs/images/readme.jpg', await beside.screenshot({ type: 'jpeg', quality: 82 }))
} finally {
  await browser.close()
  await product.stop()
}
