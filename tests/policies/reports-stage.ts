import { quoteLiteral } from '#server/db/quote.ts'
import type { Identity } from '#server/identity.ts'
import { type Caller, identityOf, type Person, people, uuid } from './people.ts'
import type { Stage } from './rehearse.ts'
import { idsOf, objectRow, type Pair, pairs, studies } from './world.ts'

const text = quoteLiteral
const pairNames = Object.keys(pairs) as Pair[]

/** A mark of each pair's doctor on its study; of study A also one for its author alone, and a removed one. */
export const marks = { ...idsOf('9030'), own: uuid('9030', 50), removed: uuid('9030', 51) }

/** The same of key images. */
export const keyImages = { ...idsOf('9031'), own: uuid('9031', 50), removed: uuid('9031', 51) }

/**
 * A report of each study: signed and delivered, of B and of the new patient drafts, of the factor doctor held for three days, of the
 * closed doctor annulled.
 */
export const reports = idsOf('9032')

/** To A's report: signed by doctor A, and doctor A's next one, which is not. To the former doctor's one of doctor B, unsigned. */
export const addenda = {
  signed: uuid('9033', 1),
  unsigned: uuid('9033', 2),
  ofDoctorB: uuid('9033', 3),
} as const

/** Desks of two doctors, by their study. */
export const desks = { A: studies.A, B: studies.B } as const

export const presets = { ofDoctorA: uuid('9039', 1), ofDoctorB: uuid('9039', 2) } as const

export const phrases = {
  ofClinic: uuid('9040', 1),
  ofDoctorA: uuid('9040', 2),
  ofDoctorB: uuid('9040', 3),
} as const

/** The templates that the migration brings, and one that is not offered any more. */
export const templates = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((at) => [`given${at}`, `00000000-0000-4000-a000-00000000000${at}`]),
  ),
  retired: uuid('9041', 1),
} as Record<`given${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}` | 'retired', string>

/** Verifies A's report. */
export const verifyTokenOfA = 'v1E2r3I4f5Y6a7B8c9D0e-'

/** The template of panoramic radiographs, which the migration brings. */
export const template = '00000000-0000-4000-a000-000000000004'

/** Opens a report of the state that a study's pair has. */
const stateOf: Record<Pair, 'borrador' | 'firmado' | 'anulado'> = {
  A: 'firmado',
  B: 'borrador',
  ofNewPatient: 'borrador',
  ofClosedPatient: 'firmado',
  ofClosedDoctor: 'anulado',
  ofFactorDoctor: 'firmado',
  ofFormerDoctor: 'firmado',
}

/** Where the file of a key image lies. */
export const imagePath = (name: keyof typeof keyImages) => {
  const pair: Pair = name === 'own' || name === 'removed' ? 'A' : name
  return `${people[pairs[pair][0]]}/${studies[pair]}/clave-${keyImages[name]}.webp`
}

function markRow(id: string, pair: Pair, audience = 'clinic'): string {
  return `insert into public.study_marks (id, study_id, author_id, picture, kind, points, value, unit, audience)
    values (${text(id)}, ${text(studies[pair])}, ${text(people[pairs[pair][1]])}, 'd:${'ab'.repeat(16)}', 'length',
      '[[1, 2, 3], [4, 5, 6]]', 5.2, 'mm', ${text(audience)})`
}

function imageRows(name: keyof typeof keyImages, pair: Pair, audience = 'clinic'): string[] {
  const author = people[pairs[pair][1]]
  return [
    objectRow(keyImages[name], 'study_files', imagePath(name), author),
    `insert into public.key_images (id, study_id, author_id, path, width, height, sha256, caption, audience)
     values (${text(keyImages[name])}, ${text(studies[pair])}, ${text(author)}, ${text(imagePath(name))}, 800, 600,
       '${'c'.repeat(64)}', 'Imagen', ${text(audience)})`,
  ]
}

function reportRows(pair: Pair, at: number): string[] {
  const id = text(reports[pair])
  const [patient, doctor] = pairs[pair].map((who) => text(people[who]))
  const signed = stateOf[pair] !== 'borrador'
  return [
    `insert into public.reports (id, study_id, patient_id, author_id, impression)
     values (${id}, ${text(studies[pair])}, ${patient}, ${doctor}, 'Impresión de ${pair}')`,
    `insert into public.report_images (report_id, key_image_id, position, caption, sha256)
     select ${id}, k.id, 1, k.caption, k.sha256 from public.key_images k where k.id = ${text(keyImages[pair])}`,
    ...(signed
      ? [
          `update public.reports r set state = 'firmado', folio = 'INF-00000${at}', signed_at = now() - interval '1 hour',
             signer_name = 'Nombre', signer_license = '1234567', clinic = '{}', signed_text = 'Texto de ${pair}',
             content_hash = encode(sha256('Texto de ${pair}'), 'hex'),
             verify_token = ${pair === 'A' ? text(verifyTokenOfA) : 'private.share_token()'},
             visible_from = now() ${pair === 'ofFactorDoctor' ? "+ interval '3 days'" : "- interval '1 hour'"},
             hold_reason = ${pair === 'ofFactorDoctor' ? "'Se lo digo yo'" : 'null'}
           where r.id = ${id}`,
        ]
      : []),
    ...(stateOf[pair] === 'anulado'
      ? [
          `update public.reports r set state = 'anulado', annulled_at = now(), annulled_by = ${doctor},
             annul_reason = 'De otro estudio' where r.id = ${id}`,
        ]
      : []),
  ]
}

/** Saved work and reports, beside the world. */
export const reportRowsOfWorld: readonly string[] = [
  ...pairNames.flatMap((pair, at) => [
    markRow(marks[pair], pair),
    ...imageRows(pair, pair),
    ...reportRows(pair, at + 1),
  ]),
  markRow(marks.own, 'A', 'author'),
  markRow(marks.removed, 'A'),
  ...imageRows('own', 'A', 'author'),
  ...imageRows('removed', 'A'),
  `alter table public.study_marks disable trigger study_marks_a_check`,
  `alter table public.key_images disable trigger key_images_a_check`,
  `update public.study_marks set removed_at = now() - interval '1 minute' where id = ${text(marks.removed)}`,
  `update public.key_images set removed_at = now() - interval '1 minute' where id = ${text(keyImages.removed)}`,
  `alter table public.study_marks enable trigger study_marks_a_check`,
  `alter table public.key_images enable trigger key_images_a_check`,
  `insert into public.study_desks (study_id, author_id, state)
   values (${text(studies.A)}, ${text(people.doctorA)}, '{"slab": 15}'), (${text(studies.B)}, ${text(people.doctorB)}, '{}')`,
  `insert into public.viewer_presets (id, owner_id, name, center, width)
   values (${text(presets.ofDoctorA)}, ${text(people.doctorA)}, 'Hueso', 400, 2000),
     (${text(presets.ofDoctorB)}, ${text(people.doctorB)}, 'Hueso', 400, 2000)`,
  `insert into public.report_phrases (id, title, text, owner_id)
   values (${text(phrases.ofClinic)}, 'Clínica', 'De la clínica', null),
     (${text(phrases.ofDoctorA)}, 'Mía', 'De A', ${text(people.doctorA)}),
     (${text(phrases.ofDoctorB)}, 'Mía', 'De B', ${text(people.doctorB)})`,
  `insert into public.report_templates (id, study_type, name, sections, active)
   values (${text(templates.retired)}, 'Escaneo Intraoral', 'Anterior', '[]', false)`,
  `insert into public.report_addenda (id, report_id, author_id, kind, text, position, signed_at, signer_name, signer_license,
     previous_hash, signed_text, content_hash)
   select ${text(addenda.signed)}, r.id, r.author_id, 'aclaración', 'Es así', 1, r.signed_at, 'Nombre', '1234567',
     r.content_hash, r.content_hash, encode(sha256(convert_to(r.content_hash, 'UTF8')), 'hex')
   from public.reports r where r.id = ${text(reports.A)}`,
  `insert into public.report_addenda (id, report_id, author_id, kind, text)
   values (${text(addenda.unsigned)}, ${text(reports.A)}, ${text(people.doctorA)}, 'ampliación', 'Falta decir'),
     (${text(addenda.ofDoctorB)}, ${text(reports.ofFormerDoctor)}, ${text(people.doctorB)}, 'corrección', 'No es así')`,
]

/** A token of the caller whose password, or second factor, was given `minutes` ago. */
export function fresh(
  caller: Caller,
  minutes = 0,
  method = caller === 'factorPassed' ? 'totp' : 'password',
): Identity {
  const identity = identityOf(caller)
  const timestamp = Math.floor(Date.now() / 1000) - minutes * 60
  return { ...identity, claims: { ...identity.claims, amr: [{ method, timestamp }] } }
}

/** All that signing asks for. */
export const complete = {
  performed_at: '2026-11-20T10:30:00-06:00',
  requested_by: 'Dra. Solicitante',
  study_name: 'Radiografía panorámica',
  clinical_question: 'Tercer molar inferior',
  incidents: 'Ninguno',
  performed_by: 'Téc. Uno',
  patient_age: 34,
  patient_sex: 'mujer',
  impression: 'Sin datos de importancia.',
  sections: [
    { key: 'dientes', title: 'Dientes', text: 'Completos.', outside: false },
    { key: 'otras', title: 'Otras estructuras', text: '', outside: true },
  ],
} as const

/** Starts a report of a study that has none, and fills it in; answers the outcome of the last step. */
export async function write(
  stage: Stage,
  study: string,
  { id = uuid('9034', 1), changes = {} }: { id?: string; changes?: Record<string, unknown> } = {},
): Promise<string> {
  const started = await stage.attempt('select public.start_report($1, $2, $3)', [id, study, template])
  if (started.outcome !== 'done') return started.outcome
  const saved = await stage.attempt('select public.save_report($1, 1, $2)', [id, { ...complete, ...changes }])
  return saved.outcome
}

/** A study of a patient, made by a doctor, with a file; as the owner. */
export async function addStudy(
  stage: Stage,
  patient: Person = 'patientA',
  doctor: Person = 'doctorA',
  id: string = uuid('9035', 1),
): Promise<string> {
  await stage.owner(
    `insert into public.studies (id, patient_id, doctor_id, study_type, study_date, file_url, file_name)
     values ($1, $2, $3, 'Radiografía Panorámica', '2026-01-05', $2::uuid || '/' || $1::uuid || '/estudio.zip', 'estudio.zip')`,
    [id, people[patient], people[doctor]],
  )
  return id
}
