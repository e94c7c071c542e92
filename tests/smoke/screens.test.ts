import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressesOf, addressOf, panelAddress, people } from '#tests/e2e/addresses.ts'
import { openBrowser, openPerson, signIn } from '#tests/e2e/browser.ts'
import { settle, startWalk } from '#tests/e2e/walk-widths.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { systemSection } from '#web/hooks/admin-paths.ts'
import { patientSection } from '#web/hooks/paths.ts'

// Every screen of the demo clinic opens by its address, without complaints, and nothing is clipped, broken or wider
// than the window; a list begins above the middle of a phone. tests/e2e/widths.test.ts checks more widths, all pages of
// lists and dialogs.

const widths = [320, 390, 720, 768, 900, 1024, 1280, 1440]

/** How many rows of a list a tablet shows; fewer than eight where they have pictures, or something stands above. */
const lists: Record<string, number> = {
  'doctor /dashboard/appointments': 8,
  'doctor /dashboard/requests': 8,
  'doctor /dashboard/patients': 8,
  'doctor /dashboard/patients/:patientId': 1,
  'doctor /dashboard/studies': 2,
  'doctor /dashboard/reports': 8,
  'doctor /dashboard/billing': 8,
  'patient /dashboard/my-studies': 3,
  'patient /dashboard/appointments': 8,
  'patient /dashboard/my-payments': 8,
  'admin /requests': 8,
  'admin /users': 8,
  'admin /studies': 2,
  'admin /income': 8,
  'admin /referring-doctors': 8,
  'admin /system?seccion=catalogo': 8,
}

/** Lists that are measured alone: the trail has hashes, which break anywhere, and the sections are parts of one screen. */
const parts: readonly (readonly [who: keyof typeof people, path: string, seen?: number])[] = [
  ['doctor', patientSection(':patientId', 'notas')],
  ['doctor', patientSection(':patientId', 'citas')],
  ['doctor', patientSection(':patientId', 'pagos')],
  ['doctor', patientSection(':patientId', 'historial')],
  ['admin', `panel/${systemSection('bitacora')}`, 5],
]

let browser: Browser
let product: TestProduct
beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

it.each(['doctor', 'patient', 'dentist', 'admin', 'visitor'] as const)(
  'every screen opens for a %s',
  async (who) => {
    const { page, complaints, leave } = await openPerson(browser, product.url)
    const walk = startWalk()
    if (people[who]) await signIn(page, people[who], 'Demo-2026!')
    for (const [name, address] of await addressesOf(product.database, who)) {
      await page.goto(address)
      await settle(page)
      expect(new URL(page.url()).pathname, name).toBe(new URL(address, product.url).pathname)
      expect(await page.getByRole('heading').count(), name).toBeGreaterThan(0)
      expect(await page.getByRole('button', { name: 'Reintentar' }).count(), name).toBe(0)
      // The browser logs the status 404 of a page that does not exist.
      if (name !== 'no such page') expect(complaints, name).toEqual([])
      complaints.length = 0
      await walk.measure(page, name, widths)
      if (lists[name]) await walk.measureRows(page, name, lists[name])
    }
    for (const [, path, most] of parts.filter(([whose]) => whose === who)) {
      const address = await addressOf(product.database, path, people[who] ?? '')
      await page.goto(address.replace('panel', await panelAddress(product.database)))
      await settle(page)
      // Notes and visits are neither linked nor headed.
      await walk.measureRows(page, path, most, 'tbody > tr, li:not(nav li, li li)')
    }
    expect(walk.found()).toEqual([])
    await leave()
  },
)
