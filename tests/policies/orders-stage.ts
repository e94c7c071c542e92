import { quoteLiteral } from '#server/db/quote.ts'
import type { Identity } from '#server/identity.ts'
import { identityOf, people, uuid } from './people.ts'
import type { Stage } from './rehearse.ts'
import { objectRow, pathOf, studies } from './world.ts'

const text = quoteLiteral

/** A second dentist, whose name counts with the first one's (merged spellings). */
export const otherDentist = uuid('8000', 40)

export const asOtherDentist: Identity = {
  role: 'authenticated',
  claims: { sub: otherDentist, role: 'authenticated', aal: 'aal1', email: 'otro.dentista@fuera.test' },
}

/**
 * Orders: of the dentist one for patient A, of whom study A came, and one that nobody answered; of the other dentist one for patient B
 * with study B, and one by the card's code.
 */
export const orders = {
  A: uuid('9060', 1),
  waiting: uuid('9060', 2),
  B: uuid('9060', 3),
  byCard: uuid('9060', 4),
} as const

export const orderRequests = { A: '9101', waiting: '9102', B: '9103', byCard: '9104' } as const

/** The submission by the card. */
const submission = uuid('9061', 9)

/** A large picture of study A, its small one, and a key image that the dentist keeps of it. */
export const coverPath = `${people.patientA}/portada.webp`
export const thumbPath = `${people.patientA}/miniatura.webp`
export const ownImage = uuid('9062', 1)
export const ownImagePath = `${people.patientA}/${studies.A}/clave-${ownImage}.webp`
/** Marks of the two dentists, and of the first one on a study that the patient stopped. */
export const dentistMarks = {
  own: uuid('9062', 2),
  ended: uuid('9062', 3),
  ofOther: uuid('9062', 4),
} as const
/** A link to study A that the dentist made, and one to study B of the other. */
export const dentistShares = { own: uuid('9062', 5), ofOther: uuid('9062', 6) } as const

function orderRows(
  name: keyof typeof orders,
  dentist: string,
  patient: string | null,
  status: string,
  type = 'Escaneo Intraoral',
): string[] {
  const card = name === 'byCard'
  return [
    `insert into public.study_requests
       (id, patient_name, patient_email, patient_phone, patient_age, study_type, referring_doctor, status, submission_id, is_order)
     values (${orderRequests[name]}, 'Paciente ${name}', ${card ? "'tarjeta@fuera.test'" : 'null'}, '9621110000', 34, ${text(type)},
       'Dr. Orden', '${status}', ${card ? text(submission) : 'null'}, true)`,
    `insert into public.orders (id, request_id, dentist_id, sending_id, patient_id, teeth, types, question, deliver, consent_at)
     values (${text(orders[name])}, ${orderRequests[name]}, ${text(dentist)}, ${text(card ? submission : uuid('9061', Number(orderRequests[name])))},
       ${patient ? text(patient) : 'null'}, '{36,37}', array[${text(type)}], '¿Raíz fracturada?', '{portal}', now())`,
  ]
}

const recipient = (study: string, dentist: string, order?: string) =>
  `insert into public.study_recipients (study_id, dentist_id, order_id)
   values (${text(study)}, ${text(dentist)}, ${order ? text(order) : 'null'})`

const markRow = (id: string, study: string, author: string) =>
  `insert into public.study_marks (id, study_id, author_id, picture, kind, points)
   values (${text(id)}, ${text(study)}, ${text(author)}, 'd:${'cd'.repeat(16)}', 'point', '[[1, 2, 3]]')`

const shareRow = (id: string, study: string, maker: string) =>
  `insert into public.study_shares (id, study_id, made_by, expires_at, max_uses)
   values (${text(id)}, ${text(study)}, ${text(maker)}, now() + interval '5 days', 3)`

/**
 * Beside the world: of the dentist study A is received. Not any more: that of the factor doctor, which patient A stopped, that of a
 * closed patient, and one that was taken long ago (of the former doctor).
 */
export const orderRowsOfWorld: readonly string[] = [
  `update public.studies set study_date = private.clinic_today() - 30`,
  // Which linked them again.
  `delete from private.doctor_patients where doctor_id = ${text(people.doctorA)} and patient_id = ${text(people.patientB)}`,
  `insert into private.prepared_accounts (email, full_name, phone, role, must_change, dentist)
   values ('otro.dentista@fuera.test', 'Dra. Otra', '9621112233', 'dentist', false, '{"practice": "Otra Dental"}')`,
  `insert into auth.users (id, email, encrypted_password) values (${text(otherDentist)}, 'otro.dentista@fuera.test', 'first')`,
  ...orderRows('A', people.dentist, people.patientA, 'aceptada'),
  ...orderRows('waiting', people.dentist, null, 'pendiente', 'Radiografía Panorámica'),
  ...orderRows('B', otherDentist, people.patientB, 'aceptada'),
  ...orderRows('byCard', otherDentist, null, 'pendiente'),
  `insert into private.referrer_merges (from_key, into_key) values ('dentist nombre', 'otra')`,
  recipient(studies.A, people.dentist, orders.A),
  recipient(studies.B, otherDentist, orders.B),
  recipient(studies.ofFactorDoctor, people.dentist),
  recipient(studies.ofClosedPatient, people.dentist),
  recipient(studies.ofFormerDoctor, people.dentist),
  `update public.study_recipients set ended_at = now(), ended_by = ${text(people.patientA)}
   where study_id = ${text(studies.ofFactorDoctor)}`,
  `update public.study_recipients set until = now() where study_id = ${text(studies.ofFormerDoctor)}`,
  objectRow(uuid('9063', 1), 'study_files', coverPath, people.doctorA),
  objectRow(uuid('9063', 2), 'study_files', thumbPath, people.doctorA),
  objectRow(uuid('9063', 3), 'study_files', ownImagePath, people.dentist),
  `update public.study_previews set source = ${text(pathOf('named'))}, state = 'partial', kind = 'image',
     cover_path = ${text(coverPath)}, cover_width = 9, cover_height = 9, thumb_path = ${text(thumbPath)}, thumb_width = 9,
     thumb_height = 9
   where study_id = ${text(studies.A)}`,
  `insert into public.key_images (id, study_id, author_id, path, width, height, sha256)
   values (${text(ownImage)}, ${text(studies.A)}, ${text(people.dentist)}, ${text(ownImagePath)}, 9, 9, '${'e'.repeat(64)}')`,
  markRow(dentistMarks.own, studies.A, people.dentist),
  markRow(dentistMarks.ended, studies.ofFactorDoctor, people.dentist),
  markRow(dentistMarks.ofOther, studies.B, otherDentist),
  shareRow(dentistShares.own, studies.A, people.dentist),
  shareRow(dentistShares.ofOther, studies.B, otherDentist),
  `insert into public.study_desks (study_id, author_id, state) values (${text(studies.A)}, ${text(people.dentist)}, '{}')`,
  `insert into public.viewer_presets (id, owner_id, name, center, width)
   values (${text(uuid('9062', 7))}, ${text(people.dentist)}, 'Mío', 1, 2)`,
]

/** What the dentist sends; `given` replaces single fields. */
export const sending = (given: Record<string, unknown> = {}) => ({
  sending_id: uuid('9064', 1),
  patient_name: 'Nombre patientA',
  patient_phone: '962 111 0000',
  patient_age: 34,
  types: ['Escaneo Intraoral', 'Radiografía Panorámica'],
  teeth: [48, 36, 11],
  areas: ['atm'],
  question: ' ¿Raíz fracturada? ',
  urgent: true,
  deliver: ['portal', 'stl'],
  consent: true,
  ...given,
})

export type SentOrder = { id: string; request_id: number; study_type: string }

/** Sends it, and answers what came. */
export async function sendOrder(stage: Stage, given: Record<string, unknown> = {}): Promise<SentOrder[]> {
  const { outcome, message, rows } = await stage.attempt('select public.send_order($1) as value', [
    sending(given),
  ])
  if (outcome !== 'done') throw new Error(`${outcome} ${message}`)
  return rows[0]?.value as SentOrder[]
}

/** Books a request for patient A with doctor A, as an administrator; answers the appointment's id. */
export async function book(
  stage: Stage,
  request: number | string,
  { id = uuid('9065', 1), at = '10:00', type = 'Escaneo Intraoral', patient = people.patientA } = {},
): Promise<string> {
  await stage.become(identityOf('admin'))
  const { outcome, message } = await stage.attempt(
    `select public.book_cita($1, $2, $3, '2099-01-12', $4, $5, $6)`,
    [id, patient, people.doctorA, at, type, Number(request)],
  )
  if (outcome !== 'done') throw new Error(`${outcome} ${message}`)
  return id
}

/** A new study of a patient by doctor A, as an administrator uploads it; answers its id. */
export async function uploadStudy(
  stage: Stage,
  { id = uuid('9066', 1), type = 'Escaneo Intraoral', patient = people.patientA as string, file = true } = {},
): Promise<string> {
  await stage.become(identityOf('admin'))
  const { outcome, message } = await stage.attempt(
    `insert into public.studies (id, patient_id, doctor_id, study_type, study_date, file_url, file_name)
     values ($1, $2, $3, $4, (select (now() at time zone 'America/Mexico_City')::date - 1), $5, $6)`,
    [id, patient, people.doctorA, type, file ? `${patient}/${id}/x.zip` : null, file ? 'x.zip' : null],
  )
  if (outcome !== 'done') throw new Error(`${outcome} ${message}`)
  return id
}

/** Who receives a study, and whether it was ended. */
export const recipientsOf = (stage: Stage, study: string) =>
  stage.owner(
    `select dentist_id::text as dentist, order_id::text as order, ended_at is not null as ended, ended_by::text as by
     from public.study_recipients where study_id = $1 order by dentist_id`,
    [study],
  )
