import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/engines.ts'
import { ana, beto, carla, openSandbox, type Sandbox } from './rest-sandbox.ts'

describe.each(engines())('writing through PostgREST on $name', (engine) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox(engine)
  })
  afterAll(() => sandbox.dispose())

  const writer = () => sandbox.as('service_role')
  const visit = { patient_id: carla, doctor_id: ana, day: '2027-01-01' }
  async function count(table: string): Promise<number | null> {
    return (await (await writer()).from(table).select('*', { count: 'exact', head: true })).count
  }

  test('an insert answers nothing, or the row with its defaults and what it embeds', async () => {
    const db = await writer()
    const bare = await db.from('rooms').insert({ name: 'Este' })
    expect(bare).toMatchObject({ status: 201, data: null, error: null })
    const { status, data } = await db
      .from('visits')
      .insert({ ...visit, price: '12.345', mood: 'tense', tags: ['x', 'y, z'] })
      .select('price, starts_at, tags, mood, patient:people!patient_id(name, label)')
      .single()
    expect(status).toBe(201)
    expect(data).toEqual({
      price: 12.35,
      starts_at: '2026-01-02T03:04:05+00:00',
      tags: ['x', 'y, z'],
      mood: 'tense',
      patient: { name: 'Carla', label: 'CARLA' },
    })
    const person = await db
      .from('people')
      .insert({ name: 'Eva', notes: { a: [1, { b: null }] } })
      .select('*, label')
    expect(person.data).toMatchObject([{ name: 'Eva', label: 'EVA', notes: { a: [1, { b: null }] } }])
  })

  test('many rows are inserted together or not at all', async () => {
    const db = await writer()
    const before = await count('rooms')
    const { data, count: inserted } = await db
      .from('rooms')
      .insert(
        [
          { name: 'R1', size: 1 },
          { name: 'R2', size: 2 },
        ],
        { count: 'exact' },
      )
      .select('name')
      .order('name', { ascending: false })
    expect([data, inserted]).toEqual([[{ name: 'R2' }, { name: 'R1' }], 2])
    const refused = await db.from('rooms').insert([{ name: 'R3' }, { name: 'R1' }])
    expect([refused.status, refused.error?.code]).toEqual([409, '23505'])
    expect(await count('rooms')).toBe((before ?? 0) + 2)
    expect((await db.from('rooms').insert([]).select()).data).toEqual([])
  })

  test('missing keys are null', async () => {
    const db = await writer()
    const nulls = await db.from('rooms').insert([{ name: 'D1', size: 3 }, { name: 'D2' }])
    expect([nulls.status, nulls.error?.code]).toEqual([400, '23502'])
    const byDefault = await db.from('rooms').insert([{ name: 'D1' }], { defaultToNull: false })
    expect([byDefault.status, byDefault.error?.code]).toEqual([400, 'PGRST122'])
    const mixed = await sandbox.raw('rooms', { method: 'POST', body: '[{"name":"x"},{"name":"y","size":1}]' })
    expect(mixed).toMatchObject({
      status: 400,
      json: { code: 'PGRST102', message: 'All object keys must match' },
    })
    const empty = await sandbox.raw('letters', { method: 'POST', body: '{}' })
    expect(empty).toMatchObject({ status: 400, json: { code: '23502' } })
    const chosen = await sandbox.raw('rooms?columns=name', {
      method: 'POST',
      body: '{"name":"chosen","size":55}',
      headers: { prefer: 'return=representation' },
    })
    expect(chosen.json).toMatchObject([{ name: 'chosen', size: 7 }])
  })

  test('an upsert merges or ignores duplicates', async () => {
    const db = await writer()
    await db.from('rooms').insert({ name: 'U', size: 1 })
    const merged = await db
      .from('rooms')
      .upsert({ name: 'U', size: 2 }, { onConflict: 'name' })
      .select('name, size')
    expect(merged.data).toEqual([{ name: 'U', size: 2 }])
    const ignored = await db
      .from('rooms')
      .upsert(
        [
          { name: 'U', size: 3 },
          { name: 'V', size: 4 },
        ],
        { onConflict: 'name', ignoreDuplicates: true },
      )
      .select('name, size')
    expect(ignored.data).toEqual([{ name: 'V', size: 4 }])
    const byKey = await db.from('passports').upsert({ person_id: beto, number: 'MX-2' }).select().single()
    expect(byKey.data).toEqual({ person_id: beto, number: 'MX-2' })
    const twice = await db.from('rooms').upsert([{ name: 'W' }, { name: 'W' }], { onConflict: 'name' })
    expect([twice.status, twice.error?.code]).toEqual([400, '21000'])
    const noTarget = await db.from('rooms').upsert({ name: 'W' }, { onConflict: 'size' })
    expect([noTarget.status, noTarget.error?.code]).toEqual([400, '42P10'])
  })

  test('an update touches what its filters leave and answers the rows as they are now', async () => {
    const db = await writer()
    const {
      data,
      status,
      count: touched,
    } = await db
      .from('visits')
      .update({ day: '2030-05-05', paid: null, tags: ['n'] }, { count: 'exact' })
      .eq('id', 1)
      .eq('day', '2026-03-01')
      .select('id, day, tags, patient:people!patient_id(name)')
    expect({ data, status, touched }).toEqual({
      status: 200,
      touched: 1,
      data: [{ id: 1, day: '2030-05-05', tags: ['n'], patient: { name: 'Carla' } }],
    })
    expect(await db.from('visits').update({ day: '2031-01-01' }).eq('id', 1)).toMatchObject({
      status: 204,
      data: null,
    })
    expect((await db.from('visits').update({ day: '2032-01-01' }).eq('id', 77).select()).data).toEqual([])
    expect((await db.from('visits').update({}).eq('id', 1).select()).data).toEqual([])
    const byTree = await db
      .from('visits')
      .update({ day: '2033-01-01' })
      .or('id.eq.1,id.eq.2')
      .select('id')
      .order('id')
    expect(byTree.data).toEqual([{ id: 1 }, { id: 2 }])
    const one = await db.from('visits').update({ paid: true }).in('id', [1, 2]).select().single()
    expect([one.status, one.error?.code]).toEqual([406, 'PGRST116'])
    expect((await db.from('visits').select('paid').eq('id', 2).single()).data).toEqual({ paid: false })
  })

  test('a delete answers the rows that are gone', async () => {
    const db = await writer()
    await db.from('logs').insert([{ line: 'a' }, { line: 'b' }, { line: 'c' }])
    const headers = { prefer: 'handling=strict, count=exact' }
    const { data, status } = await db.from('logs').delete().eq('line', 'a').select()
    expect([status, data]).toEqual([200, [{ line: 'a' }]])
    const rest = await sandbox.raw('logs', { method: 'DELETE', headers })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([204, '*/2'])
    expect(rest.headers.get('preference-applied')).toBe('count=exact, handling=strict')
    expect(await count('logs')).toBe(0)
  })

  test('headers-only tells where the new row is', async () => {
    const { status, text, headers } = await sandbox.raw('passports', {
      method: 'POST',
      body: JSON.stringify({ person_id: carla, number: 'MX-3' }),
      headers: { prefer: 'return=headers-only' },
    })
    expect([status, text, headers.get('location')]).toEqual([201, '', `/passports?person_id=eq.${carla}`])
  })

  test('row level security decides: who may not read may still insert with return=minimal', async () => {
    const anon = await sandbox.as('anon')
    expect(await anon.from('letters').insert({ text: 'hola' })).toMatchObject({ status: 201, error: null })
    const shown = await anon.from('letters').insert({ text: 'hola' }).select()
    expect([shown.status, shown.error?.code]).toEqual([401, '42501'])
    expect((await anon.from('letters').select()).data).toEqual([])

    const own = await sandbox.as('authenticated', ana)
    expect((await own.from('letters').insert({ text: 'mía' }).select('text, owner').single()).data).toEqual({
      text: 'mía',
      owner: ana,
    })
    const other = await sandbox.as('authenticated', beto)
    expect((await other.from('letters').select()).data).toEqual([])
    expect((await other.from('letters').update({ text: 'x' }).gt('id', 0).select()).data).toEqual([])
    expect((await other.from('letters').delete({ count: 'exact' }).gt('id', 0)).count).toBe(0)
    expect((await own.from('letters').select('text')).data).toEqual([{ text: 'mía' }])
    // Without a filter a write touches all rows that the caller may touch, and no other.
    expect((await own.from('letters').update({ text: 'otra' }, { count: 'exact' })).count).toBe(1)
    expect(await count('letters')).toBe(2)
  })

  test('column grants hold', async () => {
    const db = await sandbox.as('authenticated', ana)
    expect((await db.from('staff').select('id, name')).data).toEqual([{ id: 1, name: 'Eva' }])
    for (const refused of [
      await db.from('staff').select(),
      await db.from('staff').select('salary'),
      await db.from('staff').select('id').gt('salary', 1),
      await db.from('staff').select('id').order('salary'),
      await db.from('staff').update({ salary: 5 }).eq('id', 1),
      await db.from('staff').insert({ id: 2, salary: 5 }),
      await db.from('staff').delete().eq('id', 1),
    ]) {
      expect([refused.status, refused.error?.code]).toEqual([403, '42501'])
    }
    expect((await db.from('staff').update({ name: 'Eve' }).eq('id', 1).select('name')).data).toEqual([
      { name: 'Eve' },
    ])
    expect((await (await sandbox.as('anon')).from('staff').select('id')).status).toBe(401)
  })

  test('broken rules answer 4xx with what PostgreSQL says', async () => {
    const db = await writer()
    const insert = async (row: Record<string, unknown>) => {
      const { status, error } = await db.from('visits').insert(row)
      return [status, error?.code]
    }
    expect(await insert({ ...visit, price: -1 })).toEqual([400, '23514'])
    expect(await insert({ ...visit, room_id: 4711 })).toEqual([409, '23503'])
    expect(await insert({ ...visit, patient_id: null })).toEqual([400, '23502'])
    expect(await insert({ ...visit, patient_id: 'nobody' })).toEqual([400, '22P02'])
    expect(await insert({ ...visit, day: '2026-02-31' })).toEqual([400, '22008'])
    expect(await insert({ ...visit, price: 1e300 })).toEqual([400, '22003'])
    expect(await insert({ ...visit, room_id: 12345678901 })).toEqual([400, '22003'])
    expect(await insert({ ...visit, mood: 'odd' })).toEqual([400, '22P02'])
    expect(await insert({ ...visit, tags: 'no list' })).toEqual([400, '22P02'])
    expect(await insert({ ...visit, 'odd "name': 'a\0b' })).toEqual([400, '22P05'])
    expect(await insert({ ...visit, id: 5 })).toEqual([400, '428C9'])
    expect(await insert({ ...visit, unknown: 5 })).toEqual([400, 'PGRST204'])
    expect((await db.from('rooms').insert({ name: 'x', code: 'too long' })).error?.code).toBe('22001')
    expect((await db.from('rooms').delete().eq('name', 'Norte')).error?.code).toBe('23503')
  })

  test('a body that is no JSON object, too large or of another type is refused', async () => {
    const post = async (body: string, headers: Record<string, string> = {}) => {
      const { status, json } = await sandbox.raw('logs', { method: 'POST', body, headers })
      return { status, json }
    }
    const invalid = { status: 400, json: { code: 'PGRST102' } }
    for (const body of ['', '{', 'null', '5', '"x"', '[1]', '[null]', '[[]]', '{"line":"\0"}']) {
      expect(await post(body), body.slice(0, 20)).toMatchObject(invalid)
    }
    expect(await post(JSON.stringify({ line: 'x'.repeat(6_000_000) }))).toMatchObject({ status: 413 })
    expect(await post('line\nx', { 'content-type': 'text/csv' })).toMatchObject({ status: 415 })
    expect(await sandbox.raw('logs', { method: 'PATCH', body: '[{"line":"x"}]' })).toMatchObject(invalid)
    const deep = `{"notes":${'['.repeat(20_000)}${']'.repeat(20_000)},"name":"x"}`
    const { status } = await sandbox.raw('people', { method: 'POST', body: deep })
    expect(status).toBe(413)
    expect(await count('logs')).toBe(0)
  })
})
