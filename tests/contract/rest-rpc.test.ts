import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { engines } from '#tests/engines.ts'
import { ana, beto, openSandbox, type Sandbox } from './rest-sandbox.ts'

describe.each(engines())('calling functions through PostgREST on $name', (engine) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox(engine)
  })
  afterAll(() => sandbox.dispose())

  const caller = () => sandbox.as('service_role')

  test('a value: named arguments in any order, defaults, GET and POST', async () => {
    const db = await caller()
    expect(await db.rpc('add', { b: 2, a: 1 })).toMatchObject({ status: 200, data: 3 })
    expect((await db.rpc('add', { a: 1 })).data).toBe(11)
    expect((await db.rpc('add', { a: null })).data).toBe(null)
    expect((await db.rpc('add', { a: 5, b: 6 }, { get: true })).data).toBe(11)
    expect((await db.rpc('add', { a: 1 }).single()).data).toBe(11)
    expect((await sandbox.raw('rpc/add?a=5', { method: 'HEAD' })).status).toBe(200)
  })

  test('arguments of any type, by body and by address', async () => {
    const db = await caller()
    const args = { list: [1, 2, 3], data: { a: [1, 'x'] }, mood: 'calm', at: '2026-01-01T00:00:00-06:00' }
    const expected = { sum: 6, data: { a: [1, 'x'] }, mood: 'calm', at: '2026-01-01T06:00:00+00:00' }
    expect((await db.rpc('kinds', args)).data).toEqual(expected)
    const query = new URLSearchParams({ ...args, list: '{1,2,3}', data: JSON.stringify(args.data) })
    expect((await sandbox.raw(`rpc/kinds?${query}`)).json).toEqual(expected)
    expect((await db.rpc('kinds', { ...args, list: 'x' })).error?.code).toBe('22P02')
  })

  test.each([
    ['é"\\\'', 'é"\\\''],
    [5, '5'],
    [true, 'true'],
    [{ a: [1] }, '{"a":[1]}'],
  ])('%j for a text is a text', async (words, text) => {
    const db = await caller()
    expect((await db.rpc('fails', { state: 'P0001', words })).error?.message).toBe(text)
  })

  test('a function that takes the whole body', async () => {
    const { json } = await sandbox.raw('rpc/echo', { method: 'POST', body: '[1,{"a":"b"}]' })
    expect(json).toEqual([1, { a: 'b' }])
  })

  test('rows are selected, filtered, ordered, paged and counted like a table, embeds included', async () => {
    const db = await caller()
    const all = await db
      .rpc('people_named', { part: 'a' }, { count: 'exact' })
      .order('name', { ascending: false })
    expect([all.count, all.data?.map((row: { name: string }) => row.name)]).toEqual([
      3,
      ['Darío, "el 4"', 'Carla', 'Ana'],
    ])
    const some = await db
      .rpc('people_named', { part: 'a' }, { count: 'exact' })
      .select('name, label, boss:boss_id(name), visits!patient_id(price)')
      .not('boss_id', 'is', null)
      .order('name')
      .range(0, 0)
    expect(some).toMatchObject({
      status: 206,
      count: 2,
      data: [
        {
          name: 'Carla',
          label: 'CARLA',
          boss: { name: 'Ana' },
          visits: [{ price: 150.5 }, { price: 999.99 }],
        },
      ],
    })
    expect((await sandbox.raw('rpc/people_named?part=ana&name=eq.Ana&select=name')).json).toEqual([
      { name: 'Ana' },
    ])
    const totals = await db.rpc('totals').select('day, total').gt('visits', 1)
    expect(totals.data).toEqual([{ day: '2026-03-02', total: 1019.99 }])
    const csv = await db.rpc('totals', { since: '2026-03-02' }).csv()
    expect(csv.data).toBe('day,visits,total\n2026-03-02,2,1019.99')
  })

  test('one row is an object, values a list, nothing a 204', async () => {
    const db = await caller()
    expect((await db.rpc('person', { who: ana }).select('name, passports(number)')).data).toEqual({
      name: 'Ana',
      passports: null,
    })
    expect((await db.rpc('person', { who: beto }).select('label').single()).data).toEqual({ label: 'BETO' })
    expect((await db.rpc('numbers', { n: 3 })).data).toEqual([1, 2, 3])
    expect(await db.rpc('numbers', { n: 5 }, { count: 'exact' }).range(1, 2)).toMatchObject({
      count: 5,
      data: [2, 3],
    })
    expect((await db.rpc('numbers', { n: 2000 })).data).toHaveLength(1000)
    expect(await db.rpc('nothing')).toMatchObject({ status: 204, data: null, error: null })
    expect((await db.from('logs').select()).data).toEqual([{ line: 'ran' }])
  })

  test('GET runs read-only, and a failed or refused call leaves nothing behind', async () => {
    const db = await caller()
    const before = (await db.from('logs').select()).data
    const get = await sandbox.raw('rpc/note?line=x')
    expect(get).toMatchObject({ status: 405, json: { code: '25006' } })
    expect((await db.rpc('broken')).error?.code).toBe('22012')
    const single = await db.rpc('many', { n: 2 }).single()
    expect([single.status, single.error?.code]).toEqual([406, 'PGRST116'])
    expect((await db.from('logs').select()).data).toEqual(before)
    // Counting reads the rows once more, but calls the function once.
    expect((await db.rpc('many', { n: 2 }, { count: 'exact' })).count).toBe(2)
    expect((await db.from('logs').select().eq('line', 'many')).data).toHaveLength(1)
    expect((await db.rpc('note', { line: 'y' })).data).toBe(1)
  })

  test('unknown functions, arguments and ambiguous calls', async () => {
    const db = await caller()
    expect(await db.rpc('nobody')).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
    expect((await db.rpc('add', { a: 1, c: 2 })).error?.message).toBe(
      'Could not find the function public.add(a, c) in the schema cache',
    )
    expect((await db.rpc('add', {})).error?.code).toBe('PGRST202')
    expect(await db.rpc('twice', { x: 2 })).toMatchObject({ status: 300, error: { code: 'PGRST203' } })
    expect((await db.rpc('add', { a: 'x' })).error?.code).toBe('22P02')
    expect((await sandbox.raw('rpc/add?a=1&a=2')).json).toMatchObject({ code: 'PGRST100' })
    expect((await sandbox.raw('rpc/add?a=1&b=eq.2')).status).toBe(400)
    expect((await sandbox.raw('rpc/add?c=1', { method: 'POST', body: '{"a":1}' })).status).toBe(400)
    expect((await sandbox.raw('rpc/add?a=1&select=x')).status).toBe(400)
    expect((await sandbox.raw('rpc/totals?unknown=eq.1')).json).toMatchObject({ code: '42703' })
    expect((await sandbox.raw('rpc/add', { method: 'PATCH', body: '{}' })).json).toMatchObject({
      code: 'PGRST101',
    })
    expect((await sandbox.raw('rpc/add', { method: 'POST', body: '[1]' })).status).toBe(404)
  })

  test('what a function raises', async () => {
    const db = await caller()
    const raised = async (state: string) => {
      const { status, error } = await db.rpc('fails', { state, words: 'No se pudo.' })
      return { status, ...error }
    }
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const said = { message: 'No se pudo.', details: 'the detail', hint: 'the hint' }
    expect(await raised('P0001')).toMatchObject({ status: 400, code: 'P0001', ...said })
    expect(await raised('23514')).toMatchObject({ status: 400, code: '23514', ...said })
    expect(await raised('P0002')).toMatchObject({ status: 404, ...said })
    expect(await raised('42501')).toMatchObject({ status: 403, ...said })
    expect(await raised('PT418')).toMatchObject({ status: 418, code: 'PT418', ...said })
    expect(await raised('57014')).toMatchObject({ status: 504, details: null, hint: null })
    const anon = await sandbox.as('anon')
    expect((await anon.rpc('fails', { state: '42501', words: 'x' })).status).toBe(401)
    const internal = await raised('XX000')
    expect(internal).toMatchObject({ status: 500, code: 'XX000', details: null, hint: null })
    expect(JSON.stringify(internal)).not.toContain('pudo')
    expect(log.mock.calls).toEqual([['rest: database error 57014'], ['rest: database error XX000']])
    log.mockRestore()
  })

  test('functions learn of the request, but never the caller’s secrets', async () => {
    const { json } = await sandbox.raw('rpc/headers', {
      headers: { 'x-forwarded-for': '192.0.2.7', cookie: 'a=b' },
    })
    expect(json).toMatchObject({ 'x-forwarded-for': '192.0.2.7' })
    expect(Object.keys(json ?? {})).not.toContain('authorization')
    expect(Object.keys(json ?? {})).not.toContain('cookie')
  })
})
