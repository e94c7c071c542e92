import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { citaId } from './booking-stage.ts'
import { callers, identityOf, people, serviceRole } from './people.ts'
import { call, rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { appointments, useWorld } from './world.ts'

const noShows = (stage: Stage, from: string, to: string) =>
  call(stage, 'select public.no_shows($1, $2) as value', [from, to])

type Prepared = [
  day: string,
  time: string | null,
  status: string,
  /** Who referred, of an appointment that comes from a request; null for a request that names nobody. */
  referrer?: string | null,
]

/** Appointments of two doctors, each from a request of its own where it comes from one. */
async function prepare(stage: Stage, rows: readonly Prepared[]): Promise<void> {
  for (const [at, [day, time, status, referrer]] of rows.entries()) {
    const [request] =
      referrer === undefined
        ? []
        : await stage.owner(
            `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type, referring_doctor, status)
             values ('Persona', 'x@fuera.test', '5551234567', 'Escaneo Intraoral', $1, 'aceptada') returning id::text`,
            [referrer],
          )
    await stage.owner(
      `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, status, request_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        people.patientA,
        at % 2 ? people.doctorA : people.doctorB,
        day,
        time,
        status,
        request ? request.id : null,
      ],
    )
  }
}

/** Of January 2020, counted by hand below. */
const january: readonly Prepared[] = [
  ['2019-12-31', '09:30', 'no_asistio', 'Dra. Ana Ruiz'],
  ['2020-01-01', '09:30', 'no_asistio', 'Dra. Ana Ruiz'],
  ['2020-01-02', '10:00', 'no_asistio', 'ruiz ana'],
  ['2020-01-03', null, 'completada', 'Dra. Ana Ruiz'],
  ['2020-01-07', '10:00', 'no_asistio', 'Dr. Luis Gil'],
  ['2020-01-08', '10:00', 'pendiente', 'Dr. Luis Gil'],
  ['2020-01-09', '10:00', 'cancelada', 'Dr. Luis Gil'],
  ['2020-01-10', '10:00', 'confirmada', 'Dra. Eva Sol'],
  ['2020-01-11', '10:00', 'cancelada', 'Dr. Nadie Más'],
  ['2020-01-13', '10:00', 'no_asistio', null],
  ['2020-01-14', '10:00', 'aceptada'],
  ['2020-01-31', '18:00', 'no_asistio'],
  ['2020-02-01', '09:30', 'no_asistio', 'Dra. Eva Sol'],
]

describe.each(engines())('no_shows on $name', (engine) => {
  const world = useWorld(engine)
  const asAdmin = <T>(run: (stage: Stage) => Promise<T>) => rehearse(world(), identityOf('admin'), run)

  it.each(callers)('answers administrators alone: %s', async (caller) => {
    const found = await rehearse(world(), identityOf(caller), (stage) =>
      noShows(stage, '2020-01-01', '2020-01-31'),
    )
    const isAdmin = caller === 'admin' || caller === 'mainAdmin'
    expect(found).toEqual(
      isAdmin ? [{ total: 0, missed: 0, referrers: [] }] : caller === 'anonymous' ? 'no grant' : 'rule',
    )
  })

  it('equals a hand count: what has begun and was not cancelled, and by who referred', async () => {
    const found = await asAdmin(async (stage) => {
      await prepare(stage, january)
      return noShows(stage, '2020-01-01', '2020-01-31')
    })
    expect(found).toEqual([
      {
        total: 9,
        missed: 5,
        referrers: [
          { name: 'Dra. Ana Ruiz', total: 3, missed: 2 },
          { name: 'Dr. Luis Gil', total: 2, missed: 1 },
          { name: 'Dra. Eva Sol', total: 1, missed: 0 },
        ],
      },
    ])
  })

  it('counts a merged name with the other one', async () => {
    const found = await asAdmin(async (stage) => {
      await prepare(stage, january)
      await stage.attempt(`select public.merge_referrers('gil luis', 'eva sol')`)
      return noShows(stage, '2020-01-01', '2020-01-31')
    })
    expect(found).toMatchObject([
      {
        referrers: [
          { name: 'Dra. Ana Ruiz', total: 3, missed: 2 },
          { name: 'Dra. Eva Sol', total: 3, missed: 1 },
        ],
      },
    ])
  })

  it('leaves out what has not begun', async () => {
    const found = await asAdmin(async (stage) => {
      await prepare(stage, [['2098-01-06', '10:00', 'pendiente', 'Dra. Ana Ruiz']])
      return noShows(stage, '2098-01-01', '2098-01-31')
    })
    expect(found).toEqual([{ total: 0, missed: 0, referrers: [] }])
  })

  it('names fifteen referring doctors at most', async () => {
    const letters = [...'abcdefghijklmnop']
    const found = await asAdmin(async (stage) => {
      await prepare(
        stage,
        letters.map((letter, at) => [
          `2020-03-${String(at + 1).padStart(2, '0')}`,
          '10:00',
          'no_asistio',
          `Nombre ${letter}`,
        ]),
      )
      return call(
        stage,
        `select jsonb_array_length(public.no_shows('2020-03-01', '2020-03-31') -> 'referrers') as value`,
      )
    })
    expect(found).toEqual([15])
  })

  it('a missed appointment is one of all appointments', async () => {
    const counts = await asAdmin(async (stage) => {
      const all = () => call(stage, `select public.admin_analytics() #> '{appointments,total}' as value`)
      const before = await all()
      await prepare(stage, [['2020-01-02', '10:00', 'no_asistio']])
      return [before, await all()].map((answer) => Number(answer))
    })
    expect(counts[1]).toBe(Number(counts[0]) + 1)
  })
})

describe.each(engines())('no_asistio on $name', (engine) => {
  const world = useWorld(engine)
  /** The appointment to come, and one of yesterday. */
  const told = async (stage: Stage, act: (stage: Stage, cita: string) => Promise<{ message: string }>) => {
    await stage.owner(
      `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time)
       values ($1, $2, $3, private.clinic_today() - 1, '09:30')`,
      [citaId(1), people.patientA, people.doctorA],
    )
    return [(await act(stage, appointments.A)).message, (await act(stage, citaId(1))).message]
  }
  const patch = (stage: Stage, cita: string) =>
    stage.attempt(`update public.citas set status = ' No_Asistio ' where id = $1`, [cita])
  const mark = (stage: Stage, cita: string) => stage.attempt('select public.mark_no_show($1)', [cita])

  it.each(['doctorA', 'admin', 'mainAdmin'] as const)(
    'no word of a PATCH before the start or after it, and by function from the start on: %s',
    async (caller) => {
      const as = (act: typeof patch) => rehearse(world(), identityOf(caller), (stage) => told(stage, act))
      expect(await as(patch)).toEqual(['Estado de cita no válido.', 'Estado de cita no válido.'])
      expect(await as(mark)).toEqual(['Todavía no es la hora de esta cita.', ''])
    },
  )

  it('before the start not even the service role and the owner write it', async () => {
    const early = ['Todavía no es la hora de esta cita.', '']
    expect(await rehearse(world(), serviceRole, (stage) => told(stage, patch))).toEqual(early)
    expect(await rehearseAsOwner(world(), (stage) => told(stage, patch))).toEqual(early)
    const booked = await rehearseAsOwner(world(), (stage) =>
      stage.attempt(
        `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, status)
         values ($1, $2, '2098-01-06', '10:00', 'no_asistio')`,
        [people.patientA, people.doctorA],
      ),
    )
    expect(booked.message).toBe('Todavía no es la hora de esta cita.')
  })
})
