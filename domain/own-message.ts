/**
 * The HTTP status of an error whose message is ours and may be read by a person: its code is `PT` and that status, which
 * is how a hosted PostgREST reads it. Null for any other code, whose message stays unread (docs/decisions/0026).
 */
export function ownStatus(code: string): number | null {
  const status = /^PT([45]\d\d)$/.exec(code)?.[1]
  return status ? Number(status) : null
}

/** The message of an error when its code says that it is ours, else null. */
export function ownMessage(code: unknown, message: unknown): string | null {
  if (typeof code !== 'string' || typeof message !== 'string') return null
  return ownStatus(code) === null ? null : message
}

/** The code that an answer with this HTTP status carries when its message is ours. */
export function ownCode(status: number): string {
  return `PT${status}`
}
