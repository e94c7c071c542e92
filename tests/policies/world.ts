import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Database } from '#server/base/database.ts'
import { quoteLiteral } from '#server/db/quote.ts'
import { type Engine, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { emailOf, type Person, people, uuid } from './people.ts'
import { tryUpdatesScript } from './try-updates.ts'

/** The pairs that appointments, studies, notes and invoices are about: one row of each table per pair. */
export const pairs = {
  A: ['patientA', 'doctorA'],
  B: ['patientB', 'doctorB'],
  ofNewPatient: ['newPatient', 'doctorA'],
  ofClosedPatient: ['closedPatient', 'doctorA'],
  ofClosedDoctor: ['patientA', 'closedDoctor'],
  ofFactorDoctor: ['patientA', 'factorDoctor'],
  /** Doctor A wrote about patient B, and is not linked to them any more. */
  ofFormerDoctor: ['patientB', 'doctorA'],
} as const satisfies Record<string, readonly [Person, Person]>

export type Pair = keyof typeof pairs

const pairNames = Object.keys(pairs) as Pair[]

/** An id for each pair. */
export const idsOf = (kind: string) =>
  Object.fromEntries(pairNames.map((name, index) => [name, uuid(kind, index + 1)])) as Record<Pair, string>

export const appointments = idsOf('9001')
export const studies = idsOf('9002')
export const notes = idsOf('9003')
export const invoices = idsOf('9004')
/** Verifies the receipt of invoice A; the others have unknown tokens. */
export const tokenOfA = 'a1'.repeat(16)

/** That their patients warned of not coming, and nobody has seen it. */
export const warnings = idsOf('9021')

/** Links of those appointments, whose tokens nobody knows. */
export const citaLinks = idsOf('9022')

/** Mails about those appointments, which went out; of the former doctor one by WhatsApp that nobody opened. */
export const messages = idsOf('9023')

/** Links to those studies, each made by the pair's doctor. */
export const shares = idsOf('9008')
/** Opens the link of study A; the others have unknown secrets. */
export const tokenOfShareA = 'a1B2c3D4e5F6g7H8i9J0k-'
export const pinOfShareA = '042137'

const { ofFactorDoctor: unseen, ...opened } = idsOf('9012')
/** That their patients have opened those studies, but one. */
export const seen = opened

/** The clinic's week as the migration writes it, and a window of somebody who is no doctor any more: nobody books with them. */
export const hours = {
  monday: uuid('9013', 1),
  tuesday: uuid('9013', 2),
  wednesday: uuid('9013', 3),
  thursday: uuid('9013', 4),
  friday: uuid('9013', 5),
  saturday: uuid('9013', 6),
  sunday: uuid('9013', 7),
  ofFormerDoctor: uuid('9013', 8),
} as const

/** Closures of days in 2098, and one that was taken back. */
export const closures = {
  ofClinic: uuid('9014', 1),
  ofDoctorA: uuid('9014', 2),
  ofDoctorB: uuid('9014', 3),
  openingOfDoctorA: uuid('9014', 4),
  removed: uuid('9014', 5),
} as const

export const requests = {
  A: '9001',
  acceptedA: '9002',
  B: '9003',
  ofStranger: '9004',
  ofNewPatient: '9005',
  ofClosedPatient: '9006',
  ofFactorDoctor: '9007',
} as const

/** Objects of the bucket study_files: folder, name, who uploaded. */
export const studyFiles = {
  /** Named by study A. */
  named: ['patientA', 'estudio.zip', 'doctorA'],
  /** Uploaded, but not named by a study yet. */
  free: ['patientA', 'libre.zip', 'doctorA'],
  /** Of a study that was deleted. */
  archived: ['patientA', 'borrado.zip', 'doctorA'],
  byFactorDoctor: ['patientA', 'factor.zip', 'factorDoctor'],
  byAdmin: ['patientA', 'admin.zip', 'admin'],
  byClosedDoctor: ['patientA', 'cerrado.zip', 'closedDoctor'],
  B: ['patientB', 'libre.zip', 'doctorB'],
  byFormerDoctor: ['patientB', 'antes.zip', 'doctorA'],
  ofNewPatient: ['newPatient', 'libre.zip', 'doctorA'],
  ofClosedPatient: ['closedPatient', 'libre.zip', 'doctorA'],
} as const satisfies Record<string, readonly [Person, string, Person]>

type File = keyof typeof studyFiles

export const pathOf = (file: File) => `${people[studyFiles[file][0]]}/${studyFiles[file][1]}`

export const fileIds = Object.fromEntries(
  Object.keys(studyFiles).map((name, index) => [name, uuid('9006', index + 1)]),
) as Record<File, string>

export const photoIds = Object.fromEntries(
  Object.keys(people).map((name, index) => [name, uuid('9007', index + 1)]),
) as Record<Person, string>

export const deletedStudy = uuid('9002', 99)
export const retiredService = uuid('9005', 1)

const roles: Partial<Record<Person, string>> = { patientB: 'paciente', dentist: 'dentist' }
const admins: readonly Person[] = ['admin', 'mainAdmin', 'newAdmin']
const unsettled: readonly Person[] = ['newPatient', 'newAdmin']
const closed: readonly Person[] = ['closedPatient', 'closedDoctor']

const names = Object.keys(people) as Person[]
const fileNames = Object.keys(studyFiles) as File[]
const isPatient = (name: Person) => /patient/i.test(name)
const isDoctor = (name: Person) => !isPatient(name) && name !== 'dentist'
const text = quoteLiteral

function accounts(): string[] {
  return names.flatMap((name) => [
    `insert into private.prepared_accounts
       (email, full_name, phone, role, is_admin, must_change, specialty, professional_license, dentist)
     values (${text(emailOf(name))}, ${text(`Nombre ${name}`)}, '5550000000',
       ${text(roles[name] ?? (isPatient(name) ? 'patient' : 'doctor'))}, ${admins.includes(name)},
       ${unsettled.includes(name)}, ${isDoctor(name) ? "'Ortodoncia', '1234567'" : 'null, null'},
       ${name === 'dentist' ? text('{"practice": "Dental Ruiz", "licence": "1234567"}') : 'null'})`,
    `insert into auth.users (id, email, encrypted_password)
     values (${text(people[name])}, ${text(emailOf(name))}, 'first')`,
    objectRow(photoIds[name], 'profile_photos', `${people[name]}/foto.jpg`, people[name]),
  ])
}

/** A file in a bucket. */
export function objectRow(id: string, bucket: string, name: string, owner: string): string {
  return `insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata)
    values (${text(id)}, ${text(bucket)}, ${text(name)}, ${text(owner)}, ${text(owner)}, '{"size": 1}')`
}

function clinicalRows(): string[] {
  return pairNames.flatMap((name, index) => {
    const [patient, doctor] = pairs[name].map((who) => text(people[who]))
    const about = `${patient}, ${doctor}`
    return [
      `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type)
       values (${text(appointments[name])}, ${about}, '2099-01-05', '1${index}:30', 'Escaneo Intraoral')`,
      `insert into public.cita_events (id, cita_id, kind, by)
       values (${text(warnings[name])}, ${text(appointments[name])}, 'aviso', 'paciente')`,
      `insert into public.cita_links (id, cita_id, patient_id, doctor_id, made_by)
       select ${text(citaLinks[name])}, c.id, c.patient_id, c.doctor_id, c.doctor_id
       from public.citas c where c.id = ${text(appointments[name])}`,
      `insert into public.messages (id, kind, channel, cita_id, patient_id, state, sent_at, key)
       values (${text(messages[name])}, 'cita_nueva', ${name === 'ofFormerDoctor' ? "'whatsapp'" : "'correo'"},
         ${text(appointments[name])}, ${patient}, ${name === 'ofFormerDoctor' ? "'pendiente'" : "'enviado'"}, now(),
         'cita_nueva ${name}')`,
      `insert into public.studies (id, patient_id, doctor_id, study_type, study_date, file_url, file_name)
       values (${text(studies[name])}, ${about}, 'Escaneo Intraoral', '2026-01-05',
         ${name === 'A' ? `${text(pathOf('named'))}, 'estudio.zip'` : `'https://archivos.test/${name}', null`})`,
      `insert into public.study_previews (study_id, source, state, kind, maker, made_by)
       values (${text(studies[name])}, ${patient} || '/estudio.zip', 'none', 'document', 1, ${doctor})`,
      `insert into public.study_seen (id, study_id, person_id, what)
       select ${text(idsOf('9012')[name])}, ${text(studies[name])}, ${patient}, 'images'
       where ${text(idsOf('9012')[name])} <> ${text(unseen)}`,
      `insert into public.study_shares (id, study_id, made_by, label, expires_at, max_uses)
       values (${text(shares[name])}, ${text(studies[name])}, ${text(people[pairs[name][1]])}, 'Dr. de ${name}',
         now() + interval '14 days', 3)`,
      `insert into private.share_secrets (share_id, token_hash, pin_hash)
       values (${text(shares[name])}, ${
         name === 'A'
           ? `private.share_hash(${text(tokenOfShareA)}), private.share_hash(${text(`${tokenOfShareA}:${pinOfShareA}`)})`
           : `private.share_hash(private.share_token()), private.share_hash(private.share_token())`
       })`,
      `insert into public.medical_notes (id, patient_id, doctor_id, note)
       values (${text(notes[name])}, ${about}, 'Nota ${name}')`,
      `insert into public.invoices
         (id, invoice_number, patient_id, doctor_id, payment_date, payment_method, services, total_amount, receipt_token)
       values (${text(invoices[name])}, 'IDX-0000000${index}', ${about}, '2026-01-05', 'Efectivo',
         '[{"name": "Escaneo Intraoral", "price": 400}]', 400, ${name === 'A' ? text(tokenOfA) : 'default'})`,
    ]
  })
}

function requestRow(id: string, email: string, status: string): string {
  return `insert into public.study_requests (id, patient_name, patient_email, patient_phone, study_type, status)
    values (${id}, 'Persona', ${text(email)}, '5551234567', 'Escaneo Intraoral', ${text(status)})`
}

function closureRow(id: string, kind: string, doctor: Person | null, day: string): string {
  return `insert into public.clinic_closures (id, kind, doctor_id, first_day, last_day, opens, closes, label)
    values (${text(id)}, ${text(kind)}, ${doctor ? text(people[doctor]) : 'null'}, ${text(day)}, ${text(day)},
      ${kind === 'apertura' ? "'20:00', '21:00'" : 'null, null'}, 'Navidad')`
}

const script = [
  `insert into private.app_settings (key, value) values ('admin_email', ${text(emailOf('mainAdmin'))})`,
  ...accounts(),
  `insert into auth.mfa_factors (user_id, factor_type, status)
   values (${text(people.factorDoctor)}, 'totp', 'verified')`,
  ...clinicalRows(),
  `delete from private.doctor_patients
   where doctor_id = ${text(people.doctorA)} and patient_id = ${text(people.patientB)}`,
  ...closed.map(
    (name) => `update private.account_state set closed_at = now() where user_id = ${text(people[name])}`,
  ),
  requestRow(requests.A, emailOf('patientA'), 'pendiente'),
  requestRow(requests.acceptedA, emailOf('patientA'), 'aceptada'),
  requestRow(requests.B, emailOf('patientB'), 'pendiente'),
  requestRow(requests.ofStranger, 'alguien@fuera.test', 'pendiente'),
  requestRow(requests.ofNewPatient, emailOf('newPatient'), 'pendiente'),
  requestRow(requests.ofClosedPatient, emailOf('closedPatient'), 'pendiente'),
  requestRow(requests.ofFactorDoctor, emailOf('factorDoctor'), 'rechazada'),
  `insert into public.services (id, name, price, active) values (${text(retiredService)}, 'Retirado', 10, false)`,
  ...fileNames.map((name) =>
    objectRow(fileIds[name], 'study_files', pathOf(name), people[studyFiles[name][2]]),
  ),
  `insert into public.studies (id, patient_id, doctor_id, study_date, file_url, file_name)
   values (${text(deletedStudy)}, ${text(people.patientA)}, ${text(people.doctorA)}, '2026-01-05',
     ${text(pathOf('archived'))}, 'borrado.zip')`,
  `delete from public.studies where id = ${text(deletedStudy)}`,
  `update public.clinic_hours set id = ('${uuid('9013', 0).slice(0, -1)}' || weekday)::uuid`,
  `insert into public.clinic_hours (id, doctor_id, weekday, opens, closes)
   values (${text(hours.ofFormerDoctor)}, ${text(people.closedPatient)}, 1, '10:00', '12:00')`,
  closureRow(closures.ofClinic, 'cierre', null, '2098-12-24'),
  closureRow(closures.ofDoctorA, 'ausencia', 'doctorA', '2098-12-22'),
  closureRow(closures.ofDoctorB, 'ausencia', 'doctorB', '2098-12-23'),
  closureRow(closures.openingOfDoctorA, 'apertura', 'doctorA', '2098-12-28'),
  closureRow(closures.removed, 'cierre', null, '2098-12-29'),
  `update public.clinic_closures set removed_at = now() where id = ${text(closures.removed)}`,
  tryUpdatesScript,
].join(';\n')

/** Everything above in a database of its own, and what a file of tests adds. */
async function buildWorld(engine: Engine, more: readonly string[]): Promise<FreshDatabase> {
  const fresh = await freshDatabase(engine)
  await fresh.database.exec([script, ...more].join(';\n'))
  if (engine.broken) await fresh.database.exec(engine.broken)
  return fresh
}

export type World = () => Database

/** One world for the tests of a `describe`, with `more` rows; they leave it unchanged. */
export function useWorld(engine: Engine, more: readonly string[] = []): World {
  if (engine.broken !== undefined) stopAfterFirstFailure()
  let fresh: FreshDatabase | undefined
  beforeAll(async () => {
    fresh = await buildWorld(engine, more)
  })
  afterAll(() => fresh?.dispose())
  return () => {
    if (!fresh) throw new Error('The world is built in beforeAll')
    return fresh.database
  }
}

/** One red test is enough for a broken rule. */
function stopAfterFirstFailure(): void {
  let failed = false
  beforeEach(({ skip }) => skip(failed))
  afterEach(({ task }) => {
    failed ||= task.result?.state === 'fail'
  })
}
