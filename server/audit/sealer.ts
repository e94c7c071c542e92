import type { Queryable } from '#server/base/database.ts'
import { isUnavailable } from '#server/base/errors.ts'
import { noteSeals } from './notes.ts'
import { sealTrail } from './seal.ts'

const EVERY_MS = 60_000

/**
 * Seals the trail every minute and once more on close, and notes each seal in `file`. After a failure the next
 * run catches up.
 */
export function startSealing(parts: { database: Queryable; file: string; everyMs?: number }): {
  seal(): Promise<void>
  close(): Promise<void>
} {
  const { database, file, everyMs = EVERY_MS } = parts
  let working: Promise<void> = Promise.resolve()
  let complained = false

  async function work(): Promise<void> {
    try {
      await sealTrail(database)
      await noteSeals(database, file)
      complained = false
    } catch (error) {
      if (complained) return
      complained = true
      const code = error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : typeof error
      console.error(
        `audit: the trail cannot be sealed (${isUnavailable(error) ? 'no database' : code}), trying again`,
      )
    }
  }
  const seal = () => {
    working = working.then(work)
    return working
  }
  const timer = setInterval(() => void seal(), everyMs)
  timer.unref()
  return {
    seal,
    close: () => {
      clearInterval(timer)
      return seal()
    },
  }
}
