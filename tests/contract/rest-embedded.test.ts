import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/engines.ts'
import { ana, openSandbox, type Sandbox } from './rest-sandbox.ts'

describe.each(engines())('embedding through PostgREST on $name', (engine) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox(engine)
  })
  afterAll(() => sandbox.dispose())

  async function select(path: string): Promise<unknown> {
    const { status, json } = await sandbox.raw(path)
    expect(status, JSON.stringify(json)).toBe(200)
    return json
  }

  test('many to many along a table between the two, in both directions', async () => {
    expect(await select('people?select=name,skills(name)&order=name&skills.order=name.desc')).toEqual([
      { name: 'Ana', skills: [{ name: 'surgery' }, { name: 'drawing' }] },
      { name: 'Beto', skills: [] },
      { name: 'Carla', skills: [{ name: 'drawing' }] },
      { name: 'Darío, "el 4"', skills: [] },
    ])
    expect(
      await select(
        'skills?select=name,who:people!inner(name)&who.name=in.(Carla,Beto)&order=id&who.order=name&who.limit=1',
      ),
    ).toEqual([{ name: 'drawing', who: [{ name: 'Carla' }] }])
    const counted = await sandbox.raw('people?select=name,skills!inner()&skills.id=eq.2', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    })
    expect(counted.headers.get('content-range')).toBe('0-1/2')
  })

  test('where two tables lie between, a hint chooses', async () => {
    expect(await select('rooms?select=name,people!key_holders(name)&id=eq.1&people.order=name')).toEqual([
      { name: 'Norte', people: [{ name: 'Ana' }, { name: 'Beto' }] },
    ])
    expect(await select(`people?select=rooms!cleaners(name)&id=eq.${ana}`)).toEqual([{ rooms: [] }])
    const several = await sandbox.raw('rooms?select=people(name)')
    expect(several).toMatchObject({
      status: 300,
      json: {
        code: 'PGRST201',
        hint: expect.stringContaining("'people!key_holders'"),
        details: expect.arrayContaining([
          {
            cardinality: 'many-to-many',
            embedding: 'rooms with people',
            relationship:
              'cleaners using cleaners_room_id_fkey(room_id) and cleaners_person_id_fkey(person_id)',
          },
        ]),
      },
    })
    // The primary key of visits says nothing about its people.
    expect((await sandbox.raw('rooms?select=people!visits(name)')).json).toMatchObject({ code: 'PGRST200' })
  })

  test('what is between is read as the caller', async () => {
    await sandbox.fresh.database.exec(
      `alter table public.people_skills enable row level security;
       create policy "only drawing" on public.people_skills for select to authenticated using (skill_id = 2)`,
    )
    const caller = await sandbox.as('authenticated', ana)
    const { data } = await caller.from('people').select('skills(name)').eq('id', ana)
    expect(data).toEqual([{ skills: [{ name: 'drawing' }] }])
    await sandbox.fresh.database.exec('alter table public.people_skills disable row level security')
  })

  test('a list has no list inside it, whatever lies between', async () => {
    for (const select of [
      'visits!patient_id(doctor:people!doctor_id(visits!doctor_id(id)))',
      'skills(people(name))',
      'visits!patient_id(id,doctor:people!doctor_id(id,skills(id)))',
    ])
      expect(await sandbox.raw(`people?select=${select}`)).toMatchObject({
        status: 400,
        json: {
          code: 'PGRST100',
          message: expect.stringContaining('inside an embedded list is not supported'),
        },
      })
    const beside = 'skills(id),visits!patient_id(id,doctor:people!doctor_id(name)),boss:boss_id(skills(id))'
    expect((await sandbox.raw(`people?select=${beside}`)).status).toBe(200)
  })

  test('an answer has ten thousand rows in all, and lists are made for its own rows alone', async () => {
    const { database } = sandbox.fresh
    await database.exec(
      `insert into public.people (name) select 'boss ' || n from generate_series(1, 20) n;
       insert into public.people (name, boss_id)
       select 'staff', b.id from public.people b, generate_series(1, 600) where b.name like 'boss %'`,
    )
    try {
      const path = 'people?select=name,people(id)&name=like.boss%20*&order=name'
      const tooMany = await sandbox.raw(path)
      expect([tooMany.status, tooMany.json]).toMatchObject([413, { code: '54000' }])
      const few = await sandbox.raw(`${path}&limit=16`)
      expect([few.status, few.json]).toMatchObject([200, Array(16).fill({ people: Array(600).fill({}) })])
      const csv = await sandbox.raw(path, { headers: { accept: 'text/csv' } })
      expect(csv.status).toBe(413)
    } finally {
      await database.exec(`delete from public.people where name = 'staff' or name like 'boss %'`)
    }
  })

  test('rows are filtered by the existence of what they embed', async () => {
    const names = async (query: string) => {
      const rows = await select(`people?order=name&${query}`)
      return Array.isArray(rows) ? rows.map((row) => row.name) : []
    }
    expect(await names('select=name,boss:boss_id(name)&boss=is.null')).toEqual(['Ana'])
    expect(await names('select=name,boss:boss_id(name)&boss=not.is.null&boss.name=eq.Beto')).toEqual([
      'Darío, "el 4"',
    ])
    expect(await names('select=name,skills(name)&skills=is.null')).toEqual(['Beto', 'Darío, "el 4"'])
    expect(await names('select=name,skills()&skills=not.is.null&skills.name=eq.surgery')).toEqual(['Ana'])
    expect(
      await names('select=name,passports(),skills()&or=(passports.not.is.null,skills.not.is.null)'),
    ).toEqual(['Ana', 'Beto', 'Carla'])
    expect(await names('select=name,skills()&skills=not.is.null&skills.limit=0')).toEqual([])
    const db = await sandbox.as('service_role')
    const counted = await db
      .from('visits')
      .select('id, room:rooms(name)', { count: 'exact' })
      .is('room', null)
    expect(counted).toMatchObject({ count: 1, data: [{ id: 3, room: null }] })
    const called = await db
      .rpc('people_named', { part: 'a' }, { count: 'exact' })
      .select('name, passports(number)')
      .not('passports', 'is', null)
    expect(called).toMatchObject({ error: null, count: 0, data: [] })
  })

  test('nothing but existence is asked of an embedded resource, and no write is narrowed by it', async () => {
    for (const filter of ['boss=eq.1', 'boss=is.true', 'or=(boss.eq.1,name.eq.x)']) {
      const { status, json } = await sandbox.raw(`people?select=name,boss:boss_id(name)&${filter}`)
      expect([filter, status, json]).toEqual([filter, 400, expect.objectContaining({ code: 'PGRST120' })])
    }
    const representation = { prefer: 'return=representation' }
    for (const method of ['PATCH', 'DELETE']) {
      const { status, json } = await sandbox.raw(
        'visits?select=id,room:rooms(name)&or=(room.is.null,id.eq.1)',
        {
          method,
          headers: representation,
          ...(method === 'PATCH' && { body: '{"paid":true}' }),
        },
      )
      expect([method, status, json]).toEqual([method, 400, expect.objectContaining({ code: 'PGRST100' })])
    }
    expect(await select('visits?select=id')).toHaveLength(3)
  })
})
