import type { Queryable } from '#server/db/database.ts'
import { isUnavailable } from '#server/db/errors.ts'
import type { Refusals } from './refusals.ts'

const EVERY_MS = 60_000

/**
 * Every minute: ends the sessions that are over and writes the refused sign-ins into the trail; the latter once more when it
 * is closed. A minute that fails is made good by the next.
 */
export function startKeeping(parts: { database: Queryable; refusals: Refusals; everyMs?: number }): {
  close(): Promise<void>
} {
  const { database, refusals, everyMs = EVERY_MS } = parts
  let working: Promise<void> = Promise.resolve()

  const attempt = (work: () => Promise<unknown>) =>
    work().then(
      () => undefined,
      (error: unknown) => {
        const code = error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : typeof error
        console.error(`auth: sessions cannot be kept (${isUnavailable(error) ? 'no database' : code})`)
      },
    )
  const timer = setInterval(() => {
    working = working
      .then(() => attempt(() => refusals.write()))
      .then(() => attempt(() => database.query('select private.end_old_sessions() as ended')))
  }, everyMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      await working
      await attempt(() => refusals.write())
    },
  }
}
