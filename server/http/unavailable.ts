import { ownCode, unavailableWords } from '#domain/own-message.ts'
import { DatabaseError } from '#server/base/errors.ts'
import { Fault } from '#server/base/fault.ts'

/** Seconds after which a retry is worth it, where nobody knows better. */
const soon = 5

/** 503 in words for people, with when to come back: the database is away, or too much is asked for at once. */
export function unavailable(error?: unknown): Fault {
  const wait = (error instanceof DatabaseError && error.retryAfter) || soon
  return new Fault(503, ownCode(503), unavailableWords, { headers: { 'retry-after': String(wait) } })
}
