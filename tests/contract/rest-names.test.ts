import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/engines.ts'
import { ana, carla, openSandbox, type Sandbox } from './rest-sandbox.ts'

/** Names with two meanings: which one counts, or that the request is refused. */
describe.each(engines())('names through PostgREST on $name', (engine) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox(engine)
    await sandbox.fresh.database.exec(`
      create function public.people(public.passports) returns setof public.people rows 1 language sql stable
        as $$ select * from public.people where name = 'Ana' $$;
      create function public.owners(public.passports) returns setof public.people language sql stable
        as $$ select * from public.people $$;
      create view public.visited with (security_invoker = true) as select id, patient_id from public.visits`)
  })
  afterAll(() => sandbox.dispose())

  test.each([
    ['visits?select=people!patient_id(name),people!doctor_id(name)', 'visits_people_1'],
    ['visits?select=who:people!patient_id(name),who:people!doctor_id(name)', 'visits_who_1'],
    ['visits?select=patient_id(name),patient_id:doctor_id(name)', 'visits_patient_id_1'],
    ['visits?select=id,people!patient_id(name),people!doctor_id!inner()', 'visits_people_1'],
    ['visits?select=room:rooms(name),patient:patient_id(boss_id(name),boss_id(born))', 'people_boss_id_2'],
  ])('two resources of one name are refused: %s', async (path, table) => {
    expect(await sandbox.raw(path)).toMatchObject({
      status: 400,
      json: { code: '42712', message: `table name "${table}" specified more than once` },
    })
  })

  test('two embedded resources of one table are told apart by an alias', async () => {
    const both = 'visits?select=patient:people!patient_id(name),doctor:people!doctor_id(name)&id=eq.1'
    expect((await sandbox.raw(both)).json).toEqual([{ patient: { name: 'Carla' }, doctor: { name: 'Ana' } }])
  })

  test('a filter on a column that is embedded under its own name filters the column', async () => {
    const db = await sandbox.as('service_role')
    const found = await db.from('visits').select('id, patient_id(name)').eq('patient_id', carla).order('id')
    expect(found).toMatchObject({
      error: null,
      data: [
        { id: 1, patient_id: { name: 'Carla' } },
        { id: 3, patient_id: { name: 'Carla' } },
      ],
    })
    const several = `visits?select=id,patient_id(name)&or=(patient_id.eq.${ana},id.eq.2)&patient_id=neq.${ana}`
    expect((await sandbox.raw(several)).json).toEqual([{ id: 2, patient_id: { name: 'Darío, "el 4"' } }])
    const counted = await db
      .from('visits')
      .select('*, patient_id(name)', { count: 'exact', head: true })
      .in('patient_id', [carla])
    expect(counted.count).toBe(2)
    // A test for existence still means the embedded table, and so do conditions on its fields.
    const missing = 'visits?select=id,room_id(name)&room_id=is.null'
    expect((await sandbox.raw(missing)).json).toEqual([{ id: 3, room_id: null }])
    const inner = 'visits?select=id,room_id!inner(name)&room_id.name=eq.Sur&room_id=eq.2'
    expect((await sandbox.raw(inner)).json).toEqual([{ id: 2, room_id: { name: 'Sur' } }])
  })

  test('a computed relationship is refused by name, also when it is called like a table', async () => {
    for (const name of ['people', 'owners']) {
      expect(await sandbox.raw(`passports?select=number,${name}(name)`), name).toMatchObject({
        status: 400,
        json: { code: 'PGRST100', message: `the computed relationship '${name}' is not supported` },
      })
    }
    expect((await sandbox.raw('passports?select=person_id(name)')).json).toEqual([
      { person_id: { name: 'Beto' } },
    ])
  })

  test('embedding from or into a view is refused by that name', async () => {
    const refused = (view: string) => ({
      status: 400,
      json: { code: 'PGRST100', message: `embedding through the view '${view}' is not supported` },
    })
    expect(await sandbox.raw('visited?select=id,people(name)')).toMatchObject(refused('visited'))
    expect(await sandbox.raw('people?select=name,visited(id)')).toMatchObject(refused('visited'))
    expect((await sandbox.raw('people?select=nobody(id)')).json).toMatchObject({ code: 'PGRST200' })
  })
})
