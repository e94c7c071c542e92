import { describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { DatabaseError } from '#server/db/errors.ts'
import { engines } from '#tests/engines.ts'
import { identityOf, people } from './people.ts'
import { outcomeOf } from './rehearse.ts'
import { requests, useWorld } from './world.ts'

/** Runs one statement as doctor A in a transaction of its own, for good. */
async function commit(database: Database, sql: string, params: readonly unknown[]): Promise<unknown> {
  return database.as(
    identityOf('doctorA'),
    async (tx) => (await tx.query<{ value: unknown }>(sql, params)).rows[0]?.value,
  )
}

async function race(count: number, run: (index: number) => Promise<unknown>): Promise<unknown[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      run(index).catch((error: unknown) => {
        if (error instanceof DatabaseError) return outcomeOf(error)
        throw error
      }),
    ),
  )
}

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
