/**
 * The HTTP status of an error whose message is ours and may be read by a person: its code is `PT` and that status, which
 * is how a hosted PostgREST reads it. Null for any other code, whose message stays unread (docs/decisions/0026).
 */
export function ownStatus(code: string): number | null {
  const status = /^PT([45]\d\d)$/.exec(code)?.[1]
  return status ? Number(status) : null
}

/** The code that an answer with this HTTP status carries when its message is ours. */
export function ownCode(status: number): string {
  return `PT${status}`
}
