import { DatabaseError } from './errors.ts'

/**
 * Names under which repeated statements stay prepared on a connection, so that PostgreSQL need not plan them again (with row
 * policies that takes longer than running them). PostgreSQL itself plans anew for another role or a changed table.
 */
export type StatementNames = {
  /** The name of a text that was seen before; undefined for a new one. */
  of(sql: string): string | undefined
  /** Grows when all names are given up; a connection of an earlier one still holds its statements and should be closed. */
  readonly generation: number
  /** Looks at what a statement failed with; true when the connection's prepared statements are no longer good. */
  isStale(error: unknown): boolean
}

/** `limit` bounds the memory of a connection: a prepared list with two embedded people takes about 200 KB. */
export function createStatementNames(limit = 64): StatementNames {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  let generation = 0
  let count = 0
  let usable = true

  function forget(): void {
    names.clear()
    seen.clear()
    generation += 1
  }

  return {
    of: (sql) => {
      const known = names.get(sql)
      if (known || !usable) return known
      if (!seen.has(sql)) {
        if (seen.size >= 16 * limit) seen.clear()
        seen.add(sql)
        return undefined
      }
      seen.delete(sql)
      if (names.size >= limit) forget()
      count += 1
      const name = `s${count}`
      names.set(sql, name)
      return name
    },
    get generation() {
      return generation
    },
    isStale: (error) => {
      if (!(error instanceof DatabaseError)) return false
      // A pooler between us and PostgreSQL hands out connections that do not know our names, or know somebody else's.
      if (error.code === '26000' || error.code === '42P05') {
        usable = false
        forget()
        return true
      }
      // "cached plan must not change result type": the tables behind it were changed.
      return error.code === '0A000'
    },
  }
}
