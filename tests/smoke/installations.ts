import { engines, freshDatabase } from '#tests/engines.ts'
import type { startTestProduct, TestProduct } from '#tests/product.ts'

type Start = typeof startTestProduct

export type Installation = { name: string; start: (product: Start) => Promise<TestProduct> }

/**
 * The ways to install the product, with the demo clinic in it: alone (it
 * finds its own database), with PostgreSQL in DATABASE_URL, and on PGlite.
 */
export function installations(): Installation[] {
  const given = engines().map((engine): Installation => {
    if (engine.kind === 'pglite')
      return { name: engine.name, start: (start) => start({ engine, demo: true }) }
    return {
      name: `${engine.name}, given as DATABASE_URL`,
      start: async (start) => {
        const fresh = await freshDatabase(engine)
        const product = await start({ demo: true, env: { DATABASE_URL: fresh.url ?? '' } })
        return {
          ...product,
          stop: async () => {
            await product.stop()
            await fresh.dispose()
          },
        }
      },
    }
  })
  return [{ name: 'the engine found by itself', start: (start) => start({ demo: true }) }, ...given]
}
