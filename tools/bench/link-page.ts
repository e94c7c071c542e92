import { publicAddresses } from '#tests/e2e/addresses.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct } from '#tests/product.ts'
import { inBrowser, places, slowed } from './places.ts'
import { median } from './programs.ts'

// How long a patient on a phone with slow 4G and an empty cache waits for what an appointment's link offers.
// node --import tsx tools/bench/link-page.ts [rounds, 5 unless said]
// Goal: 2.5 s.

const rounds = Number(process.argv[2] ?? 5)
const engine = engines()[0]
if (!engine) throw new Error('There is always PGlite')
const product = await startTestProduct({ engine, demo: true })
try {
  const addresses = new Map(await publicAddresses(product.database))
  const place = places['phone, slow 4G']
  const usable = (address: string, name: string): Promise<number> =>
    inBrowser(product.url, place.device, async (page, session) => {
      await slowed(session, place)
      const begun = performance.now()
      await page.goto(address, { waitUntil: 'commit' })
      await page.getByRole('button', { name }).click({ trial: true, timeout: 60_000 })
      return performance.now() - begun
    })
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    times.push(await usable(addresses.get('appointment') ?? '', 'Confirmar que asistiré'))
  }
  console.table({
    'appointment’s link, phone, slow 4G (ms)': {
      median: Math.round(median(times)),
      all: times.map(Math.round).join(' '),
    },
  })
} finally {
  await product.stop()
}
