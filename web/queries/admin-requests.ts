import { ask } from '#web/backend/client.ts'
import type { StudyRequest } from '#web/backend/database.ts'

/** What an administrator may rewrite of a request; the e-mail goes along unchanged (docs/product/admin.md). */
export type RequestChange = Pick<
  StudyRequest,
  'patient_name' | 'patient_email' | 'patient_phone' | 'study_type' | 'status' | 'notes' | 'referring_doctor'
>

/** Throws with reason `missing` when the request was deleted meanwhile. */
export async function updateRequest(id: number, change: RequestChange): Promise<void> {
  await ask('update_request', (client) =>
    client.from('study_requests').update(change).eq('id', id).select('id').single(),
  )
}

/** Deletes for good; throws with reason `missing` when somebody else did it before. */
export async function deleteRequest(id: number): Promise<void> {
  await ask('delete_request', (client) =>
    client.from('study_requests').delete().eq('id', id).select('id').single(),
  )
}
