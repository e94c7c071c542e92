import { ConfigError } from './config.ts'
import { explainStart } from './explain.ts'
import type { Product } from './product.ts'

/** The end of a terminal, Ctrl-C and a service manager. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** One wish to stop may come as several signals: to the whole process group, and once more from npm, which hands its own on. */
const oneWishMs = 2000

/**
 * Runs the product as this process: tells `onReady` once it answers, ends with 1 and a reason in Spanish when it cannot
 * start. The first signal stops everything in order; one that comes two seconds later does not wait, and leaves nothing
 * running either (what was opened ends with the process, `server/db/embedded.ts` and `server/lock.ts`).
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
