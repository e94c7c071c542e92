import type { Locker } from '@tus/server'

type Holder = { letGo: () => void | Promise<void>; waiting: (() => void)[] }

/** How long a writer waits for the previous one. */
const PATIENCE_MS = 15_000

/**
 * One writer per upload. A later one asks the current one to stop: after a lost connection that is often just a
 * socket nobody has closed yet. The package's own locker polls, which slows everybody down.
 */
export function createLocker(): Locker {
  const holders = new Map<string, Holder>()

  return {
    newLock: (id) => ({
      async lock(signal, letGo) {
        const holder = holders.get(id)
        if (!holder) {
          holders.set(id, { letGo, waiting: [] })
          return
        }
        await new Promise<void>((resolve, reject) => {
          const leave = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', giveUp)
            holder.waiting = holder.waiting.filter((other) => other !== start)
          }
          const start = () => {
            leave()
            holder.letGo = letGo
            resolve()
            if (holder.waiting.length > 0) void letGo()
          }
          const giveUp = () => {
            leave()
            reject({ status_code: 423, body: 'The upload is locked\n' })
          }
          const timer = setTimeout(giveUp, PATIENCE_MS)
          signal.addEventListener('abort', giveUp)
          holder.waiting.push(start)
          void holder.letGo()
        })
      },
      async unlock() {
        const holder = holders.get(id)
        const next = holder?.waiting[0]
        if (next) next()
        else holders.delete(id)
      },
    }),
  }
}
