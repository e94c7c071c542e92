import { ConfigError } from './config.ts'
import { describeError } from './http/log.ts'
import type { Product } from './product.ts'

/**
 * Runs the product as this process: tells `onReady` once it answers, ends with 1 and a reason in Spanish when it cannot
 * start. The first SIGINT or SIGTERM stops everything in order; the second does not wait.
 */
export function runProduct(start: () => Promise<Product>, onReady: (product: Product) => void): void {
  const starting = start()
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    console.log('Deteniendo…')
    try {
      await (await starting).close()
      process.exit(0)
    } catch {
      process.exit(1)
    }
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())

  starting.then(onReady).catch((error: unknown) => {
    if (error instanceof ConfigError) console.error(`La configuración no es válida:\n${error.message}`)
    else console.error(error instanceof Error ? error.message : describeError(error))
    process.exit(1)
  })
}
