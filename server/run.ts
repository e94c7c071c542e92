import { ConfigError } from './config.ts'
import { explainStart } from './explain.ts'
import type { Product } from './product.ts'

/** Closing the terminal, Ctrl-C and a service manager. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * One request to stop may arrive as several signals: to the whole process group, and again from npm, which
 * forwards its own.
 */
const oneWishMs = 2000

/**
 * Runs the product as this process: calls `onReady` once it accepts requests; exits with 1 and a reason in Spanish
 * when it cannot start. The first signal stops everything in order. Another one more than two seconds later exits at
 * once, which leaves nothing running either (`server/db/embedded.ts`, `server/lock.ts`).
 */
export function runProduct(start: () => Promise<Product>, onReady: (product: Product) => void): void {
  const starting = start()
  let stoppingSince: number | undefined
  const stop = async () => {
    if (stoppingSince !== undefined) return
    stoppingSince = performance.now()
    console.log('Deteniendo…')
    try {
      await (await starting).close()
      process.exit(0)
    } catch {
      process.exit(1)
    }
  }
  for (const signal of signals) {
    process.on(signal, () => {
      if (stoppingSince !== undefined && performance.now() - stoppingSince > oneWishMs) process.exit(1)
      void stop()
    })
  }
  watchNpm(() => void stop())

  starting.then(onReady).catch((error: unknown) => {
    if (error instanceof ConfigError) console.error(`La configuración no es válida:\n${error.message}`)
    else console.error(explainStart(error))
    process.exit(1)
  })
}

/** npm's shell does not forward the signal that ends npm: once npm is gone, nobody could stop us. */
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
