import type { Database } from '#server/db/database.ts'
import { DatabaseError } from '#server/db/errors.ts'
import type { Identity } from '#server/identity.ts'
import { readTables, sqlTypeOf } from './catalog.ts'
import { maySelect } from './deliver.ts'
import { type Binding, JoinError } from './join.ts'

/**
 * Makes sure that every binding can be served: the table is live and under Row Level Security, and the filter compares
 * columns of it with values of their types. Throws a JoinError otherwise.
 *
 * A role that may read nothing of the table is let in all the same and hears nothing: realtime-js often joins before it
 * knows the session, and sends the token right after. One that may read only other columns is refused.
 */
export async function admit(database: Database, identity: Identity, bindings: Binding[]): Promise<void> {
  const tables = [...new Set(bindings.flatMap(({ table }) => table ?? []))]
  if (tables.length === 0) return
  const known = await readTables(database, identity.role, tables)
  for (const { table, conditions, select } of bindings) {
    if (table === null) continue
    const facts = known.get(table)
    if (!facts?.rowSecurity) throw new JoinError(`Unable to subscribe to changes of the table ${table}`)
    const readsAny = facts.columns.some((column) => column.selectable)
    for (const name of [...conditions.map(({ column }) => column), ...(select ?? [])]) {
      const exists = facts.columns.some((column) => column.name === name)
      if (!exists || (readsAny && !maySelect(facts, name))) {
        throw new JoinError(`Unable to subscribe: invalid column ${name}`)
      }
    }
    const values = conditions.flatMap(({ column, values }) =>
      values.map((value) => ({ type: sqlTypeOf(facts, column), value })),
    )
    if (values.length > 0) await checkValues(database, values)
  }
}

async function checkValues(database: Database, values: { type: string; value: string }[]): Promise<void> {
  const casts = values.map(({ type }, index) => `($${index + 1}::text::${type}) is null`)
  try {
    await database.query(
      `select ${casts.join(' or ')} as empty`,
      values.map(({ value }) => value),
    )
  } catch (error) {
    if (error instanceof DatabaseError && /^(22|42)/.test(error.code)) {
      throw new JoinError('Unable to subscribe: a value of the filter does not fit its column')
    }
    throw error
  }
}
