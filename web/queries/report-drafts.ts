import type { ReportContent, ReportState } from '#domain/report.ts'
import { ask, getClient } from '#web/backend/client.ts'
import { toAppError } from '#web/backend/errors.ts'
import type { Report } from '#web/backend/report-rows.ts'
import { type ReportRow, reportColumns } from './reports.ts'

/** A draft as its author's screen holds it; `savedAt` is an ISO instant. */
export type StoredDraft = { content: ReportContent; version: number; state: ReportState; savedAt: string }

/** What of a report its author writes. */
export function draftOf(report: ReportRow): StoredDraft {
  const instant = report.performed_at && new Date(report.performed_at).toISOString()
  const images = [...report.report_images].sort((one, other) => one.position - other.position)
  return {
    version: report.version,
    state: report.state,
    savedAt: report.updated_at,
    content: {
      requested_by: report.requested_by ?? '',
      study_name: report.study_name ?? '',
      clinical_question: report.clinical_question ?? '',
      incidents: report.incidents ?? '',
      performed_by: report.performed_by ?? '',
      technique: report.technique ?? '',
      quality: report.quality ?? '',
      compared_with: report.compared_with ?? '',
      impression: report.impression ?? '',
      recommendations: report.recommendations ?? '',
      communication: report.communication ?? '',
      patient_summary: report.patient_summary ?? '',
      performed_at: instant,
      patient_age: report.patient_age,
      patient_sex: report.patient_sex,
      sections: report.sections,
      images: images.map(({ key_image_id }) => key_image_id),
    },
  }
}

/** The stored draft, or null when there is none any more. */
export async function readDraft(id: Report['id']): Promise<StoredDraft | null> {
  const row = await ask('load_report', (client) =>
    client.from('reports').select(reportColumns).eq('id', id).maybeSingle(),
  )
  return row && draftOf(row)
}

/** Begins a report with the sections of a template, once however often it is sent with the same id. */
export async function startReport(start: {
  id: Report['id']
  study_id: Report['study_id']
  template_id: string
}): Promise<void> {
  await ask('change_report', (client) => client.rpc('start_report', start))
}

/** Writes what changed over a version of a draft; the new version. Reason `conflict` when there is a newer one. */
export async function saveReport(
  id: Report['id'],
  version: number,
  changes: Partial<ReportContent>,
): Promise<number> {
  const saved = await ask('save_report', (client) =>
    client.rpc('save_report', { report_id: id, version, changes }),
  )
  return saved.version
}

/** What a request needs that must start before anything else can be asked. */
let leaving: { address: string; headers: Record<string, string> } | null = null

/** Makes ready what `saveReportLeaving` sends with; call it while the page still has time. */
export async function prepareLeaving(): Promise<void> {
  const { reach } = await getClient()
  leaving = {
    address: reach.at('rest/v1/rpc/save_report').href,
    headers: {
      apikey: reach.anonKey,
      authorization: `Bearer ${await reach.accessToken()}`,
      'content-type': 'application/json',
    },
  }
}

/** Like `saveReport`, begun at once in a request that outlives the page, so of 60 KB at most. */
export async function saveReportLeaving(
  id: Report['id'],
  version: number,
  changes: Partial<ReportContent>,
): Promise<number> {
  if (!leaving) return saveReport(id, version, changes)
  const { address, headers } = leaving
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify({ report_id: id, version, changes }),
      keepalive: true,
    })
    const body: { version: number; code?: string; message?: string } = await answer.json()
    if (!answer.ok) throw toAppError(body, 'save_report', answer.status)
    return body.version
  } catch (failure) {
    throw toAppError(failure, 'save_report')
  }
}

/** Throws one's own draft away. */
export async function discardReport(id: Report['id']): Promise<void> {
  await ask('change_report', (client) => client.rpc('discard_report', { report_id: id }))
}

/** For administrators: takes somebody's draft away from a study, unread. */
export async function freeReportDraft(studyId: Report['study_id']): Promise<void> {
  await ask('change_report', (client) => client.rpc('free_report_draft', { study_id: studyId }))
}
