import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { changedReports } from '#server/audit/signed-reports.ts'
import type { Database, Queryable } from '#server/base/database.ts'
import { type Finding, ok, problem } from './finding.ts'

type Shown = { folio: string; position: number; sha256: string; path: string | null }

/** Whether every signed report is what was signed, and shows the pictures that it was signed with. */
export async function checkReports(database: Database, dataDir: string): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const found of changedReports(database))
    findings.push(problem(found, 'Ejecuta npm run audit:verify y guarda lo que diga.'))
  const { rows } = await database.query<Shown>(
    `select r.folio, i.position, i.sha256, 'study_files/' || o.id || '/' || o.version as path
     from public.report_images i join public.reports r on r.id = i.report_id and r.state <> 'borrador'
     join public.key_images k on k.id = i.key_image_id
     left join storage.objects o on o.bucket_id = 'study_files' and o.name = k.path
     order by r.folio, i.position`,
  )
  for (const { folio, position, sha256, path } of rows) {
    const stored = path === null ? undefined : await hashOf(join(dataDir, 'files', path))
    if (stored === sha256) continue
    findings.push(
      problem(
        stored === undefined
          ? `Falta la imagen ${position} del informe ${folio}.`
          : `La imagen ${position} del informe ${folio} no es la que se firmó.`,
        'Recupérala de un respaldo.',
      ),
    )
  }
  return findings.length > 0 ? findings : [ok('Informes firmados: sin cambios.')]
}

/** Whether 'Por interpretar' lists the studies that wait for a report, and no others (docs/product/reports.md). */
export async function checkAwaiting(database: Queryable): Promise<Finding> {
  const { rows } = await database.query<{ wrong: number }>(
    `select count(*)::int as wrong
     from (
       select s.id, s.patient_id, s.doctor_id, s.created_at from public.studies s
       where s.report_needed and s.file_url is not null
         and not exists (select from public.reports r where r.study_id = s.id and r.state in ('borrador', 'firmado'))
     ) s full join public.awaiting_reports a on a.study_id = s.id
     where (a.study_id, a.patient_id, a.doctor_id, a.created_at) is distinct from (s.id, s.patient_id, s.doctor_id, s.created_at)`,
  )
  const wrong = rows[0]?.wrong ?? 0
  return wrong === 0
    ? ok('Estudios por interpretar: completos.')
    : problem(
        `Estudios por interpretar: la lista no coincide en ${wrong}.`,
        'Ejecuta en la base: select private.note_awaiting(id) from public.studies',
      )
}

/** Undefined when the file cannot be read. */
async function hashOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}
