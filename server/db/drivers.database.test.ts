import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Identity } from '#server/identity.ts'
import { emptyDatabase, engines, type FreshDatabase } from '#tests/engines.ts'
import { until } from '#tests/until.ts'

const user = (sub: string): Identity => ({ role: 'authenticated', claims: { sub, role: 'authenticated' } })

describe.each(engines())('database on $name', (engine) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await emptyDatabase(engine)
    await fresh.database.exec(`
      do $$ declare name text; begin
        foreach name in array array['anon', 'authenticated', 'service_role'] loop
          if not exists (select from pg_roles where rolname = name) then execute format('create role %I', name); end if;
        end loop;
      end $$;
      create table notes (id int primary key, owner text not null default current_setting('request.jwt.claims')::json ->> 'sub');
      alter table notes enable row level security;
      grant all on notes to authenticated;
      create policy own on notes to authenticated
        using (owner = current_setting('request.jwt.claims')::json ->> 'sub');
      create function fail_closed() returns void language plpgsql as $$
        begin raise exception 'No puedes' using errcode = '42501', hint = 'pista', detail = 'detalle'; end $$;
    `)
  })
  afterAll(() => fresh.dispose())

  it('reads the same values everywhere', async () => {
    const { rows, affected } = await fresh.database.query(
      `select 'á' as a, 7 as b, true as c, '{"k":[1,null]}'::jsonb as d, null::text as e, 9007199254740993 as f,
         1.10::numeric as g, '2026-11-20T12:00:00-06:00'::timestamptz as h, date '2026-11-20' as i,
         array['x', 'y z'] as j, '\\x00ff'::bytea as k, '"texto"'::json as l`,
    )
    const expected = {
      a: 'á',
      b: 7,
      c: true,
      d: { k: [1, null] },
      e: null,
      f: '9007199254740993',
      g: '1.10',
      h: '2026-11-20 18:00:00+00',
      i: '2026-11-20',
      j: '{x,"y z"}',
      k: '\\x00ff',
      l: 'texto',
    }
    expect({ rows, affected }).toEqual({ rows: [expected], affected: 1 })
  })

  it.runIf(engine.kind === 'postgres')(
    'a value that is too long to read ends its connection, and nothing else',
    async () => {
      const { database } = fresh
      const ask = (megabytes: number) =>
        database.query<{ bytes: number }>('select repeat($1, $2::int) as long', [
          'x',
          megabytes * 1024 * 1024,
        ])
      await expect(ask(34)).rejects.toMatchObject({ code: '08006' })
      await expect(
        database.as(user('ana'), (tx) => tx.query(`select repeat('x', 34 * 1024 * 1024)`)),
      ).rejects.toMatchObject({ code: '08006' })
      expect((await ask(32)).rows).toHaveLength(1)
    },
  )

  it('takes the same parameters everywhere', async () => {
    const values = [
      'O\'Higgins \\ "x"',
      7,
      true,
      { k: ["ñ'"] },
      null,
      12345678901234567890n,
      ['a"b', null, 'c\\d', 'e,f'],
      new Date(0),
      new Uint8Array([0, 255]),
    ]
    const { rows } = await fresh.database.query(
      `select $1::text as a, $2::int as b, $3::bool as c, $4::jsonb as d, $5::text as e, $6::numeric as f,
         to_json($7::text[]) as g, $8::timestamptz as h, $9::bytea as i`,
      values,
    )
    expect(rows).toEqual([
      {
        a: 'O\'Higgins \\ "x"',
        b: 7,
        c: true,
        d: { k: ["ñ'"] },
        e: null,
        f: '12345678901234567890',
        g: ['a"b', null, 'c\\d', 'e,f'],
        h: '1970-01-01 00:00:00+00',
        i: '\\x00ff',
      },
    ])
  })

  it('refuses json that is nested too deep, however it is given, and goes on', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    for (const value of [deep, JSON.parse(deep), [deep]]) {
      await expect(fresh.database.query('select $1::text::jsonb as a', [value])).rejects.toMatchObject({
        code: '54001',
      })
    }
    expect((await fresh.database.query(`select $1::jsonb as a`, ['[[1]]'])).rows).toEqual([{ a: [[1]] }])
  })

  it('counts what a statement changed', async () => {
    await fresh.database.transaction(async (tx) => {
      await tx.query(`insert into notes (id, owner) select n, 'x' from generate_series(901, 903) n`)
      expect((await tx.query(`update notes set owner = 'y' where id > 901`)).affected).toBe(2)
      expect((await tx.query('delete from notes where id > 900')).affected).toBe(3)
    })
  })

  it('never mixes two callers, however many ask at once', async () => {
    const callers = Array.from({ length: 50 }, (_, n) => n)
    const seen = await Promise.all(
      callers.map((n) =>
        fresh.database.as(
          user(`user-${n}`),
          async (tx) => {
            await tx.query('insert into notes (id) values ($1)', [n])
            const own = await tx.query<{ id: number; owner: string }>('select id, owner from notes')
            const context = await tx.query(
              `select current_user::text as role, current_setting('request.path') as path,
                 current_setting('request.headers')::json ->> 'x-forwarded-for' as client,
                 current_setting('request.method') as method`,
            )
            return { own: own.rows, context: context.rows[0] }
          },
          { method: 'POST', path: `/rest/${n}`, headers: { 'x-forwarded-for': `10.0.0.${n}` } },
        ),
      ),
    )
    seen.forEach(({ own, context }, n) => {
      expect(own).toEqual([{ id: n, owner: `user-${n}` }])
      expect(context).toEqual({
        role: 'authenticated',
        path: `/rest/${n}`,
        client: `10.0.0.${n}`,
        method: 'POST',
      })
    })
  })

  it.runIf(engine.kind === 'postgres')(
    'lets one account in three times at once, and others beside it',
    async () => {
      const inside: string[] = []
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const enter = (sub: string, stays = true) =>
        fresh.database.as(
          user(sub),
          async () => {
            inside.push(sub)
            if (stays) await released
          },
          { readOnly: true },
        )
      const all = Promise.all([...Array.from({ length: 5 }, () => enter('ana')), enter('eva')])
      try {
        await until(() => expect(inside.length).toBeGreaterThan(3))
        // Later callers enter and leave, one after the other.
        for (const sub of ['luz', 'paz', 'sol']) await enter(sub, false)
        expect([...inside].sort()).toEqual(['ana', 'ana', 'ana', 'eva', 'luz', 'paz', 'sol'])
      } finally {
        release()
      }
      await all
      expect(inside.filter((sub) => sub === 'ana')).toHaveLength(5)
    },
  )

  it('leaves nothing of a caller behind', async () => {
    const callers = Array.from({ length: 20 }, (_, n) => user(`gone-${n}`))
    await Promise.allSettled(
      callers.map((caller, n) =>
        fresh.database.as(caller, async () => {
          if (n % 2) throw new Error('stop')
        }),
      ),
    )
    const left = await Promise.all(
      callers.map(() =>
        fresh.database.query<{ claims: string; owner: boolean }>(
          `select coalesce(current_setting('request.jwt.claims', true), '') as claims,
             current_user = session_user as owner`,
        ),
      ),
    )
    expect(left.map(({ rows }) => rows[0])).toEqual(left.map(() => ({ claims: '', owner: true })))
  })

  it('reads claims and headers as data, whatever they contain', async () => {
    const sub = `'; reset role; select '\\' \u0000 $1 --`
    const { rows } = await fresh.database.as(user(sub), (tx) =>
      tx.query(
        `select current_user::text as role, position('reset role' in current_setting('request.jwt.claims')) > 0 as kept`,
      ),
    )
    expect(rows).toEqual([{ role: 'authenticated', kept: true }])
  })

  it('takes one statement only', async () => {
    await expect(
      fresh.database.as(user('x'), (tx) => tx.query('select 1; reset role')),
    ).rejects.toMatchObject({ code: '42601' })
  })

  it('rolls everything back when the work throws', async () => {
    const work = fresh.database.as(user('rollback'), async (tx) => {
      await tx.query('insert into notes (id) values (1001)')
      throw new Error('own error')
    })
    await expect(work).rejects.toThrow('own error')
    const { rows } = await fresh.database.query('select id from notes where id = 1001')
    expect(rows).toEqual([])
  })

  it('does not report success when a failed statement was swallowed', async () => {
    const work = fresh.database.transaction(async (tx) => {
      await tx.query(`insert into notes (id, owner) values (1002, 'x')`)
      await tx.query('select 1 / 0').catch(() => {})
    })
    await expect(work).rejects.toThrow()
    const { rows } = await fresh.database.query('select id from notes where id = 1002')
    expect(rows).toEqual([])
  })

  it('refuses to write when only reading was asked for', async () => {
    const work = fresh.database.as(user('reader'), (tx) => tx.query('insert into notes (id) values (1003)'), {
      readOnly: true,
    })
    await expect(work).rejects.toMatchObject({ code: '25006' })
  })

  it('names errors as PostgreSQL does', async () => {
    await fresh.database.query(`insert into notes (id, owner) values (1004, 'x') on conflict do nothing`)
    await expect(
      fresh.database.query(`insert into notes (id, owner) values (1004, 'x')`),
    ).rejects.toMatchObject({
      code: '23505',
      constraint: 'notes_pkey',
      detail: 'Key (id)=(1004) already exists.',
    })
    await expect(fresh.database.query('select fail_closed()')).rejects.toMatchObject({
      code: '42501',
      message: 'No puedes',
      hint: 'pista',
      detail: 'detalle',
    })
    await expect(
      fresh.database.as({ role: 'anon', claims: {} }, (tx) => tx.query('select id from notes')),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('runs a script as one transaction', async () => {
    await expect(fresh.database.exec('create table half (id int); select 1 / 0;')).rejects.toMatchObject({
      code: '22012',
    })
    const { rows } = await fresh.database.query(`select to_regclass('half')::text as half`)
    expect(rows).toEqual([{ half: null }])
  })

  it('hands on notifications after the commit, and stops', async () => {
    const payloads: string[] = []
    let arrived = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const stop = await fresh.database.listen('some_channel', (payload) => {
      payloads.push(payload)
      if (payload === 'last') arrived()
    })
    await fresh.database.transaction((tx) => tx.query(`select pg_notify('some_channel', 'first')`))
    await expect(
      fresh.database.transaction(async (tx) => {
        await tx.query(`select pg_notify('some_channel', 'never')`)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await fresh.database.query(`select pg_notify('some_channel', 'last')`)
    await arrival
    await stop()
    await fresh.database.query(`select pg_notify('some_channel', 'too late')`)
    await fresh.database.query('select 1')
    expect(payloads).toEqual(['first', 'last'])
  })
})
