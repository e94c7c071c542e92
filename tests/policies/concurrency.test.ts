import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { identityOf, people, uuid } from './people.ts'
import { commit, race } from './races.ts'
import { requests, useWorld } from './world.ts'

const both = [people.patientA, people.doctorA]

describe.each(engines())('at the same moment on $name', (engine) => {
  const world = useWorld(engine)

  it('fifty people book one slot: one gets it', async () => {
    const answers = await race(50, () =>
      commit(
        world(),
        `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type)
         values ($1, $2, '2099-03-02', '12:00', 'Escaneo Intraoral') returning 'booked' as value`,
        both,
      ),
    )
    expect(answers.filter((answer) => answer === 'booked')).toHaveLength(1)
    expect(answers.filter((answer) => answer === '23505')).toHaveLength(49)
  })

  it('two hundred invoices get two hundred numbers', async () => {
    const numbers = await race(200, () =>
      commit(
        world(),
        `insert into public.invoices (patient_id, doctor_id, payment_date, payment_method, services)
         values ($1, $2, '2026-01-05', 'Efectivo', '[{"name": "x", "price": 1}]') returning invoice_number as value`,
        both,
      ),
    )
    expect(
      new Set(numbers.map((number) => (/^IDX-\d{8}$/.test(String(number)) ? number : 'refused'))).size,
    ).toBe(200)
  })

  it('two administrators cannot merge two referring doctors into each other', async () => {
    const names = ['Circulo Uno', 'Circulo Dos']
    for (const name of names)
      await world().query(
        `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type, referring_doctor)
         values ('Persona', 'x@fuera.test', '5551234567', 'Escaneo Intraoral', $1)`,
        [name],
      )
    const answers = await race(20, (index) =>
      world().as(identityOf(index % 2 ? 'admin' : 'mainAdmin'), async (tx) => {
        const keys = index % 2 ? ['circulo uno', 'circulo dos'] : ['circulo dos', 'circulo uno']
        await tx.query('select public.merge_referrers($1, $2)', keys)
        return 'merged'
      }),
    )
    expect(answers.filter((answer) => answer === 'merged')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'PT409')).toHaveLength(19)
  })

  it('ten doctors accept one request: one does', async () => {
    const answers = await race(10, () =>
      commit(world(), 'select public.accept_study_request($1) as value', [requests.B]),
    )
    expect(answers.filter((answer) => answer !== 'PT409')).toEqual([
      { userExisted: true, linkRequested: true },
    ])
  })

  it('twenty weeks are saved: one of them stays, whole', async () => {
    const weeks = [
      ['08:00', '10:00'],
      ['09:00', '11:00'],
    ].map(([opens, closes]) => [1, 2, 3].map((weekday) => ({ weekday, opens, closes })))
    const answers = await race(20, (index) =>
      world().as(identityOf(index % 2 ? 'admin' : 'mainAdmin'), async (tx) => {
        await tx.query('select public.set_hours($1, $2::text::jsonb)', [
          people.doctorB,
          JSON.stringify(weeks[index % 2]),
        ])
        return 'saved'
      }),
    )
    expect(answers).toEqual(Array(20).fill('saved'))
    const { rows } = await world().query(
      `select weekday, to_char(opens, 'HH24:MI') as opens, to_char(closes, 'HH24:MI') as closes
       from public.clinic_hours where doctor_id = $1 order by weekday`,
      [people.doctorB],
    )
    expect(weeks).toContainEqual(rows)
  })

  it('ten retries of one absence store it once', async () => {
    const absence = uuid('9014', 40)
    const answers = await race(10, () =>
      commit(
        world(),
        `select public.add_closure($1, $2, 'ausencia', '2098-12-01', '2098-12-02') -> 'closure' ->> 'id' as value`,
        [absence, people.doctorA],
      ),
    )
    expect(answers).toEqual(Array(10).fill(absence))
    const { rows } = await world().query(
      `select count(*)::int as lines from private.audit_log where subject = 'clinic_closures' and row_id = $1`,
      [absence],
    )
    expect(rows).toEqual([{ lines: 1 }])
  })

  it('ten retries of one invoice store it once', async () => {
    const answers = await race(10, () =>
      commit(
        world(),
        `insert into public.invoices (id, patient_id, doctor_id, payment_date, payment_method, services)
         values ('00000000-0000-4000-9009-000000000001', $1, $2, '2026-01-05', 'Efectivo', '[{"name": "x", "price": 1}]')
         returning 'stored' as value`,
        both,
      ),
    )
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(1)
    expect(answers.filter((answer) => answer === '23505')).toHaveLength(9)
  })

  it('a hundred strangers send sixty requests from one address', async () => {
    const answers = await race(100, () =>
      world().as(
        identityOf('anonymous'),
        async (tx) =>
          (
            await tx.query(
              `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type)
               values ('Visitante', 'visitante@fuera.test', '5551234567', 'Escaneo Intraoral')`,
            )
          ).affected,
        { headers: { 'x-forwarded-for': '192.0.2.77' } },
      ),
    )
    expect(answers.filter((answer) => answer === 1)).toHaveLength(60)
    expect(answers.filter((answer) => answer === 'PT429')).toHaveLength(40)
  })
})
