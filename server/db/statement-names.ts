import { DatabaseError } from '#server/base/errors.ts'

/**
 * Names under which repeated statements stay prepared on a connection, so that PostgreSQL plans them once (with row
 * policies, planning takes longer than running). PostgreSQL itself replans for another role or a changed table.
 */
export type StatementNames = {
  /** The name for a statement seen before; undefined for a new one. */
  of(sql: string): string | undefined
  /** Increases when all names are dropped. Close connections of an earlier generation: they still hold its statements. */
  readonly generation: number
  /** Checks a statement's error; true when the connection's prepared statements are no longer valid. */
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
      // A pooler between us and PostgreSQL hands out connections that lack our names, or have another client's.
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
