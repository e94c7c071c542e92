import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import {
  insertOf,
  itDeletes,
  itInserts,
  itShows,
  itTouchesBlindly,
  itUpdates,
  withoutAnyRights,
} from './matrix.ts'
import { type Caller, callers, identityOf, serviceRole } from './people.ts'
import { rehearse, rehearseAsOwner } from './rehearse.ts'
import { requests, useWorld } from './world.ts'

type Request = keyof typeof requests

const subject = { table: 'public.study_requests', rows: requests }
const all = Object.keys(requests) as Request[]
const pending = all.filter((name) => name !== 'acceptedA' && name !== 'ofFactorDoctor')
const none: Request[] = []

const today = `(now() at time zone 'America/Mexico_City')::date`
const form = (other: Record<string, string> = {}) => ({
  patient_name: `'Visitante'`,
  patient_email: `'visitante@fuera.test'`,
  patient_phone: `'5551234567'`,
  study_type: `'Escaneo Intraoral'`,
  ...other,
})

const granted = [
  'status',
  'patient_name',
  'patient_email',
  'patient_phone',
  'study_type',
  'referring_doctor',
  'notes',
]
const answers = { done: ['status'], rule: granted.slice(1) }
const byDoctor = Object.fromEntries(pending.map((name) => [name, answers]))
const byAdmin = Object.fromEntries(all.map((name) => [name, { done: granted }]))

describe.each(engines())('study_requests on $name', (engine) => {
  const world = useWorld(engine)

  itShows(world, subject, {
    anonymous: nobody,
    patientA: ['A', 'acceptedA'],
    patientB: ['B'],
    liar: ['B'],
    doctorA: all,
    doctorB: all,
    factorPassed: all,
    admin: all,
    mainAdmin: all,
    dentist: none,
    ...withoutAnyRights(none),
  })

  itInserts(world, 'public.study_requests', [
    ...callers.map((caller) => [caller, 'the form', form(), 'done'] as const),
    ...callers.map(
      (caller) =>
        [
          caller,
          'the whole form',
          form({
            patient_age: '30',
            referring_doctor: `'Dra. Ruiz'`,
            notes: `'Nota'`,
            tentative_date: today,
            status: `'pendiente'`,
            privacy_version: `'2026-01'`,
            privacy_accepted_at: 'now()',
            submission_id: 'gen_random_uuid()',
          }),
          'done',
        ] as const,
    ),
    ['anonymous', 'as aceptada', form({ status: `'aceptada'` }), 'policy'],
    ['doctorA', 'as aceptada', form({ status: `'aceptada'` }), 'policy'],
    ['admin', 'as rechazada', form({ status: `'rechazada'` }), 'policy'],
    ['anonymous', 'status PENDIENTE', form({ status: `' PENDIENTE'` }), 'done'],
    ['anonymous', 'status unknown', form({ status: `'lista'` }), 'PT400'],
    ['anonymous', 'with an id', form({ id: '1' }), 'no grant'],
    ['admin', 'with an id', form({ id: '1' }), 'no grant'],
    ['anonymous', 'with created_at', form({ created_at: 'now()' }), 'no grant'],
    ['admin', 'with created_at', form({ created_at: 'now()' }), 'no grant'],
    ['anonymous', 'for yesterday', form({ tentative_date: `${today} - 1` }), 'done'],
    ['anonymous', 'for the day before', form({ tentative_date: `${today} - 2` }), 'PT400'],
    ['admin', 'for the day before', form({ tentative_date: `${today} - 2` }), 'PT400'],
    ['anonymous', 'a study that is not offered', form({ study_type: `'Resonancia'` }), 'PT400'],
    ['anonymous', 'a study that is only sold', form({ study_type: `'Tomografía Bimaxilar'` }), 'PT400'],
    ['anonymous', 'a retired study', form({ study_type: `'Retirado'` }), 'PT400'],
    ['anonymous', 'without a name', form({ patient_name: `' '` }), 'PT400'],
    ['anonymous', 'without a phone', form({ patient_phone: `''` }), 'PT400'],
    ['anonymous', 'with a broken e-mail', form({ patient_email: `'visitante@'` }), 'PT400'],
    ['anonymous', 'with an age of 131', form({ patient_age: '131' }), 'PT400'],
    ['anonymous', 'with a name of 200 kB', form({ patient_name: `repeat('x', 200000)` }), 'PT400'],
    [
      'anonymous',
      'with an e-mail of 200 kB',
      form({ patient_email: `repeat('x', 200000) || '@x.mx'` }),
      'PT400',
    ],
    [
      'anonymous',
      'with a phone of 200 kB',
      form({ patient_phone: `'555' || repeat('-', 200000) || '1234'` }),
      'PT400',
    ],
    ['anonymous', 'with a doctor of 200 kB', form({ referring_doctor: `repeat('x', 200000)` }), 'PT400'],
    ['anonymous', 'with notes of 200 kB', form({ notes: `repeat('x', 200000)` }), 'PT400'],
    ['anonymous', 'with notes of 5000 characters', form({ notes: `repeat('ñ', 5000)` }), 'done'],
    ['anonymous', 'with a notice of 101 characters', form({ privacy_version: `repeat('x', 101)` }), 'PT400'],
  ])

  itUpdates(world, {
    ...subject,
    values: {
      id: '77',
      patient_name: `'Otra Persona'`,
      patient_email: `'otra@fuera.test'`,
      patient_phone: `'5550001111'`,
      patient_age: '44',
      study_type: `'Radiografía Carpal'`,
      referring_doctor: `'Dr. Otro'`,
      notes: `'Otra nota'`,
      tentative_date: `'2099-01-01'`,
      status: `case status when 'pendiente' then 'aceptada' else 'pendiente' end`,
      privacy_version: `'2027'`,
      submission_id: 'gen_random_uuid()',
      privacy_accepted_at: 'now()',
      is_order: 'not is_order',
      created_at: `'2020-01-01'`,
    },
    granted,
    may: {
      anonymous: nobody,
      patientA: {},
      patientB: {},
      liar: {},
      doctorA: byDoctor,
      doctorB: byDoctor,
      factorPassed: byDoctor,
      admin: byAdmin,
      mainAdmin: byAdmin,
      dentist: {},
      ...withoutAnyRights({}),
    },
  })

  itTouchesBlindly(world, subject, `update public.study_requests set status = 'rechazada'`, {
    anonymous: nobody,
    patientA: none,
    patientB: none,
    liar: none,
    doctorA: pending,
    doctorB: pending,
    factorPassed: pending,
    admin: all.filter((name) => name !== 'ofFactorDoctor'),
    mainAdmin: all.filter((name) => name !== 'ofFactorDoctor'),
    dentist: none,
    ...withoutAnyRights(none),
  })

  itDeletes(world, subject, {
    anonymous: nobody,
    patientA: none,
    patientB: none,
    liar: none,
    doctorA: none,
    doctorB: none,
    factorPassed: none,
    admin: all,
    mainAdmin: all,
    dentist: none,
    ...withoutAnyRights(none),
  })

  it.each([
    ['doctorA', 'rechazada', 'done'],
    ['doctorA', ' ACEPTADA ', 'done'],
    ['doctorA', 'lista', 'PT400'],
    ['admin', 'lista', 'PT400'],
  ] as const)('%s answering with "%s": %s', async (caller, status, expected) => {
    const found = await rehearse(world(), identityOf(caller), (stage) =>
      stage.attempt('update public.study_requests set status = $1 where id = $2', [status, requests.A]),
    )
    expect(found.outcome).toBe(expected)
  })

  it('takes no request for a study that was on offer and is retired', async () => {
    const outcomes = await rehearse(world(), identityOf('anonymous'), async (stage) => {
      const send = async () => (await stage.attempt(insertOf('public.study_requests', form()))).outcome
      const before = await send()
      await stage.owner(`update public.services set active = false where name = 'Escaneo Intraoral'`)
      return [before, await send()]
    })
    expect(outcomes).toEqual(['done', 'PT400'])
  })

  it('binds the service role and the owner to the status words, in lower case', async () => {
    const set = (status: string) =>
      `update public.study_requests set status = '${status}' where id = ${requests.A} returning status`
    expect(await rehearse(world(), serviceRole, (stage) => stage.attempt(set('lista')))).toMatchObject({
      outcome: 'PT400',
    })
    expect(await rehearseAsOwner(world(), (stage) => stage.attempt(set('lista')))).toMatchObject({
      outcome: 'PT400',
    })
    expect(await rehearseAsOwner(world(), (stage) => stage.attempt(set(' Aceptada')))).toMatchObject({
      rows: [{ status: 'aceptada' }],
    })
  })

  it.each(['anonymous', 'patientA', 'admin'] as const)(
    'lets %s never read back what was sent',
    async (caller) => {
      const found = await rehearse(world(), identityOf(caller), (stage) =>
        stage.attempt(`${insertOf('public.study_requests', form())} returning id`),
      )
      expect(found.outcome).toBe(
        ({ anonymous: 'no grant', patientA: 'policy', admin: 'done' } as const)[caller],
      )
    },
  )

  it('takes the moment of the acceptance from its own clock, and an empty field as none', async () => {
    const send = (caller: Caller, other: Record<string, string>) =>
      rehearse(world(), identityOf(caller), async (stage) => {
        await stage.attempt(insertOf('public.study_requests', form(other)))
        return stage.owner(
          `select privacy_version as version, privacy_accepted_at = now() as now, patient_email as email,
             referring_doctor as doctor, notes
           from public.study_requests where patient_name = 'Visitante'`,
        )
      })
    expect(
      await send('anonymous', { privacy_version: `' 2026-01 '`, privacy_accepted_at: `'2020-01-01'` }),
    ).toMatchObject([{ version: '2026-01', now: true }])
    expect(
      await send('anonymous', {
        privacy_accepted_at: 'now()',
        patient_email: `' Visitante@Fuera.test '`,
        referring_doctor: `' '`,
        notes: `''`,
      }),
    ).toEqual([{ version: null, now: null, email: 'visitante@fuera.test', doctor: null, notes: null }])
  })
})
