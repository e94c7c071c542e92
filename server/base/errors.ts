/**
 * A database error, the same on every engine. `code` is the SQLSTATE; a lost or refused connection is class 08,
 * whatever the driver called it.
 */
export class DatabaseError extends Error {
  readonly code: string
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly constraint: string | undefined
  readonly schema: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  /** Seconds after which a retry may work, where that is known. */
  readonly retryAfter: number | undefined

  constructor(fields: ErrorFields, cause?: unknown) {
    super(fields.message, { cause })
    this.code = fields.code
    this.detail = fields.detail
    this.hint = fields.hint
    this.constraint = fields.constraint
    this.schema = fields.schema
    this.table = fields.table
    this.column = fields.column
    this.retryAfter = fields.retryAfter
  }
}

type ErrorFields = { message: string; code: string } & Partial<
  Record<'detail' | 'hint' | 'constraint' | 'schema' | 'table' | 'column', string> & { retryAfter: number }
>

// Shutting down, crashed, starting up: for the caller the same as a lost connection.
const shutdown = /^57P0[1-5]$/
const sqlState = /^[0-9A-Z]{5}$/

/**
 * Turns a driver's error into a DatabaseError. Errors from elsewhere (a bug, or the caller's own code inside a
 * transaction) are returned unchanged.
 */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error
  const code = textOf(error, 'code')
  if (code && sqlState.test(code) && textOf(error, 'severity')) {
    if (shutdown.test(code)) return unavailable(error)
    const fields: ErrorFields = { message: error.message, code }
    for (const name of ['detail', 'hint', 'constraint', 'schema', 'table', 'column'] as const) {
      const value = textOf(error, name)
      if (value !== undefined) fields[name] = value
    }
    return new DatabaseError(fields, error)
  }
  return isConnectionLoss(error, code) ? unavailable(error) : error
}

/** True when the database is away (restarting, refused, connection lost) and a retry may work: answer 503. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseError && /^(08...|53300)$/.test(error.code)
}

function unavailable(cause: unknown): DatabaseError {
  return new DatabaseError({ message: 'The database cannot be reached', code: '08006' }, cause)
}

function textOf(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND'])

// pg has no codes for these; we match its messages.
const connectionWords =
  /Connection terminated|Connection ended|timeout exceeded when trying to connect|Client was closed|not queryable|PGlite is clos/i

function isConnectionLoss(error: Error, code: string | undefined): boolean {
  const ofSocket = code !== undefined && connectionCodes.has(code) && textOf(error, 'syscall') !== 'open'
  return ofSocket || connectionWords.test(error.message)
}
