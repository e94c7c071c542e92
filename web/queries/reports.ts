import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import { AppError } from '#web/backend/errors.ts'
import type { Report, ReportAddendum, ReportImage } from '#web/backend/report-rows.ts'
import { reportKeys } from './report-keys.ts'

/** A report with the ids of its key images. */
export type ReportRow = Report & { report_images: Pick<ReportImage, 'key_image_id' | 'position'>[] }

/** What a doctor finds at a study: an own draft, the signed report with its addenda, or who writes it. */
export type StudyReports = {
  draft: ReportRow | null
  signed: (ReportRow & { report_addenda: ReportAddendum[] }) | null
  /** The last one that was annulled. */
  annulled: ReportRow | null
  /** The name of who has the draft, also of the caller. */
  writer: string | null
}

export const reportColumns = '*, report_images(key_image_id, position)' as const

/** The reports of a study, for who may write them. */
export function reportsOfStudyQuery(studyId: string) {
  return queryOptions({
    queryKey: reportKeys.of(studyId),
    queryFn: async (): Promise<StudyReports> => {
      const [rows, study] = await Promise.all([
        ask('load_report', (client) =>
          client
            .from('reports')
            .select(`${reportColumns}, report_addenda(*)`)
            .eq('study_id', studyId)
            .order('created_at', { ascending: false }),
        ),
        ask('load_report', (client) =>
          client.from('studies').select('id, report_writer').eq('id', studyId).maybeSingle(),
        ),
      ])
      if (!study) throw new AppError('load_report', 'missing')
      const inState = (state: Report['state']) => rows.find((row) => row.state === state) ?? null
      return {
        draft: inState('borrador'),
        signed: inState('firmado'),
        annulled: inState('anulado'),
        writer: study.report_writer,
      }
    },
  })
}

/** What the patient's last signed report says of age and sex, to be offered; null for a first report. */
export function lastPatientFactsQuery(patientId: string) {
  return queryOptions({
    queryKey: [...reportKeys.all, 'facts of', patientId],
    queryFn: async (): Promise<Pick<Report, 'patient_age' | 'patient_sex' | 'signed_at'> | null> => {
      const [last] = await ask('load_report', (client) =>
        client
          .from('reports')
          .select('patient_age, patient_sex, signed_at')
          .eq('patient_id', patientId)
          .eq('state', 'firmado')
          .order('signed_at', { ascending: false })
          .limit(1),
      )
      return last ?? null
    },
  })
}

/** Signs one's own draft; `hold` delivers it later. Reason `proof_needed` when password or code are due. */
export async function signReport(
  id: Report['id'],
  version: number,
  hold: { days: number; reason: string } | null,
): Promise<{ folio: string; content_hash: string }> {
  return ask('sign_report', (client) =>
    client.rpc('sign_report', {
      report_id: id,
      version,
      ...(hold && { hold_days: hold.days, hold_reason: hold.reason }),
    }),
  )
}

/** Withdraws a signed report, for a reason that its patient reads. */
export async function annulReport(id: Report['id'], reason: string): Promise<void> {
  await ask('change_report', (client) => client.rpc('annul_report', { report_id: id, reason }))
}

/** Delivers now what was to be delivered later. */
export async function releaseReport(id: Report['id']): Promise<void> {
  await ask('change_report', (client) => client.rpc('release_report', { report_id: id }))
}
