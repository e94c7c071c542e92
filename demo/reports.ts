import { createHash } from 'node:crypto'
import { besideFile } from '#domain/study-preview.ts'
import type { Queryable } from '#server/base/database.ts'
import type { Identity } from '#server/identity.ts'
import { type FileStore, storageOf, upload } from './files.ts'
import type { Accounts, Person } from './generate/accounts.ts'
import { previewOf } from './generate/previews.ts'
import { createRandom, type Random } from './generate/random.ts'
import {
  addendumText,
  annulReason,
  type DemoText,
  holdReason,
  panoramicText,
  tomographyText,
} from './generate/report-texts.ts'
import type { StudyRow } from './generate/studies.ts'

type Draft = { id: string; version: number; sections: { key: string; title: string }[] }
type Stored = StudyRow & { file_url: string }

/**
 * A report of each kind that people meet: signed with an addendum, held back, begun, annulled. Returns how many. What an
 * interrupted start has made is kept.
 */
export async function writeReports(
  store: FileStore,
  { seed, accounts, studies }: { seed: number; accounts: Accounts; studies: readonly StudyRow[] },
): Promise<number> {
  const newest = (patient: Person, type: string): Case => {
    const study = studies.find((one) => one.patient_id === patient.id && one.study_type === type)
    if (!study?.file_url) throw new Error('Faltan estudios de la demostración.')
    return { study: { ...study, file_url: study.file_url }, patient }
  }
  const { paciente, paciente2 } = accounts
  const work: Work = { store, seed, random: createRandom(seed, 'reports') }
  const acts: [Case, (of: Case) => Promise<void>][] = [
    [newest(paciente, 'Tomografías'), (of) => withAddendum(work, of)],
    [newest(paciente, 'Radiografía Panorámica'), (of) => heldBack(work, of)],
    [newest(paciente2, 'Tomografías'), (of) => begun(work, of)],
    [newest(paciente2, 'Radiografía Panorámica'), (of) => withdrawn(work, of)],
  ]
  for (const [of, act] of acts) {
    const { rows } = await store.database.query('select from public.reports where study_id = $1', [
      of.study.id,
    ])
    if (rows.length === 0) await act(of)
  }
  return acts.length
}

type Case = { study: Stored; patient: Person }

async function withAddendum(work: Work, of: Case): Promise<void> {
  const report = await begin(work, of, tomographyText, await keyImages(work, of))
  await sign(work, of, report)
  const addendum = work.random.uuid()
  await asDoctor(work, of, async (tx) => {
    await tx.query('select public.save_addendum($1, $2, $3, $4)', [
      report.id,
      'ampliación',
      addendumText,
      addendum,
    ])
    await tx.query('select public.sign_addendum($1)', [addendum])
  })
}

async function heldBack(work: Work, of: Case): Promise<void> {
  await sign(work, of, await begin(work, of, panoramicText), { days: 3, reason: holdReason })
}

async function begun(work: Work, of: Case): Promise<void> {
  await begin(work, of, { ...tomographyText, impression: '' })
}

async function withdrawn(work: Work, of: Case): Promise<void> {
  const report = await begin(work, of, panoramicText)
  await sign(work, of, report)
  await asDoctor(work, of, (tx) => tx.query('select public.annul_report($1, $2)', [report.id, annulReason]))
}

type Work = { store: FileStore; seed: number; random: Random }

/** Somebody who has just given the password, as signing asks for. */
function doctorOf({ doctor_id }: StudyRow): Identity {
  const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
  return { role: 'authenticated', claims: { sub: doctor_id, role: 'authenticated', aal: 'aal1', amr } }
}

function asDoctor<Answer>(
  { store }: Work,
  { study }: Case,
  act: (tx: Queryable) => Promise<Answer>,
): Promise<Answer> {
  return store.database.as(doctorOf(study), act)
}

/** A draft with all its words, as its study's doctor writes it. */
async function begin(
  work: Work,
  of: Case,
  { sections: written, ...words }: DemoText,
  images: string[] = [],
): Promise<Draft> {
  const { study, patient } = of
  return asDoctor(work, of, async (tx) => {
    const { rows: started } = await tx.query<{ draft: Draft }>(
      `select public.start_report($1, $2, (
         select id from public.report_templates where study_type = $3 order by name <> 'Tomografía general', name limit 1
       )) as draft`,
      [work.random.uuid(), study.id, study.study_type],
    )
    const draft = started[0]?.draft
    if (!draft) throw new Error('No se pudo empezar un informe de la demostración.')
    const sections = draft.sections.map((section) => {
      const said = written[section.title] ?? ''
      return { ...section, text: said, outside: said === '' }
    })
    const changes = {
      ...words,
      sections,
      images,
      performed_at: study.created_at,
      requested_by: 'Dra. Begoña Núñez Ríos',
      study_name: study.study_type,
      incidents: 'Ninguno',
      performed_by: 'TR Elena Cruz Díaz',
      patient_age: patient.age,
      patient_sex: patient.email.startsWith('paciente2') ? 'hombre' : 'mujer',
    }
    const { rows } = await tx.query<{ version: number }>(
      `select (public.save_report($1, $2, $3) ->> 'version')::int as version`,
      [draft.id, draft.version, JSON.stringify(changes)],
    )
    return { ...draft, version: rows[0]?.version ?? draft.version }
  })
}

async function sign(
  work: Work,
  of: Case,
  { id, version }: Draft,
  hold?: { days: number; reason: string },
): Promise<void> {
  await asDoctor(work, of, (tx) =>
    tx.query('select public.sign_report($1, $2, $3, $4)', [
      id,
      version,
      hold?.days ?? null,
      hold?.reason ?? null,
    ]),
  )
}

const captions = {
  'portada.webp': 'Reconstrucción panorámica. Imagen dibujada para la demostración.',
  'miniatura.webp': 'Corte axial a media altura. Imagen dibujada para la demostración.',
}

/** The pictures of a study's preview, kept as its key images. */
async function keyImages(work: Work, of: Case): Promise<string[]> {
  const { study, patient } = of
  const { pictures, row } = previewOf(work.seed, study, patient)
  const storage = storageOf(work.store, doctorOf(study))
  const ids: string[] = []
  for (const [name, caption] of Object.entries(captions)) {
    const picture = pictures.get(name)
    if (!picture) throw new Error(`Falta ${name} de la demostración.`)
    const size = name === 'portada.webp' ? 'cover' : 'thumb'
    const id = work.random.uuid()
    const path = besideFile(study.file_url, `clave-${id}.webp`)
    await upload(storage, path, picture, 'image/webp')
    const sha256 = createHash('sha256').update(picture).digest('hex')
    await asDoctor(work, of, (tx) =>
      tx.query(
        `insert into public.key_images (id, study_id, author_id, path, width, height, sha256, caption, position)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
        [
          ...[id, study.id, study.doctor_id, path],
          ...[row[`${size}_width`], row[`${size}_height`], sha256, caption, ids.length],
        ],
      ),
    )
    ids.push(id)
  }
  return ids
}
