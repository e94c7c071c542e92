/**
 * The HTTP status of an error whose message is ours and fit for people: its code is `PT` plus the status, as
 * hosted PostgREST reads it. Null for any other code; its message is not shown (docs/decisions/0026).
 */
export function ownStatus(code: string): number | null {
  const status = /^PT([45]\d\d)$/.exec(code)?.[1]
  return status ? Number(status) : null
}

/** The error's message if its code says that it is ours, else null. */
export function ownMessage(code: unknown, message: unknown): string | null {
  if (typeof code !== 'string' || typeof message !== 'string') return null
  return ownStatus(code) === null ? null : message
}

/** The code that marks a message of ours sent with this HTTP status. */
export function ownCode(status: number): string {
  return `PT${status}`
}

/** What a person reads of an answer with 503: the database is away, or too much is asked for at once. */
export const unavailableWords =
  'El servicio no está disponible por el momento. Inténtalo de nuevo en unos segundos.'
