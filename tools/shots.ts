import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { addressesOf, people } from '#tests/e2e/addresses.ts'
import { openPerson, openWholeBrowser, signIn, wholePage } from '#tests/e2e/browser.ts'
import { settle } from '#tests/e2e/walk-widths.ts'
import { startTestProduct } from '#tests/product.ts'

// `npm run shots [folder]`: a picture of every screen of the demo clinic at four widths, and `index.html` with all of
// them side by side. For people to look at; tests/e2e/widths.test.ts checks what a machine can.

const widths = [390, 768, 1024, 1440]
const folder = resolve(process.argv[2] ?? 'data/shots')

const product = await startTestProduct({ demo: true })
const browser = await openWholeBrowser()
const shown: { screen: string; file: string }[] = []
try {
  await mkdir(folder, { recursive: true })
  for (const who of ['visitor', 'doctor', 'patient', 'dentist', 'admin'] as const) await shoot(who)
  await writeFile(join(folder, 'index.html'), sheet())
  console.log(`${shown.length} screens at ${widths.join(', ')} px: ${join(folder, 'index.html')}`)
} finally {
  await browser.close()
  await product.stop()
}

async function shoot(who: keyof typeof people): Promise<void> {
  const person = await openPerson(browser, product.url)
  // tsx adds this helper to functions that are sent to the page.
  await person.page.addInitScript('globalThis.__name = (named) => named')
  if (people[who]) await signIn(person.page, people[who], 'Demo-2026!')
  for (const [screen, address] of await addressesOf(product.database, who)) {
    const file = screen.replace(/[^a-z0-9]+/g, '-')
    shown.push({ screen, file })
    await person.page.goto(address)
    // A picture of a whole page has what is below the fold, too.
    await person.page.evaluate(() => {
      for (const image of document.images) image.loading = 'eager'
    })
    for (const width of widths) await picture(person.page, file, width)
    console.log(screen)
  }
  await person.leave()
}

async function picture(page: Page, file: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
  await settle(page)
  await page.screenshot({ path: join(folder, `${file}-${width}.png`), ...wholePage })
}

/** Each screen in its own row, its pictures at a third of their size. */
function sheet(): string {
  const cell = (file: string) => (width: number) =>
    `<a href="${file}-${width}.png"><img src="${file}-${width}.png" width="${Math.round(width / 3)}" alt="${width} px" loading="lazy"></a>`
  const rows = shown.map(
    ({ screen, file }) => `<h2>${screen}</h2>\n<p>${widths.map(cell(file)).join('\n')}</p>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every screen</title>
<style>body { font-family: sans-serif; background: #ddd } p { display: flex; align-items: start; gap: 12px }</style>
${rows.join('\n')}
</html>
`
}
