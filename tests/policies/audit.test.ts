import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Caller, identityOf, people, serviceRole } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { citas, deletedStudy, invoices, requests, retiredService, studies, useWorld } from './world.ts'

const about = `patient_id, doctor_id`
const pair = `'${people.patientA}', '${people.doctorA}'`

/** Caller, statement, and the line that it leaves: action, subject, columns. */
const changes: [Caller, string, string, string, string[] | null][] = [
  [
    'patientA',
    `update public.profiles set phone = '5559876543', age = 3`,
    'update',
    'profiles',
    ['age', 'phone'],
  ],
  ['admin', `insert into public.services (name, price) values ('Nuevo', 1)`, 'insert', 'services', null],
  [
    'admin',
    `update public.services set price = 11 where id = '${retiredService}'`,
    'update',
    'services',
    ['price'],
  ],
  [
    'anonymous',
    `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type)
     values ('Secreto', 'secreto@fuera.test', '5550009999', 'Escaneo Intraoral')`,
    'insert',
    'study_requests',
    null,
  ],
  [
    'doctorA',
    `update public.study_requests set status = 'rechazada' where id = ${requests.A}`,
    'update',
    'study_requests',
    ['status'],
  ],
  ['admin', `delete from public.study_requests where id = ${requests.A}`, 'delete', 'study_requests', null],
  [
    'doctorA',
    `insert into public.citas (${about}, appointment_date, appointment_time, study_type)
     values (${pair}, '2099-01-06', '09:30', 'Secreto')`,
    'insert',
    'citas',
    null,
  ],
  [
    'doctorA',
    `update public.citas set status = 'cancelada' where id = '${citas.A}'`,
    'update',
    'citas',
    ['status'],
  ],
  [
    'doctorA',
    `insert into public.studies (${about}, study_date, comments) values (${pair}, '2026-01-05', 'Secreto')`,
    'insert',
    'studies',
    null,
  ],
  [
    'doctorA',
    `update public.studies set comments = 'Secreto' where id = '${studies.A}'`,
    'update',
    'studies',
    ['comments'],
  ],
  ['doctorA', `delete from public.studies where id = '${studies.A}'`, 'delete', 'studies', null],
  [
    'doctorA',
    `insert into public.medical_notes (${about}, note) values (${pair}, 'Secreto')`,
    'insert',
    'medical_notes',
    null,
  ],
  [
    'doctorA',
    `insert into public.invoices (${about}, payment_date, payment_method, services)
     values (${pair}, '2026-01-05', 'Otro', '[{"name": "Secreto", "price": 1}]')`,
    'insert',
    'invoices',
    null,
  ],
  [
    'admin',
    `select public.annul_invoice('${invoices.A}', 'Secreto')`,
    'update',
    'invoices',
    ['annulled_at', 'annulled_by', 'annulled_reason'],
  ],
  ['patientA', `select public.log_access('study', '${studies.A}')`, 'access', 'study', null],
]

const lines = (stage: Stage) =>
  stage.owner(
    `select actor::text, actor_role, action, subject, row_id, columns::text, declared from private.audit_log
     where at = now() order by id`,
  )

describe.each(engines())('the trail on $name', (engine) => {
  const world = useWorld(engine)

  it.each(changes)('of %s: %s', async (caller, statement, action, subject, columns) => {
    const found = await rehearse(world(), identityOf(caller), async (stage) => {
      const { outcome } = await stage.attempt(statement)
      return { outcome, lines: await lines(stage) }
    })
    expect(found).toEqual({
      outcome: 'done',
      lines: [
        {
          actor: caller === 'anonymous' ? null : people[caller as keyof typeof people],
          actor_role: caller === 'anonymous' ? 'anon' : 'authenticated',
          action,
          subject,
          row_id: expect.stringMatching(/^[0-9a-f-]{36}$|^\d+$/),
          columns: columns && `{${columns.join(',')}}`,
          declared: action === 'access',
        },
      ],
    })
    expect(JSON.stringify(found.lines)).not.toMatch(/secreto|5559876543|5550009999/i)
  })

  it('names the row', async () => {
    const rows = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await stage.attempt(`update public.studies set comments = 'x' where id = $1`, [studies.A])
      return lines(stage)
    })
    expect(rows.map((row) => row.row_id)).toEqual([studies.A])
  })

  it('says nothing of a change that changes nothing', async () => {
    const rows = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await stage.attempt('update public.studies set comments = comments where id = $1', [studies.A])
      await stage.attempt(`update public.studies set comments = 'x' where id = $1`, [studies.B])
      return lines(stage)
    })
    expect(rows).toEqual([])
  })

  it('tells who was linked with whom, by whom', async () => {
    const rows = await rehearse(world(), identityOf('doctorB'), async (stage) => {
      await stage.attempt('select public.accept_study_request($1)', [requests.A])
      await stage.owner('delete from private.doctor_patients where doctor_id = $1 and patient_id = $2', [
        people.doctorB,
        people.patientA,
      ])
      return (await lines(stage)).filter((line) => line.subject === 'doctor_patients')
    })
    const link = {
      subject: 'doctor_patients',
      row_id: people.patientA,
      columns: `{doctor_id=${people.doctorB}}`,
    }
    expect(rows).toMatchObject([
      { ...link, action: 'insert', actor: people.doctorB },
      { ...link, action: 'delete' },
    ])
  })

  it('tells a new and an erased profile', async () => {
    const rows = await rehearseAsOwner(world(), async (stage) => {
      await stage.owner('delete from auth.users where id = $1', [people.newAdmin])
      await stage.owner(
        `insert into private.prepared_accounts (email, full_name) values ('x@fuera.test', 'X')`,
      )
      await stage.owner(`insert into auth.users (id, email) values ($1, 'x@fuera.test')`, [people.newAdmin])
      return lines(stage)
    })
    expect(rows).toMatchObject([
      { action: 'delete', subject: 'profiles', row_id: people.newAdmin, actor: null },
      { action: 'insert', subject: 'profiles', row_id: people.newAdmin, actor: null },
    ])
  })

  it('keeps the lines of the service role', async () => {
    const rows = await rehearse(world(), serviceRole, async (stage) => {
      await stage.attempt(`update public.studies set comments = 'x' where id = $1`, [studies.A])
      return lines(stage)
    })
    expect(rows).toMatchObject([{ actor: null, actor_role: 'service_role', action: 'update' }])
  })

  it('is only added to, also by the owner', async () => {
    const outcomes = await rehearseAsOwner(world(), async (stage) => {
      await stage.owner(`insert into private.audit_log (actor_role, action, subject) values ('x', 'x', 'x')`)
      const found: string[] = []
      for (const statement of [
        `update private.audit_log set actor = gen_random_uuid()`,
        'delete from private.audit_log',
        'truncate private.audit_log',
      ])
        found.push((await stage.attempt(statement)).outcome)
      return found
    })
    expect(outcomes).toEqual(['rule', 'rule', 'rule'])
  })

  it('tells who deleted the study of the world, whose row is gone', async () => {
    const { rows } = await world().query(
      `select action from private.audit_log where subject = 'studies' and row_id = $1 order by id`,
      [deletedStudy],
    )
    expect(rows).toEqual([{ action: 'insert' }, { action: 'delete' }])
  })
})
