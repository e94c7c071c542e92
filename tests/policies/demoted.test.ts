import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { identityOf, people, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { reportRowsOfWorld, reports } from './reports-stage.ts'
import { fileIds, objectRow, requests, studies, useWorld } from './world.ts'

const me = people.doctorA
const patient = people.patientA

/** Saved work, of which doctor A has some; nothing that was signed, which keeps its study. */
const saved = reportRowsOfWorld.filter((sql) =>
  /^insert into public\.(study_|viewer_|key_|report_phrases)/.test(sql),
)

/** A mail that doctor A sent without an appointment. */
const message = `insert into public.messages (kind, channel, patient_id, sent_by, state, sent_at, key)
  values ('activacion', 'correo', '${patient}', '${me}', 'enviado', now(), 'activacion')`

/** That doctor A wrote and has not signed, to a report of somebody else: that one stays when doctor A's studies go. */
const addendum = `insert into public.reports (id, study_id, patient_id, author_id)
    values ('${reports.B}', '${studies.B}', '${people.patientB}', '${people.doctorB}');
  insert into public.report_addenda (id, report_id, author_id, kind, text)
    values ('${uuid('9033', 4)}', '${reports.B}', '${me}', 'aclaración', 'Es así')`

const copy = objectRow(uuid('9006', 90), 'study_files', `copias/${uuid('9009', 8)}/sin-datos.zip`, me)

/** What doctor A does as a doctor only: each statement, and its outcome for a patient. */
const deeds: [what: string, sql: string, later: string][] = [
  ['read an appointment', 'select id from public.citas', 'nothing'],
  ['read a study', 'select id from public.studies', 'nothing'],
  ['read a note', 'select id from public.medical_notes', 'nothing'],
  ['read an invoice', 'select id from public.invoices', 'nothing'],
  ['read a request', 'select id from public.study_requests', 'nothing'],
  ['read a patient', `select id from public.profiles where id = '${patient}'`, 'nothing'],
  ['read another doctor', `select id from public.profiles where id = '${people.doctorB}'`, 'nothing'],
  ['read a file', `select id from storage.objects where bucket_id = 'study_files'`, 'nothing'],
  [
    'read an own copy without identity',
    `select id from storage.objects where name like 'copias/%'`,
    'nothing',
  ],
  [
    'change an appointment',
    `update public.citas set status = 'cancelada' where doctor_id = '${me}'`,
    'nothing',
  ],
  ['change appointments blindly', `update public.citas set status = 'cancelada'`, 'nothing'],
  ['change studies blindly', `update public.studies set comments = 'x'`, 'nothing'],
  ['delete studies blindly', 'delete from public.studies', 'nothing'],
  ['delete files blindly', 'delete from storage.objects', 'done'],
  [
    'book',
    `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type)
     values ('${patient}', '${me}', '2099-02-02', '09:30', 'Escaneo Intraoral')`,
    'policy',
  ],
  [
    'add a study',
    `insert into public.studies (patient_id, doctor_id, study_date) values ('${patient}', '${me}', '2026-01-05')`,
    'policy',
  ],
  [
    'write a note',
    `insert into public.medical_notes (patient_id, doctor_id, note) values ('${patient}', '${me}', 'x')`,
    'policy',
  ],
  [
    'charge',
    `insert into public.invoices (patient_id, doctor_id, payment_date, payment_method, services)
     values ('${patient}', '${me}', '2026-01-05', 'Otro', '[{"name": "x", "price": 1}]')`,
    'policy',
  ],
  [
    'upload',
    `insert into storage.objects (bucket_id, name) values ('study_files', '${patient}/nuevo.zip')`,
    'policy',
  ],
  ['read an addendum', 'select id from public.report_addenda', 'nothing'],
  ['read a message', 'select id from public.messages', 'nothing'],
  ['read a link of an appointment', 'select id from public.cita_links', 'nothing'],
  ['change presets blindly', `update public.viewer_presets set name = 'x'`, 'nothing'],
  ['change phrases blindly', `update public.report_phrases set title = 'x'`, 'nothing'],
  ['delete phrases blindly', 'delete from public.report_phrases', 'nothing'],
  ['change desks blindly', 'update public.study_desks set version = version', 'nothing'],
  ['change marks blindly', `update public.study_marks set label = 'x'`, 'nothing'],
  ['change key images blindly', `update public.key_images set caption = 'x'`, 'nothing'],
  ['accept a request', `select public.accept_study_request(${requests.B})`, 'rule'],
  ['list patients', `select * from public.get_doctor_patients('${me}')`, 'nothing'],
  [
    'be away',
    `select public.add_closure(gen_random_uuid(), '${me}', 'ausencia', '2098-12-01', '2098-12-01')`,
    'rule',
  ],
  ['see the hours', 'select id from public.clinic_hours', 'nothing'],
  ['see what is open', `select * from public.open_slots('${me}', '2099-01-05', 1)`, 'rule'],
  ['see what is booked', `select * from public.taken_slots('${people.doctorB}', '2099-01-05')`, 'nothing'],
]

describe.each(engines())('a doctor who is a patient from now on, on $name', (engine) => {
  const world = useWorld(engine, [...saved, message, addendum, copy])

  const demote = (stage: Stage) =>
    stage.owner(`update public.profiles set role = 'patient', is_admin = false where id = $1`, [me])

  it.each(deeds)('may no longer %s', async (_what, sql, later) => {
    const outcomes = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      const before = await stage.attempt(sql, [], async () => {})
      await demote(stage)
      return [before.outcome, (await stage.attempt(sql)).outcome]
    })
    expect(outcomes).toEqual(['done', later])
  })

  it('deletes nothing but the own photo', async () => {
    const left = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await demote(stage)
      await stage.attempt('delete from storage.objects')
      return stage.owner('select id::text from storage.objects where id = $1', [fileIds.free])
    })
    expect(left).toHaveLength(1)
  })

  it('may no longer write into the history of a study that they made', async () => {
    const [before, after] = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      const told = async () => {
        await stage.attempt(`select public.log_access('study', '${studies.A}')`)
        return stage.owner('select patient_id from private.audit_log order by id desc limit 1')
      }
      const first = await told()
      await demote(stage)
      return [first, await told()]
    })
    expect([before, after]).toEqual([[{ patient_id: patient }], [{ patient_id: null }]])
  })
})
