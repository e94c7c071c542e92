import { ConfigError } from './config.ts'
import { explainStart } from './explain.ts'
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
  watchNpm(() => void stop())

  starting.then(onReady).catch((error: unknown) => {
    if (error instanceof ConfigError) console.error(`La configuración no es válida:\n${error.message}`)
    else console.error(explainStart(error))
    process.exit(1)
  })
}

/** npm's shell does not pass on the signal that ends npm: without npm nobody is left who could stop us. */
function watchNpm(onGone: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    onGone()
  }, 500)
  watch.unref()
}
