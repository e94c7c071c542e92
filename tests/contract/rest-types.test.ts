import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/engines.ts'
import { openSandbox, type Sandbox } from './rest-sandbox.ts'

describe.each(engines())('types through PostgREST on $name', (engine) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox(engine)
    await sandbox.fresh.database.exec(`
      create function public.fixed(letters char(5), bits bit(4), many char(2)[]) returns text language sql immutable
        as $$ select concat_ws(' ', letters::text, bits::text, many[2]::text) $$;
      create function public.lettered(letters char(5)) returns text language sql immutable as $$ select letters::text $$;

      create domain public.level as int default 3;
      create domain public.high_level as public.level check (value > 1);
      create table public.marks (
        id int generated always as identity primary key, name text, level public.high_level, own public.level default 9);

      create type public.place as (town text, size int);
      create domain public.known_place as public.place check ((value).town is not null);
      create domain public.dear_place as public.known_place;
      create function public.place_of(n int) returns public.known_place language sql stable
        as $$ select ('Puebla', n)::public.known_place $$;
      create function public.places(n int) returns setof public.dear_place language sql stable
        as $$ select ('Town ' || i, i)::public.dear_place from generate_series(1, n) i $$;

      create function public.whole(jsonb) returns int language sql immutable as $$ select 1 $$;
      create function public.whole(json) returns int language sql immutable as $$ select 2 $$`)
  })
  afterAll(() => sandbox.dispose())

  test('parameters of a fixed length are taken whole', async () => {
    const db = await sandbox.as('service_role')
    const args = { letters: 'abc', bits: '1011', many: ['xy', 'zw'] }
    expect((await db.rpc('fixed', args)).data).toBe('abc 1011 zw')
    expect((await db.rpc('fixed', args, { get: true })).data).toBe('abc 1011 zw')
    expect((await db.rpc('lettered', { letters: 'abc' })).data).toBe('abc')
  })

  test('a domain over a composite type is answered as a row', async () => {
    const db = await sandbox.as('service_role')
    expect((await db.rpc('place_of', { n: 4 })).data).toEqual({ town: 'Puebla', size: 4 })
    expect((await db.rpc('places', { n: 3 }).gt('size', 1).order('size', { ascending: false })).data).toEqual(
      [
        { town: 'Town 3', size: 3 },
        { town: 'Town 2', size: 2 },
      ],
    )
    expect((await sandbox.raw('rpc/place_of?n=4&select=town')).json).toEqual({ town: 'Puebla' })
  })

  test('functions that cannot be told apart are listed', async () => {
    const listed = async (name: string, body: string) =>
      (await sandbox.raw(`rpc/${name}`, { method: 'POST', body })).json
    expect(await listed('twice', '{"x":2}')).toMatchObject({
      code: 'PGRST203',
      message: expect.stringMatching(
        /between: public\.twice\(x => (integer|text)\), public\.twice\(x => (integer|text)\)$/,
      ),
    })
    expect(await listed('whole', '{"y":2}')).toMatchObject({
      code: 'PGRST203',
      message: expect.stringMatching(/between: public\.whole\( => jsonb?\), public\.whole\( => jsonb?\)$/),
    })
  })

  test('a count that PostgreSQL would plan is our estimate, also where an answer has no body', async () => {
    const db = await sandbox.as('service_role')
    const head = await db.from('people').select('*', { count: 'planned', head: true })
    expect(head).toMatchObject({ error: null, status: 200, count: 4 })
    const { headers } = await sandbox.raw('people', { headers: { prefer: 'count=planned' } })
    expect(headers.get('preference-applied')).toBe('count=estimated')
  })

  test('a page behind the end says how many rows there are', async () => {
    const answers = [
      await sandbox.raw('people?offset=9', { headers: { prefer: 'count=exact' } }),
      await sandbox.raw('people', { headers: { prefer: 'count=exact', range: '9-12' } }),
      await sandbox.raw('rpc/people_named?part=&offset=9', { headers: { prefer: 'count=exact' } }),
    ]
    for (const { status, headers } of answers) {
      expect([status, headers.get('content-range')]).toEqual([416, '*/4'])
    }
  })
})
