import { ask } from '#web/backend/client.ts'
import type { Report, ReportAddendum } from '#web/backend/report-rows.ts'

/** Writes one's own addendum to a signed report; with the id of an unsigned one it is written anew. */
export async function saveAddendum(addendum: {
  id: ReportAddendum['id']
  report_id: Report['id']
  kind: ReportAddendum['kind']
  text: string
}): Promise<void> {
  const { id, report_id, kind, text } = addendum
  await ask('sign_report', (client) =>
    client.rpc('save_addendum', { report_id, kind, text, addendum_id: id }),
  )
}

/** Signs one's own addendum. Reason `proof_needed` when password or code are due. */
export async function signAddendum(id: ReportAddendum['id']): Promise<void> {
  await ask('sign_report', (client) => client.rpc('sign_addendum', { addendum_id: id }))
}
