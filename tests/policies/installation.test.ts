import { describe, expect, it } from 'vitest'
import { readScripts } from '#server/db/migrate.ts'
import { engines } from '#tests/engines.ts'
import { callers, identityOf } from './people.ts'
import { call, rehearse } from './rehearse.ts'
import { retiredService, useWorld } from './world.ts'

describe.each(engines())('the installation on $name', (engine) => {
  const world = useWorld(engine)

  it.each(callers)('tells administrators alone of its health and of old prices: %s', async (caller) => {
    const found = await rehearse(world(), identityOf(caller), async (stage) => [
      await call(stage, `select jsonb_typeof(public.installation_health() -> 'postgres') as value`),
      await call(
        stage,
        `select jsonb_typeof(public.service_history('${retiredService}') -> 'rows') as value`,
      ),
    ])
    const refused = caller === 'anonymous' ? 'no grant' : 'rule'
    const isAdmin = caller === 'admin' || caller === 'mainAdmin'
    expect(found).toEqual(isAdmin ? [['string'], ['array']] : [refused, refused])
  })

  it('says which PostgreSQL it is, how large the database is, which migrations were applied and what was sealed last', async () => {
    const migrations = (await readScripts()).before.filter(({ name }) => name.startsWith('migrations/'))
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      const [facts] = await stage.owner(
        `select current_setting('server_version') as postgres, pg_database_size(current_database())::float8 as size`,
      )
      await stage.owner(
        `insert into private.audit_seals (number, from_id, to_id, rows, marks, hash, sealed_at)
         select coalesce(max(s.number), 0) + 1, 900000, 900001, 1, '', repeat('0', 64), '2026-11-20T10:00:00Z'
         from private.audit_seals s`,
      )
      const [seal] = await stage.owner('select max(s.number)::int as number from private.audit_seals s')
      return { facts, seal, health: await call(stage, 'select public.installation_health() as value') }
    })
    expect(found.health).toEqual([
      {
        postgres: found.facts?.postgres,
        size: expect.any(Number),
        migrations: { applied: migrations.length, last: migrations.at(-1)?.name },
        station_full: false,
        seal: { number: found.seal?.number, at: '2026-11-20T10:00:00+00:00' },
      },
    ])
  })

  it('keeps what a service was called and cost, newest first, and who changed it', async () => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.attempt('update public.services set price = 510 where id = $1', [retiredService])
      await stage.attempt('update public.services set active = true, name = $2 where id = $1', [
        retiredService,
        'De vuelta',
      ])
      const [row] = (await stage.attempt('select public.service_history($1) as value', [retiredService])).rows
      return row?.value as { total: number; rows: Record<string, unknown>[] }
    })
    expect(found.total).toBe(3)
    expect(found.rows.map(({ id, at, ...row }) => row)).toEqual([
      {
        who: 'Nombre admin',
        name: 'De vuelta',
        price: 510,
        active: true,
        requestable: false,
        preparation: null,
      },
      {
        who: 'Nombre admin',
        name: 'Retirado',
        price: 510,
        active: false,
        requestable: false,
        preparation: null,
      },
      {
        who: null,
        name: 'Retirado',
        price: expect.any(Number),
        active: false,
        requestable: false,
        preparation: null,
      },
    ])
  })

  it('shows old prices twenty a page', async () => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      for (let price = 1; price <= 24; price += 1)
        await stage.attempt('update public.services set price = $2 where id = $1', [retiredService, price])
      const prices: number[][] = []
      for (const page of [1, 2, 3]) {
        const [row] = (
          await stage.attempt('select public.service_history($1, $2) as value', [retiredService, page])
        ).rows
        const { rows } = (row?.value ?? { rows: [] }) as { rows: { price: number }[] }
        prices.push(rows.map(({ price }) => price))
      }
      const refused = (await stage.attempt('select public.service_history($1, 0)', [retiredService])).outcome
      return { prices, refused }
    })
    expect(found.prices.map((page) => page.length)).toEqual([20, 5, 0])
    expect(found.prices.flat().slice(0, 24)).toEqual(Array.from({ length: 24 }, (_, n) => 24 - n))
    expect(found.refused).toBe('PT400')
  })
})
