import type { Database } from '#server/base/database.ts'
import { DatabaseError } from '#server/base/errors.ts'
import type { Identity } from '#server/identity.ts'
import { type Catalog, sqlTypeOf } from './catalog.ts'
import { maySelect } from './deliver.ts'
import { type Binding, JoinError } from './join.ts'

type Asking = {
  database: Pick<Database, 'as'>
  catalog: Catalog
  /** The socket's address: without an account, its network takes the turns at the database. */
  address: string
}

/**
 * Checks that every binding can be served: the table is live and under Row Level Security, and the filter compares its
 * columns with values of their types. Throws a JoinError otherwise, and a DatabaseError (53300) when too many ask at once.
 *
 * A role that may read nothing of the table is admitted without querying the database, and receives nothing: realtime-js often
 * joins before it knows the session and sends the token right after. A role that may read only other columns is refused.
 */
export async function admit(
  { database, catalog, address }: Asking,
  identity: Identity,
  bindings: Binding[],
): Promise<void> {
  if (bindings.every(({ table }) => table === null)) return
  const known = await catalog(identity.role)
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
    if (readsAny && values.length > 0) await checkValues(database, identity, address, values)
  }
}

async function checkValues(
  database: Pick<Database, 'as'>,
  identity: Identity,
  address: string,
  values: { type: string; value: string }[],
): Promise<void> {
  const casts = values.map(({ type }, index) => `($${index + 1}::text::${type}) is null`)
  const texts = values.map(({ value }) => value)
  const info = { readOnly: true, headers: { 'x-forwarded-for': address } }
  try {
    await database.as(identity, (tx) => tx.query(`select ${casts.join(' or ')} as empty`, texts), info)
  } catch (error) {
    if (error instanceof DatabaseError && /^(22|42)/.test(error.code)) {
      throw new JoinError('Unable to subscribe: a value of the filter does not fit its column')
    }
    throw error
  }
}
