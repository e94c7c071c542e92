import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import {
  everyone,
  insertOf,
  itDeletes,
  itInserts,
  itShows,
  itTouchesBlindly,
  itUpdates,
  withoutAnyRights,
} from './matrix.ts'
import { identityOf, type Person, people, serviceRole } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { appointments, type Pair, requests, useWorld } from './world.ts'

const subject = { table: 'public.citas', rows: appointments }
const all = Object.keys(appointments) as Pair[]
const ofDoctorA: Pair[] = ['A', 'ofNewPatient', 'ofClosedPatient', 'ofFormerDoctor']
const everyRow = <T>(cell: T) => Object.fromEntries(all.map((name) => [name, cell]))

const today = `(now() at time zone 'America/Mexico_City')::date`
const sunday = `${today} + (7 - extract(isodow from ${today})::integer)`
const monday = `${today} + (8 - extract(isodow from ${today})::integer)`

const booking = (doctor: Person, patient: Person, other: Record<string, string> = {}) => ({
  patient_id: `'${people[patient]}'`,
  doctor_id: `'${people[doctor]}'`,
  appointment_date: `${today} + 1`,
  appointment_time: `'09:30'`,
  study_type: `'Escaneo Intraoral'`,
  ...other,
})
const own = (other: Record<string, string>) => booking('doctorA', 'patientA', other)
const at = (day: string, time: string) => own({ appointment_date: day, appointment_time: time })

describe.each(engines())('citas on $name', (engine) => {
  const world = useWorld(engine)

  itShows(world, subject, {
    anonymous: nobody,
    patientA: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
    patientB: ['B', 'ofFormerDoctor'],
    liar: ['B', 'ofFormerDoctor'],
    doctorA: ofDoctorA,
    doctorB: ['B'],
    factorPassed: ['ofFactorDoctor'],
    admin: all,
    mainAdmin: all,
    dentist: [],
    ...withoutAnyRights([]),
  })

  itInserts(world, 'public.citas', [
    ['anonymous', 'like a doctor', own({}), 'no grant'],
    ['patientA', 'with the own doctor', own({}), 'policy'],
    ['patientA', 'as the doctor', booking('patientA', 'patientA'), 'policy'],
    ['patientB', 'with the own doctor', booking('doctorB', 'patientB'), 'policy'],
    ['liar', 'with lying claims', booking('doctorB', 'patientB'), 'policy'],
    ['doctorA', 'a linked patient', own({}), 'done'],
    ['doctorA', 'a linked patient who has not signed in yet', booking('doctorA', 'newPatient'), 'done'],
    ['doctorA', 'a patient of another doctor', booking('doctorA', 'patientB'), 'policy'],
    ['doctorA', 'a closed patient', booking('doctorA', 'closedPatient'), 'PT400'],
    ['doctorA', 'nobody', own({ patient_id: 'null' }), 'policy'],
    ['doctorA', 'a doctor as the patient', booking('doctorA', 'doctorB'), 'policy'],
    ['doctorA', 'for another doctor', booking('doctorB', 'patientA'), 'policy'],
    ['doctorA', 'for another doctor and their patient', booking('doctorB', 'patientB'), 'policy'],
    ['doctorB', 'a linked patient', booking('doctorB', 'patientB'), 'done'],
    ['factorPassed', 'a linked patient', booking('factorDoctor', 'patientA'), 'done'],
    ['factorDue', 'before the second factor', booking('factorDoctor', 'patientA'), 'policy'],
    ['admin', 'any patient', booking('admin', 'patientB'), 'done'],
    ['admin', 'for another doctor', booking('doctorA', 'patientA'), 'policy'],
    ['admin', 'nobody', booking('admin', 'patientA', { patient_id: 'null' }), 'policy'],
    ['mainAdmin', 'any patient', booking('mainAdmin', 'patientA'), 'done'],
    ['mainAdmin', 'for another doctor', booking('doctorA', 'patientA'), 'policy'],
    ['newPatient', 'with the own doctor', booking('doctorA', 'newPatient'), 'policy'],
    ['newAdmin', 'with a temporary password', booking('newAdmin', 'patientA'), 'policy'],
    ['closedPatient', 'with the own doctor', own({}), 'policy'],
    ['closedDoctor', 'after being closed', booking('closedDoctor', 'patientA'), 'policy'],
    ['closedDoctor', 'for another doctor', own({}), 'policy'],
    ['erased', 'for somebody', own({}), 'policy'],

    ['doctorA', 'with created_at', own({ created_at: 'now()' }), 'no grant'],
    ['admin', 'with created_at', booking('admin', 'patientA', { created_at: 'now()' }), 'no grant'],
    ['doctorA', 'status Pendiente', own({ status: `' Pendiente '` }), 'done'],
    ['doctorA', 'status confirmada', own({ status: `'confirmada'` }), 'policy'],
    ['doctorA', 'status completada', own({ status: `'completada'` }), 'policy'],
    ['admin', 'status completada', booking('admin', 'patientA', { status: `'completada'` }), 'policy'],
    ['doctorA', 'status unknown', own({ status: `'hecha'` }), 'PT400'],

    ['doctorA', 'yesterday', at(`${today} - 1`, `'09:30'`), 'PT400'],
    ['admin', 'yesterday', booking('admin', 'patientA', { appointment_date: `${today} - 1` }), 'PT400'],
    ['doctorA', 'today', at(today, `'09:30'`), 'done'],
    ['doctorA', 'before the first slot', at(monday, `'09:00'`), 'PT400'],
    ['doctorA', 'off the grid', at(monday, `'09:45'`), 'PT400'],
    ['doctorA', 'off the grid by a second', at(monday, `'09:30:01'`), 'PT400'],
    ['doctorA', 'at the last slot', at(monday, `'18:00'`), 'done'],
    ['doctorA', 'after the last slot', at(monday, `'18:30'`), 'PT400'],
    ['doctorA', 'at the last slot of a Sunday', at(sunday, `'13:00'`), 'done'],
    ['doctorA', 'after the last slot of a Sunday', at(sunday, `'13:30'`), 'PT400'],
    ['doctorA', 'without a time', at(monday, 'null'), 'PT400'],
    ['doctorA', 'at a taken time', at(`'2099-01-05'`, `'10:30'`), '23505'],
    ['doctorA', 'at a time taken with another doctor', at(`'2099-01-05'`, `'11:30'`), 'done'],
    ['doctorA', 'without a study', own({ study_type: `' '` }), 'PT400'],
    ['doctorA', 'with a name of 2 MB', own({ nombre: `repeat('x', 2000000)` }), 'PT400'],
    [
      'doctorA',
      'with a phone of 41 characters',
      own({ telefono: `'555' || repeat('-', 34) || '1234'` }),
      'PT400',
    ],
    ['doctorA', 'with a phone in words', own({ telefono: `'abc'` }), 'PT400'],
    ['doctorA', 'with an id of its own', own({ id: 'gen_random_uuid()' }), 'done'],
    ['doctorA', 'with an id that exists', own({ id: `'${appointments.A}'` }), '23505'],
    ['patientA', 'with an id', own({ id: 'gen_random_uuid()' }), 'policy'],
    ['doctorA', 'with a specialty of 201 characters', own({ especialidad: `repeat('x', 201)` }), 'PT400'],
  ])

  itUpdates(world, {
    ...subject,
    values: {
      id: 'gen_random_uuid()',
      patient_id: `case patient_id when '${people.patientA}' then '${people.patientB}' else '${people.patientA}' end::uuid`,
      doctor_id: `case doctor_id when '${people.doctorA}' then '${people.doctorB}' else '${people.doctorA}' end::uuid`,
      appointment_date: 'appointment_date + 1',
      appointment_time: `'18:00'`,
      study_type: `'Radiografía Panorámica'`,
      status: `'completada'`,
      nombre: `'Otra Persona'`,
      telefono: `'5559876543'`,
      especialidad: `'Otra'`,
      created_at: `'2020-01-01'`,
      request_id: requests.B,
      seat: '1',
      moves: '5',
      warned_at: 'now()',
      accession_number: '99999',
    },
    granted: ['status'],
    may: {
      anonymous: nobody,
      patientA: {},
      patientB: {},
      liar: {},
      doctorA: Object.fromEntries(ofDoctorA.map((name) => [name, { done: ['status'] }])),
      doctorB: { B: { done: ['status'] } },
      factorPassed: { ofFactorDoctor: { done: ['status'] } },
      admin: everyRow({ done: ['status'] }),
      mainAdmin: everyRow({ done: ['status'] }),
      dentist: {},
      ...withoutAnyRights({}),
    },
  })

  itTouchesBlindly(world, subject, `update public.citas set status = 'cancelada'`, {
    anonymous: nobody,
    patientA: [],
    patientB: [],
    liar: [],
    doctorA: ofDoctorA,
    doctorB: ['B'],
    factorPassed: ['ofFactorDoctor'],
    admin: all,
    mainAdmin: all,
    dentist: [],
    ...withoutAnyRights([]),
  })

  itDeletes(world, subject, everyone(nobody))

  const setStatus = (stage: Stage, status: string) =>
    stage.attempt(`update public.citas set status = $1 where id = $2`, [status, appointments.A])

  it.each([
    ['doctorA', 'pendiente', 'done'],
    ['doctorA', 'completada', 'done'],
    ['doctorA', 'cancelada', 'done'],
    ['doctorA', 'confirmada', 'PT400'],
    ['doctorA', 'aceptada', 'PT400'],
    ['doctorA', 'hecha', 'PT400'],
    ['admin', 'confirmada', 'done'],
    ['admin', 'aceptada', 'done'],
    ['admin', 'completada', 'done'],
    ['admin', 'hecha', 'PT400'],
  ] as const)('%s setting %s: %s', async (caller, status, expected) => {
    const found = await rehearse(world(), identityOf(caller), (stage) => setStatus(stage, status))
    expect(found.outcome).toBe(expected)
  })

  it('stores status words in lower case and takes an empty one as pendiente', async () => {
    const stored = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      const read = () => stage.owner('select status from public.citas where id = $1', [appointments.A])
      await setStatus(stage, '')
      const empty = await read()
      await setStatus(stage, ' Completada ')
      return [empty, await read()]
    })
    expect(stored).toEqual([[{ status: 'pendiente' }], [{ status: 'completada' }]])
  })

  it.each(['completada', 'cancelada'])('keeps a cita %s for everybody', async (final) => {
    const changes = async (stage: Stage) => {
      await stage.owner(`update public.citas set status = $1 where id = $2`, [final, appointments.A])
      const other = final === 'completada' ? 'cancelada' : 'completada'
      const back = await setStatus(stage, 'pendiente')
      const over = await setStatus(stage, other)
      return [back.outcome, over.outcome, back.message, (await setStatus(stage, final)).outcome]
    }
    const refused = ['PT400', 'PT400', `No puedes cambiar el estado de una cita ${final}.`, 'done']
    expect(await rehearse(world(), identityOf('doctorA'), changes)).toEqual(refused)
    expect(await rehearse(world(), identityOf('mainAdmin'), changes)).toEqual(refused)
    expect(await rehearse(world(), serviceRole, changes)).toEqual(refused)
    expect(await rehearseAsOwner(world(), changes)).toEqual(refused)
  })

  it('frees the slot of a cancelled cita, which then stays cancelled', async () => {
    const outcomes = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      const book = () =>
        stage.attempt(
          `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type)
           values ($1, $2, '2099-01-05', '10:30', 'Escaneo Intraoral')`,
          [people.patientA, people.doctorA],
        )
      const taken = await book()
      const cancelled = await setStatus(stage, 'cancelada')
      const free = await book()
      const again = await book()
      return [taken, cancelled, free, again].map((attempt) => attempt.outcome)
    })
    expect(outcomes).toEqual(['23505', 'done', 'done', '23505'])
  })

  it('links patient and doctor of a new appointment of an administrator', async () => {
    const links = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.attempt(insertOf('public.citas', booking('admin', 'patientB')))
      return stage.owner(
        `select patient_id::text, created_by::text from private.doctor_patients where doctor_id = $1`,
        [people.admin],
      )
    })
    expect(links).toEqual([{ patient_id: people.patientB, created_by: people.admin }])
  })

  it('counts days in the clinic, not in UTC', async () => {
    const outcomes = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      const zone = (name: string) =>
        stage.owner(
          `insert into private.app_settings (key, value) values ('clinic_time_zone', $1)
           on conflict (key) do update set value = excluded.value`,
          [name],
        )
      // Twenty-five hours apart: they never have the same date.
      const bookTodayOf = (name: string) =>
        stage.attempt(
          `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type)
           values ($1, $2, (now() at time zone '${name}')::date, '09:30', 'Escaneo Intraoral')`,
          [people.patientA, people.doctorA],
        )
      await zone('Pacific/Kiritimati')
      const yesterday = await bookTodayOf('Pacific/Pago_Pago')
      await zone('Pacific/Pago_Pago')
      return [yesterday.outcome, (await bookTodayOf('Pacific/Pago_Pago')).outcome]
    })
    expect(outcomes).toEqual(['PT400', 'done'])
  })

  it('takes its turn among all appointments, whatever writes them', async () => {
    const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      const held = async () =>
        (
          await stage.owner(
            `select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
               and objid::bigint = hashtext('public.citas')::bigint & 4294967295`,
          )
        ).length
      const before = await held()
      const { outcome } = await stage.attempt(`update public.citas set status = 'cancelada' where id = $1`, [
        appointments.A,
      ])
      return [before, outcome, await held()]
    })
    expect(found).toEqual([0, 'done', 1])
  })

  it('lets the owner write history: past days, odd times, people without an account', async () => {
    const outcome = await rehearseAsOwner(world(), (stage) =>
      stage.attempt(
        `insert into public.citas (doctor_id, appointment_date, appointment_time, status)
         values ($1, '2020-01-01', '07:15', 'completada')`,
        [people.doctorA],
      ),
    )
    expect(outcome.outcome).toBe('done')
  })
})
