import type { Queryable } from '#server/base/database.ts'
import { isUnavailable } from '#server/base/errors.ts'
import type { Refusals } from './refusals.ts'

const EVERY_MS = 60_000

/**
 * Every minute: ends expired sessions and writes refused sign-ins to the trail; the latter once more on close.
 * After a failure the next run catches up.
 */
export function startSessionUpkeep(parts: { database: Queryable; refusals: Refusals; everyMs?: number }): {
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
