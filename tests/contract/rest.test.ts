import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/engines.ts'
import { ana, beto, carla, dario, openSandbox, type Sandbox } from './rest-sandbox.ts'

describe.each(engines())('reading through PostgREST on $name', (engine) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox(engine)
  })
  afterAll(() => sandbox.dispose())

  const reader = () => sandbox.as('service_role')
  async function select(path: string): Promise<unknown> {
    const { status, json } = await sandbox.raw(path)
    expect(status, JSON.stringify(json)).toBe(200)
    return json
  }

  test('values are written as PostgREST writes them', async () => {
    const db = await reader()
    const { data, error } = await db.from('visits').select().eq('id', 1).single()
    expect(error).toBeNull()
    expect(data).toEqual({
      id: 1,
      patient_id: carla,
      doctor_id: ana,
      room_id: 1,
      day: '2026-03-01',
      starts_at: '2026-01-02T03:04:05+00:00',
      price: 150.5,
      paid: true,
      tags: ['a', 'b'],
      mood: 'calm',
      'odd "name': 'x',
    })
    expect((await sandbox.raw('visits?id=eq.1&select=price')).text).toBe('[{"price":150.50}]')
  })

  test('select: aliases, casts, quoted names, json paths and computed fields', async () => {
    expect(
      await select(
        `people?id=eq.${ana}&select=who:name,born::text,level:notes->level,level_text:notes->>level,notes->pets->0,notes->pets->>-1,city:notes->home->>city,label`,
      ),
    ).toEqual([
      {
        who: 'Ana',
        born: '1990-05-06',
        level: 3,
        level_text: '3',
        pets: 'dog',
        city: 'Puebla',
        label: 'ANA',
      },
    ])
    expect(await select('visits?id=eq.1&select="odd%20\\"name"')).toEqual([{ 'odd "name': 'x' }])
    expect(await select('visits?id=eq.1&select=day->>x,price::int')).toEqual([{ x: null, price: 151 }])
    expect(await select('people?select=*,label&name=eq.Beto')).toMatchObject([
      { name: 'Beto', label: 'BETO' },
    ])
  })

  test('a foreign key embeds by constraint, column or table, as one object or as a list', async () => {
    const db = await reader()
    const { data, error } = await db
      .from('visits')
      .select(
        'id, patient:people!visits_patient_id_fkey(name), doctor:people!doctor_id(name, boss:boss_id(name)), room:room_id(name), rooms(size)',
      )
      .order('id')
    expect(error).toBeNull()
    expect(data?.[0]).toEqual({
      id: 1,
      patient: { name: 'Carla' },
      doctor: { name: 'Ana', boss: null },
      room: { name: 'Norte' },
      rooms: { size: 4 },
    })
    expect(data?.[2]).toMatchObject({ room: null, doctor: { name: 'Beto', boss: { name: 'Ana' } } })

    const people = await db
      .from('people')
      .select(
        'name, passports(number), as_patient:visits!patient_id(id), as_doctor:visits!visits_doctor_id_fkey(id, patient:patient_id(name))',
      )
      .order('name')
    expect(people.error).toBeNull()
    expect(people.data?.[1]).toEqual({
      name: 'Beto',
      passports: { number: 'MX-1' },
      as_patient: [],
      as_doctor: [{ id: 3, patient: { name: 'Carla' } }],
    })
    expect(people.data?.[2]).toMatchObject({ passports: null, as_patient: [{ id: 1 }, { id: 3 }] })
  })

  test('a table embeds itself: the column leads to the one, the name to the many', async () => {
    expect(
      await select('people?name=in.(Ana,Beto)&order=name&select=name,boss:boss_id(name),people(name)'),
    ).toEqual([
      { name: 'Ana', boss: null, people: [{ name: 'Beto' }, { name: 'Carla' }] },
      { name: 'Beto', boss: { name: 'Ana' }, people: [{ name: 'Darío, "el 4"' }] },
    ])
  })

  test('an embed without or with more than one way is refused', async () => {
    const several = await sandbox.raw('visits?select=people(name)')
    expect(several.status).toBe(300)
    expect(several.json).toMatchObject({
      code: 'PGRST201',
      hint: expect.stringContaining("'people!visits_doctor_id_fkey'"),
      details: [{ cardinality: 'many-to-one' }, { cardinality: 'many-to-one' }],
    })
    const none = await sandbox.raw('rooms?select=passports(number)')
    expect(none).toMatchObject({ status: 400, json: { code: 'PGRST200' } })
    expect((await sandbox.raw('visits?select=people!nothing(name)')).json).toMatchObject({ code: 'PGRST200' })
  })

  test('comparisons', async () => {
    const db = await reader()
    const ids = async (filter: string): Promise<unknown[]> => {
      const found = await select(`visits?select=id&order=id&${filter}`)
      return Array.isArray(found) ? found.map((row) => row.id) : []
    }
    expect(await ids('price=eq.20')).toEqual([2])
    expect(await ids('price=neq.20')).toEqual([1, 3])
    expect(await ids('price=gt.20')).toEqual([1, 3])
    expect(await ids('price=gte.150.50')).toEqual([1, 3])
    expect(await ids('price=lt.150.5')).toEqual([2])
    expect(await ids('day=lte.2026-03-01')).toEqual([1])
    expect(await ids('paid=is.true')).toEqual([1])
    expect(await ids('paid=is.false')).toEqual([2])
    expect(await ids('paid=is.unknown')).toEqual([3])
    expect(await ids('paid=is.NULL')).toEqual([3])
    expect(await ids('paid=is.not_null')).toEqual([1, 2])
    expect(await ids('paid=not.is.null')).toEqual([1, 2])
    expect(await ids('paid=eq.true')).toEqual([1])
    expect(await ids('mood=eq.calm')).toEqual([1])
    expect(await ids('tags=eq.{a,b}')).toEqual([1])
    expect(await ids('id=in.(1,3)')).toEqual([1, 3])
    expect(await ids('id=not.in.(1,3)')).toEqual([2])
    expect(await ids('id=in.()')).toEqual([])
    expect(await ids('day=gte.2026-03-01&day=lt.2026-03-02')).toEqual([1])
    expect(await ids('"odd%20\\"name"=eq.x')).toEqual([1])
    expect(await select('people?select=name&name=in.("Darío, \\"el 4\\"",nobody,"")')).toHaveLength(1)
    expect((await db.from('people').select('name').in('name', ['Ana', 'a,b', 'c)'])).data).toEqual([
      { name: 'Ana' },
    ])
    const like = await db.from('people').select('name').like('name', '*a').order('name')
    expect(like.data).toEqual([{ name: 'Ana' }, { name: 'Carla' }])
    const ilike = await db.from('people').select('name').ilike('name', '%AN%')
    expect(ilike.data).toEqual([{ name: 'Ana' }])
    expect(await select('people?select=name&notes->>level=eq.3')).toEqual([{ name: 'Ana' }])
    expect(await select('people?select=name&notes->home->>city=eq.Puebla')).toEqual([{ name: 'Ana' }])
    expect(await select('people?select=name&label=eq.BETO')).toEqual([{ name: 'Beto' }])
  })

  test('and, or and not, nested', async () => {
    const db = await reader()
    const { data } = await db
      .from('people')
      .select('name')
      .or('name.eq.Ana,and(name.ilike.*r*,not.or(name.eq.Carla,born.not.is.null)),name.in.(Beto,"x,y")')
      .order('name')
    expect(data).toEqual([{ name: 'Ana' }, { name: 'Beto' }, { name: 'Darío, "el 4"' }])
    expect(await select('people?select=name&not.or=(name.eq.Ana,name.eq.Beto)&order=name')).toEqual([
      { name: 'Carla' },
      { name: 'Darío, "el 4"' },
    ])
    expect(await select('people?select=name&or=(name.eq."Darío, \\"el 4\\"",name.eq.x)')).toHaveLength(1)
    expect(await select(`people?select=name&and=(name.neq.Ana,boss_id.eq.${ana})&order=name.desc`)).toEqual([
      { name: 'Carla' },
      { name: 'Beto' },
    ])
  })

  test('filters, conditions, order and limits of embedded rows', async () => {
    const db = await reader()
    const left = await db
      .from('visits')
      .select('id, patient:people!patient_id(name)')
      .ilike('patient.name', '*dar*')
      .order('id')
    expect(left.data).toEqual([
      { id: 1, patient: null },
      { id: 2, patient: { name: 'Darío, "el 4"' } },
      { id: 3, patient: null },
    ])
    const inner = await db
      .from('visits')
      .select('id, patient:people!patient_id!inner(name)', { count: 'exact' })
      .ilike('patient.name', '*dar*')
    expect(inner).toMatchObject({ count: 1, data: [{ id: 2 }] })
    const either = await db
      .from('visits')
      .select('id, patient:people!inner!visits_patient_id_fkey(name)', { count: 'exact' })
      .or('name.eq.Carla,and(name.eq.Ana,born.is.null)', { referencedTable: 'patient' })
      .order('id')
    expect(either).toMatchObject({ count: 2, data: [{ id: 1 }, { id: 3 }] })
    const doctors = await db
      .from('people')
      .select('name, visits!visits_doctor_id_fkey!inner(id)')
      .order('id', { referencedTable: 'visits', ascending: false })
      .limit(1, { referencedTable: 'visits' })
      .order('name', { ascending: false })
    expect(doctors.data).toEqual([
      { name: 'Beto', visits: [{ id: 3 }] },
      { name: 'Ana', visits: [{ id: 2 }] },
    ])
    expect(
      await select(
        'visits?select=id,patient:people!patient_id(visits!patient_id(id))&patient.visits.id=eq.3&patient.name=eq.Carla&id=eq.3',
      ),
    ).toEqual([{ id: 3, patient: { visits: [{ id: 3 }] } }])
    expect(await sandbox.raw('people?select=people(people(id))')).toMatchObject({
      status: 400,
      json: { code: 'PGRST100' },
    })
    expect(await select('rooms?select=name,visits!inner()&visits.price=gt.100')).toEqual([{ name: 'Norte' }])
    expect(await sandbox.raw('visits?select=id&patient.name=eq.Ana')).toMatchObject({
      status: 400,
      json: { code: 'PGRST108' },
    })
  })

  test('order, also by nulls and by a field of the one that is embedded', async () => {
    expect(await select('people?select=name&order=born.desc.nullslast,name.desc')).toEqual(
      ['Ana', 'Beto', 'Darío, "el 4"', 'Carla'].map((name) => ({ name })),
    )
    expect(await select('people?select=name&order=born.nullsfirst,name&limit=1')).toEqual([{ name: 'Carla' }])
    expect(await select('people?select=name&order=notes->level.desc.nullslast&limit=1')).toEqual([
      { name: 'Ana' },
    ])
    expect(await select('people?select=name&order=label.desc&limit=1')).toEqual([{ name: 'Darío, "el 4"' }])
    expect(
      await select('visits?select=id,patient:people!patient_id(id)&order=patient(name).desc,id.desc'),
    ).toEqual([
      { id: 2, patient: { id: dario } },
      { id: 3, patient: { id: carla } },
      { id: 1, patient: { id: carla } },
    ])
    expect(await sandbox.raw('rooms?select=name,visits(id)&order=visits(id)')).toMatchObject({
      status: 400,
      json: { code: 'PGRST118' },
    })
  })

  test('limit, offset, ranges, counts and their headers', async () => {
    const db = await reader()
    const page = await db.from('people').select('name', { count: 'exact' }).order('name').range(1, 2)
    expect(page).toMatchObject({ status: 206, count: 4, data: [{ name: 'Beto' }, { name: 'Carla' }] })
    const all = await sandbox.raw('people?select=name')
    expect([all.status, all.headers.get('content-range')]).toEqual([200, '0-3/*'])
    const counted = await sandbox.raw('people?select=name&name=eq.Ana', {
      headers: { prefer: 'count=exact' },
    })
    expect([counted.status, counted.headers.get('content-range')]).toEqual([200, '0-0/1'])
    expect(counted.headers.get('preference-applied')).toBe('count=exact')
    const none = await sandbox.raw('people?name=eq.x', { headers: { prefer: 'count=exact' } })
    expect([none.status, none.headers.get('content-range'), none.text]).toEqual([200, '*/0', '[]'])
    const ranged = await sandbox.raw('people?select=name&order=name', {
      headers: { range: '2-9', 'range-unit': 'items' },
    })
    expect(ranged.json).toEqual([{ name: 'Carla' }, { name: 'Darío, "el 4"' }])
    expect(ranged.headers.get('content-range')).toBe('2-3/*')
    const both = await sandbox.raw('people?select=name&order=name&limit=3', { headers: { range: '2-' } })
    expect(both.json).toEqual([{ name: 'Carla' }])
    const behind = await sandbox.raw('people?offset=9', { headers: { prefer: 'count=exact' } })
    expect(behind).toMatchObject({ status: 416, json: { code: 'PGRST103' } })
    expect((await sandbox.raw('people?limit=-1')).status).toBe(416)
    expect(await select('people?limit=0')).toEqual([])
    const head = await db.from('people').select('*', { count: 'exact', head: true })
    expect(head).toMatchObject({ status: 200, count: 4, data: null })
    const bare = await sandbox.raw('people', { method: 'HEAD' })
    expect([bare.status, bare.text, bare.headers.get('content-range')]).toEqual([200, '', '0-3/*'])
  })

  test('a read is cut at 1,000 rows, and so is what it embeds', async () => {
    const db = await reader()
    const rows = Array.from({ length: 1001 }, (_, n) => ({ name: `row ${n}`, boss_id: beto }))
    expect((await db.from('people').insert(rows)).status).toBe(413)
    expect((await db.from('people').insert(rows.slice(0, 1000))).error).toBeNull()
    expect((await db.from('people').insert(rows.slice(1000))).error).toBeNull()
    const cut = await db.from('people').select('id', { count: 'exact' }).like('name', 'row *')
    expect([cut.status, cut.count, cut.data?.length]).toEqual([206, 1001, 1000])
    expect((await db.from('people').select('id').like('name', 'row *').limit(5000)).data).toHaveLength(1000)
    const embedded = await db
      .from('people')
      .select('people(id)')
      .eq('id', beto)
      .single<{ people: unknown[] }>()
    expect(embedded.data?.people).toHaveLength(1000)
    expect((await db.from('people').delete({ count: 'exact' }).like('name', 'row *')).count).toBe(1001)
  })

  test('one object or none, and csv', async () => {
    const db = await reader()
    expect((await db.from('people').select('name').eq('id', ana).single()).data).toEqual({ name: 'Ana' })
    const many = await db.from('people').select('name').single()
    expect([many.status, many.error?.code, many.error?.details]).toEqual([
      406,
      'PGRST116',
      'The result contains 4 rows',
    ])
    const none = await db.from('people').select('name').eq('name', 'x').maybeSingle()
    expect([none.error, none.data]).toEqual([null, null])
    const csv = await db.from('people').select('name,born,notes->>level').order('name').csv()
    expect(csv.data).toBe(
      'name,born,level\nAna,1990-05-06,3\nBeto,1985-01-02,\nCarla,,1\n"Darío, ""el 4""",,',
    )
    const response = await sandbox.raw('people?select=name', { headers: { accept: 'text/csv' } })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  })

  test('views are read like tables', async () => {
    expect(await select('dear_visits?select=id,price&order=price')).toEqual([
      { id: 1, price: 150.5 },
      { id: 3, price: 999.99 },
    ])
  })

  test('a changed schema is seen after its notification', async () => {
    expect((await sandbox.raw('novelty')).json).toMatchObject({ code: 'PGRST205' })
    await sandbox.fresh.database.exec(
      `create table public.novelty (id int); insert into public.novelty values (5); notify pgrst, 'reload schema'`,
    )
    await expect.poll(async () => (await sandbox.raw('novelty')).json).toEqual([{ id: 5 }])
  })
})
