import { describe, expect, it } from 'vitest'
import type { Database, Queryable } from '#server/base/database.ts'
import type { Identity } from '#server/identity.ts'
import { admit } from './admit.ts'
import { createCatalog } from './catalog.ts'
import { parseJoin } from './join.ts'

const anon: Identity = { role: 'anon', claims: { role: 'anon' } }
const person: Identity = { role: 'authenticated', claims: { role: 'authenticated', sub: 'ana' } }

/** A database that records queries, with one live table that only signed-in people may read. */
function useDatabase() {
  const asked: unknown[] = []
  const tx: Queryable = {
    query: async <Row>(sql: string, params: readonly unknown[] = []) => {
      const column = {
        name: 'id',
        type: 'int8',
        sqlType: 'bigint',
        key: true,
        selectable: params[0] !== 'anon',
      }
      const rows = sql.includes('pg_publication_tables')
        ? [{ table: 'citas', rowSecurity: true, columns: [column], bypass: false, permissive: null }]
        : []
      return { rows: rows as Row[], affected: 0 }
    },
  }
  const database: Pick<Database, 'as' | 'transaction'> = {
    transaction: async (work) => {
      asked.push('catalogue')
      return work(tx)
    },
    as: async (identity, work, info) => {
      asked.push([identity.claims.sub, info?.headers])
      return work(tx)
    },
  }
  return { asked, database }
}

const { bindings } = parseJoin({
  config: { postgres_changes: [{ event: '*', schema: 'public', table: 'citas', filter: 'id=in.(1,2)' }] },
})

describe('joining asks of the database', () => {
  it('nothing for a role that may read nothing, and the catalogue once in ten seconds', async () => {
    const { asked, database } = useDatabase()
    let time = 0
    const catalog = createCatalog(database, () => new Date(time))
    const join = () => admit({ database, catalog, address: '203.0.113.7' }, anon, bindings)
    await Promise.all(Array.from({ length: 400 }, join))
    time = 9_999
    await join()
    expect(asked).toEqual(['catalogue'])
    time = 10_000
    await join()
    expect(asked).toEqual(['catalogue', 'catalogue'])
  })

  it('whether the values fit, as the caller, so that callers take turns', async () => {
    const { asked, database } = useDatabase()
    const catalog = createCatalog(database, () => new Date(0))
    await admit({ database, catalog, address: '203.0.113.7' }, person, bindings)
    expect(asked).toEqual(['catalogue', ['ana', { 'x-forwarded-for': '203.0.113.7' }]])
  })

  it('the catalogue again after it could not be read', async () => {
    const { asked, database } = useDatabase()
    let isAway = true
    const transaction: Database['transaction'] = async (work) => {
      if (isAway) throw new Error('away')
      return database.transaction(work)
    }
    const catalog = createCatalog({ transaction }, () => new Date(0))
    await expect(catalog('anon')).rejects.toThrow('away')
    isAway = false
    expect([...(await catalog('anon')).keys()]).toEqual(['citas'])
    expect(asked).toEqual(['catalogue'])
  })
})
