import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { machineRows, machines, station, stationKey, todaysCita } from './machines-stage.ts'
import { everyone, itDeletes, itInserts, itShows, withoutAnyRights } from './matrix.ts'
import { anonymous, type Caller, callers, identityOf, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { appointments, requests, studies, useWorld } from './world.ts'

const subject = { table: 'public.machines', rows: machines }
const admins: readonly Caller[] = ['admin', 'mainAdmin']
const cita = uuid('9033', 1)

describe.each(engines())('machines on $name', (engine) => {
  const world = useWorld(engine, machineRows)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)
  const byStation = <T>(run: (stage: Stage) => Promise<T>) => rehearse(world(), anonymous, run)

  itShows(world, subject, {
    anonymous: nobody,
    patientA: [],
    patientB: [],
    liar: [],
    doctorA: [],
    doctorB: [],
    factorPassed: [],
    admin: ['tomograph', 'panoramic'],
    mainAdmin: ['tomograph', 'panoramic'],
    dentist: [],
    ...withoutAnyRights([]),
  })
  itInserts(world, 'public.machines', [['admin', 'by hand', { name: `'X'`, aet: `'X'` }, 'no grant']])
  itDeletes(world, subject, everyone(nobody))

  it.each(callers)('are added and changed by administrators alone, seen as %s', async (caller) => {
    const found = await as(caller, async (stage) => {
      const set = (machine: object) =>
        stage.attempt('select m.*, to_json(m.study_types) as study_types from public.set_machine($1) m', [
          JSON.stringify(machine),
        ])
      const added = await set({ name: ' Nuevo ', aet: ' CEFALO ', study_types: ['Radiografía Carpal'] })
      const changed = await set({
        id: machines.tomograph,
        name: 'Otro',
        aet: 'TOMO',
        address: '2001:db8::7',
        port: 11112,
        active: false,
      })
      const others = [
        await call(stage, 'select public.machine_figures() is not null as value'),
        await call(stage, 'select public.set_arrival_delivery(true)::text as value'),
        await call(stage, 'select (public.test_machine($1)).name as value', [machines.tomograph]),
      ]
      const lines = await stage.owner(
        `select action, to_json(columns) as columns from private.audit_log where subject = 'machines' and actor is not null order by id`,
      )
      return { added, changed, others, lines }
    })
    if (!admins.includes(caller)) {
      const refused = caller === 'anonymous' ? nobody : 'rule'
      expect([found.added.outcome, found.changed.outcome, ...found.others]).toEqual(Array(5).fill(refused))
      return
    }
    expect(found.added.rows[0]).toMatchObject({ name: 'Nuevo', aet: 'CEFALO', active: true, address: null })
    expect(found.changed.rows[0]).toMatchObject({
      name: 'Otro',
      address: '2001:db8::7',
      port: 11112,
      active: false,
      study_types: [],
    })
    expect(found.others).toEqual([[true], [''], ['Otro']])
    expect(found.lines).toEqual([
      { action: 'insert', columns: null },
      { action: 'update', columns: ['active', 'address', 'name', 'port', 'study_types'] },
    ])
  })

  it.each([
    [{ name: ' ', aet: 'X' }, 'Nombre del equipo: es un dato obligatorio.'],
    [
      { name: 'X', aet: '' },
      'AE title: escribe de 1 a 16 letras, números o signos, sin acentos ni diagonal invertida.',
    ],
    [
      { name: 'X', aet: 'SALA\\1' },
      'AE title: escribe de 1 a 16 letras, números o signos, sin acentos ni diagonal invertida.',
    ],
    [
      { name: 'X', aet: 'RAYOS-ÑANDÚ' },
      'AE title: escribe de 1 a 16 letras, números o signos, sin acentos ni diagonal invertida.',
    ],
    [
      { name: 'X', aet: 'X'.repeat(17) },
      'AE title: escribe de 1 a 16 letras, números o signos, sin acentos ni diagonal invertida.',
    ],
    [{ name: 'X', aet: 'TOMO' }, 'AE title: otro equipo ya lo tiene.'],
    [
      { name: 'X', aet: 'X', address: 'tomografo.local' },
      'Dirección: escribe una dirección IP, por ejemplo 192.168.1.20.',
    ],
    [
      { name: 'X', aet: 'X', address: '192.0.2.0/24' },
      'Dirección: escribe una dirección IP, por ejemplo 192.168.1.20.',
    ],
  ])('%o is refused in words', async (machine, words) => {
    const { message } = await as('admin', (stage) =>
      stage.attempt('select public.set_machine($1)', [JSON.stringify(machine)]),
    )
    expect(message).toBe(words)
  })

  it('the station knows which there are, and who called: machines by the hour, others once a day', async () => {
    const found = await byStation(async (stage) => {
      await stage.owner(`update public.machines set active = false where aet = 'PANO 1'`)
      const known = await station(stage, 'machines')
      await station(stage, 'heard', 'TOMO', '192.0.2.7', true)
      for (const _ of [1, 2]) await station(stage, 'heard', 'EXTRAÑO'.repeat(5), '192.0.2.8', false)
      await stage.become(identityOf('admin'))
      const [figures] = (await call(stage, 'select public.machine_figures() as value')) as {
        unknown: { aet: string; address: string }[]
        machines: { id: string }[]
        automatic: boolean
        late: number
      }[]
      const heard = await stage.owner(
        'select aet, last_seen_at is not null as heard from public.machines order by aet',
      )
      return { known, figures, heard }
    })
    expect(found.known).toEqual([
      { aet: 'PANO 1', address: null, port: null, active: false, test: false },
      { aet: 'TOMO', address: '192.0.2.7', port: 104, active: true, test: false },
    ])
    expect(found.figures?.unknown.map(({ aet, address }) => [aet, address])).toEqual([
      ['EXTRAÑOEXTRAÑOEX', '192.0.2.8'],
      ['RX', '192.0.2.9'],
    ])
    expect(found.figures).toMatchObject({ automatic: true, late: 0 })
    expect(found.figures?.machines.find(({ id }) => id === machines.tomograph)).toMatchObject({ today: 5 })
    expect(found.heard).toEqual([
      { aet: 'PANO 1', heard: false },
      { aet: 'TOMO', heard: true },
    ])
  })

  it('a machine is called back once when an administrator asks, and what came of it stands beside it', async () => {
    const found = await as('admin', async (stage) => {
      const test = async (id: string) => (await stage.attempt('select public.test_machine($1)', [id])).message
      const without = await test(machines.panoramic)
      await test(machines.tomograph)
      await stage.become(anonymous)
      const where = { aet: 'INDICE', address: '192.0.2.1', port: 11112 }
      const due = async () =>
        ((await station(stage, 'machines', where)) as { aet: string; test: boolean }[]).flatMap(
          ({ aet, test }) => (test ? [aet] : []),
        )
      const before = await due()
      await station(stage, 'tested', 'TOMO', false)
      const after = await due()
      await stage.become(identityOf('admin'))
      const row = await stage.attempt(
        'select answered, tested_at is not null as tested from public.machines where port = 104',
      )
      const figures = await call(stage, `select public.machine_figures() -> 'station' as value`)
      const full = async (of: object) => {
        await stage.become(anonymous)
        await station(stage, 'machines', { ...where, ...of })
        await stage.become(identityOf('admin'))
        return call(stage, `select public.installation_health() ->> 'station_full' as value`)
      }
      const states = [await full({ full: true }), await full({ full: false }), await full({ full: true })]
      await stage.owner(`update private.station set seen_at = now() - interval '3 minutes'`)
      states.push(await call(stage, `select public.installation_health() ->> 'station_full' as value`))
      await stage.become(anonymous)
      await station(stage, 'machines', { ...where, address: null, port: null })
      await stage.become(identityOf('admin'))
      const folderOnly = await call(stage, `select public.machine_figures() -> 'station' as value`)
      return { without, before, after, row: row.rows[0], figures, folderOnly, states }
    })
    expect(found).toEqual({
      without: 'Para probar el equipo, escribe su dirección y su puerto.',
      before: ['TOMO'],
      after: [],
      row: { answered: false, tested: true },
      figures: [{ aet: 'INDICE', address: '192.0.2.1', port: 11112, seen_at: expect.any(String) }],
      states: [['true'], ['false'], ['true'], ['false']],
      folderOnly: [{ aet: 'INDICE', address: null, port: null, seen_at: expect.any(String) }],
    })
  })

  it('of unknown callers fifty a day are kept', async () => {
    const rows = await byStation(async (stage) => {
      for (let at = 0; at < 55; at++) await station(stage, 'heard', `AE${at}`, '192.0.2.8', false)
      return stage.owner('select from private.unknown_callers where day = private.clinic_today()')
    })
    expect(rows).toHaveLength(50)
  })

  it('no function answers another key, an empty one or none', async () => {
    const calls = [
      `station_machines($1)`,
      `station_tested($1, 'TOMO', true)`,
      `station_heard($1, 'TOMO', '192.0.2.7', true)`,
      `station_worklist($1, '{}')`,
      `station_upload($1, '{"study_uid": "1.2.0"}')`,
      `station_arrived($1, '{"study_uid": "1.9"}')`,
    ]
    for (const key of ['6'.repeat(32), '', null]) {
      const answers = await byStation(async (stage) => {
        const found: unknown[] = []
        for (const of of calls) {
          found.push(await call(stage, `select public.${of} as value`, [key]))
          found.push(await stage.owner(`select current_setting('response.status', true) as status`))
          await stage.owner(`select set_config('response.status', '', true)`)
        }
        found.push(await stage.owner(`select from public.arrivals where study_uid = '1.9'`))
        return found
      })
      expect(answers).toEqual([
        ...calls.flatMap(() => [[{ code: 'PT404', message: 'No se encontró.' }], [{ status: '404' }]]),
        [],
      ])
    }
  })

  it('ten wrong keys a minute, and the right one is answered all the same', async () => {
    const found = await byStation(async (stage) => {
      const wrong = () => call(stage, `select public.station_machines('x') as value`)
      for (let at = 0; at < 10; at++) await wrong()
      return [await wrong(), Array.isArray(await station(stage, 'machines'))]
    })
    expect(found).toEqual(['PT429', true])
  })

  it('the worklist has the open appointments of today and tomorrow, and nothing that is nobody’s business', async () => {
    const found = await byStation(async (stage) => {
      await todaysCita(stage, cita, 'patientA', 'doctorA', { at: '23:00' })
      await todaysCita(stage, uuid('9033', 2), 'patientB', 'doctorB', {
        at: '08:00',
        type: 'Radiografía Panorámica',
      })
      await todaysCita(stage, uuid('9033', 3), 'patientB', 'doctorB', { days: 1, type: 'Escaneo Intraoral' })
      await todaysCita(stage, uuid('9033', 4), 'patientB', 'doctorB', { days: 2 })
      await stage.owner('update public.citas set request_id = $1 where id = $2', [requests.A, cita])
      await stage.owner(
        `update public.study_requests set referring_doctor = 'Dra. Vera', notes = 'Secreta' where id = $1`,
        [requests.A],
      )
      const items = (await station(stage, 'worklist', { aet: 'PANO 1' })) as Record<string, unknown>[]
      await stage.owner(`update public.machines set active = false where aet = 'TOMO'`)
      const [, later] = (await station(stage, 'worklist', { aet: 'PANO 1' })) as { aet: string }[]
      const numbers = await stage.owner(
        `select c.accession_number as cita, p.patient_number as patient, c.appointment_date::text as day
         from public.citas c join public.profiles p on p.id = c.patient_id where c.id = $1`,
        [cita],
      )
      return { items, later: later?.aet, numbers: numbers[0] }
    })
    expect(found.items.map(({ aet, time, study_type }) => [aet, time, study_type])).toEqual([
      ['PANO 1', '08:00:00', 'Radiografía Panorámica'],
      ['TOMO', '23:00:00', 'Tomografía 5x5 cm'],
      // Nobody takes it: the asker's.
      ['PANO 1', '12:00:00', 'Escaneo Intraoral'],
    ])
    // Nor what was taken out of use.
    expect(found.later).toBe('PANO 1')
    expect(found.items[1]).toEqual({
      // The id as one number.
      study_uid: `2.25.${BigInt(`0x${cita.replaceAll('-', '')}`)}`,
      accession_number: Number(found.numbers?.cita),
      patient_number: Number(found.numbers?.patient),
      patient_name: 'Nombre patientA',
      study_type: 'Tomografía 5x5 cm',
      day: found.numbers?.day,
      time: '23:00:00',
      doctor_name: 'Nombre doctorA',
      referring_doctor: 'Dra. Vera',
      region: null,
      aet: 'TOMO',
    })
  })

  it('leaves the worklist when it is over, or its study came by machine or by hand', async () => {
    const found = await byStation(async (stage) => {
      const count = async (change: string, params: readonly unknown[] = []) => {
        await stage.owner('savepoint change')
        await stage.owner(change, params)
        const items = (await station(stage, 'worklist', { aet: 'TOMO' })) as unknown[]
        await stage.owner('rollback to savepoint change')
        return items.length
      }
      await todaysCita(stage, cita, 'patientA', 'doctorA')
      const counts: Record<string, number> = { open: await count('select') }
      // Who did not come is told by the clock.
      for (const status of ['confirmada', 'aceptada', 'completada', 'cancelada', 'no_asistio'])
        counts[status] = await count(
          `update public.citas set status = $1, appointment_time = case when $1 = 'no_asistio' then '00:00' else appointment_time end
           where id = $2`,
          [status, cita],
        )
      counts['a machine sent it'] = await count(
        `update public.arrivals set state = 'assigned', cita_id = $1 where study_uid = '1.2.0'`,
        [cita],
      )
      counts['somebody uploaded it'] = await count(
        `update public.studies set study_type = 'Tomografías', study_date = private.clinic_today() where id = $1`,
        [studies.A],
      )
      counts['somebody uploaded another'] = await count(
        `update public.studies set study_date = private.clinic_today() where id = $1`,
        [studies.A],
      )
      return counts
    })
    expect(found).toEqual({
      open: 1,
      confirmada: 1,
      aceptada: 1,
      completada: 0,
      cancelada: 0,
      no_asistio: 0,
      'a machine sent it': 0,
      'somebody uploaded it': 0,
      'somebody uploaded another': 1,
    })
  })

  it('has 200 items at most, and one line in the trail for a machine and day', async () => {
    const found = await byStation(async (stage) => {
      await stage.owner(
        `insert into public.citas (patient_id, doctor_id, appointment_date, study_type)
         select $1, $2, private.clinic_today(), 'Otro' from generate_series(1, 205)`,
        [people.patientA, people.doctorA],
      )
      const items = (await station(stage, 'worklist', { aet: 'TOMO' })) as unknown[]
      await station(stage, 'worklist', { aet: 'TOMO' })
      await station(stage, 'worklist', { aet: 'NADIE' })
      const lines = await stage.owner(
        `select actor_role, row_id from private.audit_log where subject = 'machines' and action = 'worklist'`,
      )
      return { items: items.length, lines }
    })
    expect(found).toEqual({ items: 200, lines: [{ actor_role: 'anon', row_id: machines.tomograph }] })
  })

  it('the UID of an appointment leads back to it, and no other UID does', async () => {
    const ids = [
      appointments.A,
      'ffffffff-ffff-4fff-bfff-ffffffffffff',
      '00000000-0000-4000-8000-000000000000',
    ]
    const found = await byStation((stage) =>
      stage.owner(
        `select to_json(array(select private.uuid_of_uid(private.study_uid(i.id))::text from unnest($1::uuid[]) with ordinality i(id, at) order by at)) as back,
           to_json(array(select private.uuid_of_uid(u)::text from unnest($2::text[]) u)) as others`,
        [ids, ['1.2.3', '2.25.', '2.25.01', '2.25.-1', `2.25.${2n ** 128n}`, '2.25.1.1']],
      ),
    )
    expect(found).toEqual([{ back: ids, others: Array(6).fill(null) }])
  })

  it('the key is nobody’s to read', async () => {
    const { outcome } = await as('mainAdmin', (stage) =>
      stage.attempt(`select from private.app_settings where value = '${stationKey}'`),
    )
    expect(outcome).toBe(nobody)
  })
})
