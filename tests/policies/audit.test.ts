import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { access } from './access.ts'
import { arrivals, machineRows } from './machines-stage.ts'
import { type Caller, identityOf, people, serviceRole } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { addenda, fresh, keyImages, marks, reportRowsOfWorld, reports, template } from './reports-stage.ts'
import {
  appointments,
  citaLinks,
  deletedStudy,
  fileIds,
  invoices,
  messages,
  requests,
  retiredService,
  shares,
  studies,
  useWorld,
} from './world.ts'

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
    `select public.put_study_preview('${studies.A}',
       '{"source": "${people.patientA}/estudio.zip", "state": "failed", "reason": "corrupt", "maker": 1}')`,
    'put',
    'study_previews',
    null,
  ],
  ['admin', `select public.drop_study_preview('${studies.A}')`, 'drop', 'study_previews', null],
  ['patientA', `select public.note_seen('${studies.ofFactorDoctor}', 'images')`, 'seen', 'study_seen', null],
  [
    'doctorA',
    `insert into public.citas (${about}, appointment_date, appointment_time, study_type)
     values (${pair}, '2099-01-06', '09:30', 'Secreto')`,
    'book',
    'citas',
    null,
  ],
  [
    'doctorA',
    `update public.citas set status = 'cancelada' where id = '${appointments.A}'`,
    'cancel',
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
  [
    'doctorA',
    `select public.create_study_share('${studies.A}', 'Secreto', 7, 3)`,
    'insert',
    'study_shares',
    [`study_id=${studies.A}`],
  ],
  ['doctorA', `select public.note_opened('${messages.ofFormerDoctor}')`, 'opened', 'messages', null],
  ['doctorA', `select public.revoke_cita_link('${citaLinks.A}')`, 'revoke', 'cita_links', null],
  ['doctorA', `select public.create_activation('${people.newPatient}')`, 'create', 'activations', null],
  ['patientA', `select public.log_access('study', '${studies.A}')`, 'access', 'study', null],
  ['dentist', `update public.dentists set practice = 'Secreto'`, 'update', 'dentists', ['practice']],
  ['admin', `select public.set_machine('{"name": "Secreto", "aet": "X"}')`, 'insert', 'machines', null],
  [
    'doctorA',
    `select public.discard_arrival('${arrivals.ofPatientA}', 'Secreto')`,
    'discard',
    'arrivals',
    null,
  ],
]

/** The same of reports and saved work, whose columns are told by report-signing.test.ts. */
const ofReports: [Caller, string, string, string][] = [
  [
    'doctorA',
    `update public.study_marks set label = 'Secreto' where id = '${marks.A}'`,
    'insert',
    'study_marks',
  ],
  [
    'doctorA',
    `update public.key_images set removed_at = now() where id = '${keyImages.own}'`,
    'remove',
    'key_images',
  ],
  [
    'admin',
    `update public.report_templates set name = 'Secreto' where id = '${template}'`,
    'update',
    'report_templates',
  ],
  [
    'doctorA',
    `select public.save_report('${reports.ofNewPatient}', 1, '{"impression": "Secreto"}')`,
    'save',
    'reports',
  ],
  ['doctorA', `select public.discard_report('${reports.ofNewPatient}')`, 'discard', 'reports'],
  ['admin', `select public.annul_report('${reports.A}', 'Secreto')`, 'annul', 'reports'],
  ['doctorA', `select public.sign_addendum('${addenda.unsigned}')`, 'sign', 'report_addenda'],
]

const lines = (stage: Stage) =>
  stage.owner(
    `select actor::text, actor_role, action, subject, row_id, columns::text, declared from private.audit_log
     where at = now() order by id`,
  )

describe.each(engines())('the trail of reports on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)

  it.each(ofReports)('of %s: $1', async (caller, statement, action, subject) => {
    const found = await rehearse(world(), fresh(caller), async (stage) => {
      const { outcome } = await stage.attempt(statement)
      return { outcome, lines: await lines(stage) }
    })
    expect(found).toEqual({
      outcome: 'done',
      lines: [
        expect.objectContaining({
          actor: people[caller as keyof typeof people],
          action,
          subject,
          declared: false,
        }),
      ],
    })
    expect(JSON.stringify(found.lines)).not.toMatch(/secreto/i)
  })
})

describe.each(engines())('the trail on $name', (engine) => {
  const world = useWorld(engine, machineRows)

  it.each(changes)('of %s: $1', async (caller, statement, action, subject, columns) => {
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

  it('of every audited table there is a change above', () => {
    const audited = Object.entries(access.tables).flatMap(([name, { triggers }]) => {
      const table = name.replace('public.', '')
      return triggers.includes(`${table}_z_audit`) ? [table] : []
    })
    // Those of orders are in orders.test.ts, with what makes them.
    const tried = [
      ...[...changes, ...ofReports].map(([, , , subject]) => subject),
      'orders',
      'study_recipients',
    ]
    expect(audited.filter((table) => !tried.includes(table))).toEqual([])
  })

  it('of a deleted study: the end of its links, its own, and the end of its preview', async () => {
    const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await stage.attempt(`delete from public.studies where id = '${studies.A}'`)
      return lines(stage)
    })
    const line = { actor: people.doctorA, actor_role: 'authenticated', declared: false }
    expect(found).toEqual([
      {
        ...line,
        action: 'revoke',
        subject: 'study_shares',
        row_id: shares.A,
        columns: `{study_id=${studies.A}}`,
      },
      { ...line, action: 'delete', subject: 'studies', row_id: studies.A, columns: null },
      { ...line, action: 'drop', subject: 'study_previews', row_id: studies.A, columns: null },
    ])
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
      await stage.owner(`update public.study_requests set patient_name = 'Nombre patientA' where id = $1`, [
        requests.A,
      ])
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
      { action: 'delete', subject: 'account_state', row_id: people.newAdmin, actor: null },
      { action: 'insert', subject: 'profiles', row_id: people.newAdmin, actor: null },
    ])
  })

  it('tells who asked for a new account', async () => {
    const rows = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      const [prepared] = (
        await stage.attempt(
          `select public.prepare_account('{"full_name": "Secreto", "email": "secreto@fuera.test"}') ->> 'id' as id`,
        )
      ).rows
      await stage.become('owner')
      await stage.owner(`insert into auth.users (id, email) values ($1, 'secreto@fuera.test')`, [
        prepared?.id,
      ])
      const told = await lines(stage)
      return told.map((line) => ({ ...line, actor: line.actor, mine: line.row_id === prepared?.id }))
    })
    const made = { actor: people.doctorA, mine: true }
    expect(rows.filter(({ actor }) => actor !== null)).toMatchObject([
      { ...made, action: 'insert', subject: 'doctor_patients' },
      { ...made, action: 'create', subject: 'profiles' },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/secreto/i)
  })

  it('tells who was made doctor or administrator, with what they are now', async () => {
    const rows = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.attempt(`update public.profiles set is_admin = true where id = $1`, [people.doctorA])
      await stage.attempt(`update public.profiles set is_admin = false where id = $1`, [people.doctorA])
      await stage.attempt(`update public.profiles set role = 'doctor' where id = $1`, [people.patientA])
      return lines(stage)
    })
    expect(rows.map(({ actor, columns }) => [actor, columns])).toEqual([
      [people.admin, '{is_admin=true}'],
      [people.admin, '{is_admin=false}'],
      [people.admin, '{role=doctor}'],
    ])
  })

  it('tells of accounts: a password issued and chosen, sessions ended, second factors, closing and erasing', async () => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      const told: unknown[] = []
      let known = 0
      const step = async (work: Promise<unknown>) => {
        await work
        const all = await lines(stage)
        told.push(
          all
            .slice(known)
            .map(({ actor, action, subject, row_id }) => [actor !== null, action, subject, row_id]),
        )
        known = all.length
      }
      const doctor = [people.doctorB]
      await step(stage.owner('insert into auth.sessions (user_id) values ($1)', doctor))
      await step(stage.attempt('select public.begin_password_issue($1)', doctor))
      await step(stage.owner(`update auth.users set encrypted_password = 'second' where id = $1`, doctor))
      await step(stage.owner(`update auth.users set encrypted_password = 'second' where id = $1`, doctor))
      await step(
        stage.owner(`insert into auth.mfa_factors (user_id, factor_type) values ($1, 'totp')`, doctor),
      )
      await step(stage.owner(`update auth.mfa_factors set status = 'verified' where user_id = $1`, doctor))
      await step(stage.owner('delete from auth.mfa_factors where user_id = $1', doctor))
      await step(stage.attempt('select public.begin_account_removal($1)', doctor))
      await step(stage.attempt('select public.begin_account_removal($1)', [people.newAdmin]))
      return told
    })
    const of = (action: string, subject = 'profiles', id: string = people.doctorB) => [
      true,
      action,
      subject,
      id,
    ]
    expect(found).toEqual([
      [of('sign_in', 'sessions')],
      [of('update', 'account_state'), of('end_session', 'sessions'), of('issue_password')],
      [of('update', 'account_state'), of('change_password')],
      [],
      [],
      [of('add_factor')],
      [of('remove_factor')],
      [of('update', 'account_state'), of('close')],
      [of('erase', 'profiles', people.newAdmin)],
    ])
  })

  it('tells who changed what the installation knows about itself', async () => {
    const rows = await rehearseAsOwner(world(), async (stage) => {
      await stage.owner(`update private.app_settings set value = 'otra@fuera.test' where key = 'admin_email'`)
      return lines(stage)
    })
    expect(rows).toMatchObject([
      { action: 'update', subject: 'app_settings', row_id: 'admin_email', columns: '{value}' },
    ])
  })

  it('tells that an appointment is gone, which the owner alone may bring about', async () => {
    const rows = await rehearseAsOwner(world(), async (stage) => {
      await stage.owner('delete from public.citas where id = $1', [appointments.A])
      return lines(stage)
    })
    expect(rows).toContainEqual(
      expect.objectContaining({ action: 'delete', subject: 'citas', row_id: appointments.A }),
    )
  })

  it('tells what became of a file, by its id', async () => {
    const file = fileIds.free
    const rows = await rehearse(world(), identityOf('admin'), async (stage) => {
      const name = `${people.patientA}/secreto.zip`
      await stage.attempt(
        `insert into storage.objects (id, bucket_id, name) values (gen_random_uuid(), 'study_files', $1)`,
        [name],
      )
      await stage.attempt(`update storage.objects set version = 'x' where id = $1`, [file])
      await stage.attempt(`update storage.objects set last_accessed_at = now() where id = $1`, [file])
      await stage.attempt(`update storage.objects set name = name || 'secreto' where id = $1`, [file])
      await stage.attempt('delete from storage.objects where id = $1', [file])
      return stage.owner(
        `select actor::text, action, subject, row_id, patient_id::text from private.audit_log where at = now() order by id`,
      )
    })
    const line = { actor: people.admin, subject: 'study_files', patient_id: people.patientA }
    expect(rows).toEqual([
      { ...line, action: 'upload', row_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { ...line, action: 'replace', row_id: file },
      { ...line, action: 'move', row_id: file },
      { ...line, action: 'remove', row_id: file },
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
