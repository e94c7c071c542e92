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
import { invoices, type Pair, tokenOfA, useWorld } from './world.ts'

const subject = { table: 'public.invoices', rows: invoices }
const all = Object.keys(invoices) as Pair[]

const payment = (doctor: Person, patient: Person, other: Record<string, string> = {}) => ({
  patient_id: `'${people[patient]}'`,
  doctor_id: `'${people[doctor]}'`,
  payment_date: `'2026-01-05'`,
  payment_method: `'Efectivo'`,
  services: `'[{"name": "Escaneo Intraoral", "price": 400}]'`,
  ...other,
})
const own = (other: Record<string, string>) => payment('doctorA', 'patientA', other)
const charging = (services: string) => own({ services: `'${services}'` })

describe.each(engines())('invoices on $name', (engine) => {
  const world = useWorld(engine)

  itShows(world, subject, {
    anonymous: nobody,
    patientA: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
    patientB: ['B', 'ofFormerDoctor'],
    liar: ['B', 'ofFormerDoctor'],
    doctorA: ['A', 'ofNewPatient', 'ofClosedPatient', 'ofFormerDoctor'],
    doctorB: ['B'],
    factorPassed: ['ofFactorDoctor'],
    admin: all,
    mainAdmin: all,
    dentist: [],
    ...withoutAnyRights([]),
  })

  itInserts(world, 'public.invoices', [
    ['anonymous', 'like a doctor', own({}), 'no grant'],
    ['patientA', 'of themselves', own({}), 'policy'],
    ['patientA', 'as the doctor', payment('patientA', 'patientA'), 'policy'],
    ['patientB', 'of themselves', payment('doctorB', 'patientB'), 'policy'],
    ['liar', 'with lying claims', payment('doctorB', 'patientB'), 'policy'],
    ['doctorA', 'of a linked patient', own({}), 'done'],
    ['doctorA', 'of a patient of another doctor', payment('doctorA', 'patientB'), 'policy'],
    ['doctorA', 'of a closed patient', payment('doctorA', 'closedPatient'), 'PT400'],
    ['doctorA', 'in the name of another doctor', payment('doctorB', 'patientA'), 'policy'],
    ['doctorB', 'of a linked patient', payment('doctorB', 'patientB'), 'done'],
    ['factorPassed', 'of a linked patient', payment('factorDoctor', 'patientA'), 'done'],
    ['factorDue', 'before the second factor', payment('factorDoctor', 'patientA'), 'policy'],
    ['admin', 'of any patient', payment('admin', 'patientA'), 'done'],
    ['admin', 'in the name of another doctor', own({}), 'policy'],
    ['mainAdmin', 'of any patient', payment('mainAdmin', 'patientB'), 'done'],
    ['mainAdmin', 'in the name of another doctor', own({}), 'policy'],
    ['newPatient', 'of themselves', payment('doctorA', 'newPatient'), 'policy'],
    ['newAdmin', 'with a temporary password', payment('newAdmin', 'patientA'), 'policy'],
    ['closedPatient', 'of somebody', own({}), 'policy'],
    ['closedDoctor', 'after being closed', payment('closedDoctor', 'patientA'), 'policy'],
    ['erased', 'of somebody', own({}), 'policy'],

    ['doctorA', 'with an id of its own', own({ id: 'gen_random_uuid()' }), 'done'],
    ['doctorA', 'with an id that exists', own({ id: `'${invoices.B}'` }), '23505'],
    ['doctorA', 'with created_at', own({ created_at: 'now()' }), 'no grant'],
    ['doctorA', 'with a token of its own', own({ receipt_token: `repeat('0', 32)` }), 'no grant'],
    ['doctorA', 'already annulled', own({ annulled_at: 'now()', annulled_reason: `'x'` }), 'no grant'],
    [
      'admin',
      'annulled by somebody',
      payment('admin', 'patientA', { annulled_by: `'${people.admin}'` }),
      'no grant',
    ],
    ['doctorA', 'paid otherwise', own({ payment_method: `'Bitcoin'` }), 'PT400'],
    ['doctorA', 'paid by Tarjeta', own({ payment_method: `'Tarjeta de Crédito/Débito'` }), 'done'],
    ['doctorA', 'paid without a method', own({ payment_method: 'null' }), 'PT400'],
    ['doctorA', 'paid in the year 202', own({ payment_date: `'0202-01-05'` }), 'PT400'],
    ['doctorA', 'without a patient', own({ patient_id: 'null' }), 'policy'],
    ['doctorA', 'without services', charging('[]'), 'PT400'],
    ['doctorA', 'with services that are no list', charging('{"name": "x", "price": 1}'), 'PT400'],
    ['doctorA', 'with null services', own({ services: 'null' }), 'PT400'],
    [
      'doctorA',
      'with 50 services',
      own({
        services: `(select jsonb_agg(jsonb_build_object('name', 'x', 'price', 1)) from generate_series(1, 50))`,
      }),
      'done',
    ],
    [
      'doctorA',
      'with 51 services',
      own({
        services: `(select jsonb_agg(jsonb_build_object('name', 'x', 'price', 1)) from generate_series(1, 51))`,
      }),
      'PT400',
    ],
    ['doctorA', 'with a service without a name', charging('[{"name": " ", "price": 1}]'), 'PT400'],
    ['doctorA', 'with a name that is a number', charging('[{"name": 1, "price": 1}]'), 'PT400'],
    ['doctorA', 'with a price in words', charging('[{"name": "x", "price": "1"}]'), 'PT400'],
    ['doctorA', 'with a negative price', charging('[{"name": "x", "price": -1}]'), 'PT400'],
    [
      'doctorA',
      'with a negative price among others',
      charging('[{"name": "x", "price": -1}, {"name": "y", "price": 5}]'),
      'PT400',
    ],
    ['doctorA', 'with a price of nothing', charging('[{"name": "x", "price": 0}]'), 'done'],
    ['doctorA', 'with a third decimal', charging('[{"name": "x", "price": 0.005}]'), 'PT400'],
    ['doctorA', 'at the highest price', charging('[{"name": "x", "price": 999999.99}]'), 'done'],
    ['doctorA', 'above it', charging('[{"name": "x", "price": 1000000}]'), 'PT400'],
    ['doctorA', 'with an endless price', charging('[{"name": "x", "price": 1e400}]'), 'PT400'],
  ])

  itUpdates(world, {
    ...subject,
    values: {
      id: 'gen_random_uuid()',
      invoice_number: `'IDX-99999999'`,
      patient_id: `'${people.patientB}'`,
      doctor_id: `'${people.doctorB}'`,
      payment_date: `'2026-02-06'`,
      payment_method: `'Otro'`,
      services: `'[]'`,
      total_amount: '1',
      created_at: `'2020-01-01'`,
      annulled_at: 'now()',
      annulled_reason: `'x'`,
      annulled_by: `'${people.doctorA}'`,
      receipt_token: `repeat('0', 32)`,
    },
    granted: [],
    may: everyone({}),
  })

  itTouchesBlindly(world, subject, 'update public.invoices set total_amount = 1', everyone(nobody))

  itDeletes(world, subject, everyone(nobody))

  const stored = (stage: Stage) =>
    stage.owner(
      `select invoice_number ~ '^IDX-[0-9]{8}$' as numbered, invoice_number, services, total_amount::text as total
       from public.invoices where created_at = now()`,
    )

  it('puts its own number and total in the place of whatever was sent, and keeps only name and price', async () => {
    const services = `'[{"name": " Uno ", "price": 0.1, "paid": true}, {"name": "Dos", "price": 0.20}]'`
    const [invoice] = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await stage.attempt(
        insertOf('public.invoices', own({ services, total_amount: '1', invoice_number: `'IDX-12345678'` })),
      )
      return stored(stage)
    })
    expect(invoice).toMatchObject({
      numbered: true,
      total: '0.30',
      services: [
        { name: 'Uno', price: 0.1 },
        { name: 'Dos', price: 0.2 },
      ],
    })
    expect(invoice?.invoice_number).not.toBe('IDX-12345678')
  })

  it('sums what the owner stores as well', async () => {
    const [invoice] = await rehearseAsOwner(world(), async (stage) => {
      await stage.attempt(
        insertOf('public.invoices', own({ invoice_number: `'IDX-12345678'`, total_amount: '1' })),
      )
      return stored(stage)
    })
    expect(invoice).toMatchObject({ invoice_number: 'IDX-12345678', total: '400.00' })
  })

  it('gives every invoice a token that nothing can be guessed from', async () => {
    const tokens = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      for (let made = 0; made < 50; made++) await stage.attempt(insertOf('public.invoices', own({})))
      return stage.owner('select receipt_token as token from public.invoices where created_at = now()')
    })
    expect(tokens).toHaveLength(50)
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(50)
    for (let place = 0; place < 32; place++) {
      const signs = new Set(tokens.map(({ token }) => String(token)[place]))
      expect([place, signs.size > 4]).toEqual([place, true])
    }
  })

  it('takes no token that is short, taken or none, also from the owner', async () => {
    const outcomes = await rehearseAsOwner(world(), async (stage) => {
      const outcomes: string[] = []
      for (const token of [`'a1a1'`, `repeat('G', 32)`, `'${tokenOfA}'`, 'null'])
        outcomes.push(
          (await stage.attempt(insertOf('public.invoices', own({ receipt_token: token })))).outcome,
        )
      return outcomes
    })
    expect(outcomes).toEqual(['23514', '23514', '23505', '23502'])
  })

  it('links patient and doctor of a new invoice of an administrator', async () => {
    const links = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.attempt(insertOf('public.invoices', payment('admin', 'patientB')))
      return stage.owner(
        `select patient_id::text, created_by::text from private.doctor_patients where doctor_id = $1`,
        [people.admin],
      )
    })
    expect(links).toEqual([{ patient_id: people.patientB, created_by: people.admin }])
  })

  it('takes the next free number when the clock names one that is taken', async () => {
    const outcome = await rehearseAsOwner(world(), async (stage) => {
      // Takes every number of the clock's next five seconds; quick without our triggers.
      await stage.owner('alter table public.invoices disable trigger user')
      await stage.owner(
        `insert into public.invoices
           (invoice_number, patient_id, doctor_id, payment_date, payment_method, services, total_amount)
         select 'IDX-' || lpad((((extract(epoch from statement_timestamp()) * 1000)::bigint + ahead) % 100000000)::text, 8, '0'),
           $1, $2, '2026-01-05', 'Efectivo', '[{"name": "x", "price": 1}]', 1
         from generate_series(0, 5000) as ahead
         on conflict do nothing`,
        [people.patientA, people.doctorA],
      )
      await stage.owner('alter table public.invoices enable trigger user')
      return (await stage.attempt(insertOf('public.invoices', own({})))).outcome
    })
    expect(outcome).toBe('done')
  })

  const annul = (stage: Stage, invoice: string, reason: string | null) =>
    stage.attempt('select (public.annul_invoice($1, $2)).annulled_reason as reason', [invoice, reason])

  it.each([
    ['anonymous', 'no grant'],
    ['patientA', 'rule'],
    ['patientB', 'rule'],
    ['liar', 'rule'],
    ['doctorA', 'rule'],
    ['doctorB', 'rule'],
    ['factorPassed', 'rule'],
    ['admin', 'done'],
    ['mainAdmin', 'done'],
    ...Object.entries(withoutAnyRights('rule')),
  ] as const)('annul_invoice by %s: %s', async (caller, expected) => {
    const found = await rehearse(world(), identityOf(caller as 'admin'), async (stage) => {
      const { outcome } = await annul(stage, invoices.A, ' Duplicada ')
      const row = await stage.owner(
        `select annulled_at = now() as now, annulled_reason, annulled_by::text from public.invoices where id = $1`,
        [invoices.A],
      )
      return { outcome, row }
    })
    const by = people[caller as 'admin']
    expect(found).toEqual({
      outcome: expected,
      row: [
        expected === 'done'
          ? { now: true, annulled_reason: 'Duplicada', annulled_by: by }
          : { now: null, annulled_reason: null, annulled_by: null },
      ],
    })
  })

  it('annuls once, with a reason, an invoice that exists', async () => {
    const outcomes = await rehearse(world(), identityOf('admin'), async (stage) => [
      (await annul(stage, invoices.A, null)).outcome,
      (await annul(stage, invoices.A, ' ')).outcome,
      (await annul(stage, invoices.A, 'x'.repeat(501))).outcome,
      (await annul(stage, people.admin, 'Motivo')).outcome,
      (await annul(stage, invoices.A, 'Motivo')).outcome,
      (await annul(stage, invoices.A, 'Otro motivo')).outcome,
    ])
    expect(outcomes).toEqual(['PT400', 'PT400', 'PT400', 'PT404', 'done', 'PT409'])
  })

  it.each([
    [null, 'Motivo de la anulación: es un dato obligatorio.'],
    [' ', 'Motivo de la anulación: es un dato obligatorio.'],
    ['x'.repeat(501), 'Motivo de la anulación: escribe como máximo 500 caracteres.'],
  ])('says in Spanish what is wrong with the reason $0', async (reason, expected) => {
    const { message } = await rehearse(world(), identityOf('admin'), (stage) =>
      annul(stage, invoices.A, reason),
    )
    expect(message).toBe(expected)
  })

  it('never changes nor loses an invoice, also for the service role and the owner', async () => {
    const tryAll = async (stage: Stage) => {
      const outcomes: string[] = []
      for (const statement of [
        'update public.invoices set total_amount = 1',
        `update public.invoices set annulled_at = now(), annulled_reason = 'x', total_amount = 1`,
        'update public.invoices set annulled_at = now()',
        'delete from public.invoices',
        'truncate public.invoices',
        `update public.invoices set annulled_at = now(), annulled_reason = 'x'`,
        `update public.invoices set annulled_reason = 'y'`,
        'update public.invoices set annulled_at = null, annulled_reason = null',
      ])
        outcomes.push((await stage.attempt(statement)).outcome)
      return outcomes
    }
    const expected = ['rule', 'rule', '23514', 'rule', 'rule', 'done', 'rule', 'rule']
    expect(await rehearseAsOwner(world(), tryAll)).toEqual(expected)
    expect(await rehearse(world(), serviceRole, tryAll)).toEqual(expected)
  })
})
