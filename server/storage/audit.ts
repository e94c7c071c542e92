import { isUuid } from '#domain/contact.ts'
import type { Database } from '#server/db/database.ts'
import type { Identity } from '#server/identity.ts'
import { ownerOf, type StoredObject } from './objects.ts'

/**
 * Writes into the append-only trail that somebody is being handed a link to a file, or its bytes; before it happens, so
 * that what cannot be told does not happen. Ids only, never names.
 */
export async function recordAccess(
  database: Database,
  identity: Identity,
  action: 'sign_url' | 'download',
  object: StoredObject,
  facts: string[],
): Promise<void> {
  await database.query(
    `insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
     values ($1, $2, $3, $4, $5, $6::text[], coalesce($7::uuid, ${patientOfCopy}))`,
    [
      ownerOf(identity).uuid,
      identity.role,
      action,
      object.bucket_id,
      object.id,
      facts,
      patientOf(object),
      object.name,
    ],
  )
}

/** Whose copy without identity it is says the link that hands it out. */
const patientOfCopy = `(select s.patient_id from public.study_shares h join public.studies s on s.id = h.study_id
  where h.copy_path = $8 limit 1)`

/** A study's file lies in its patient's folder. */
function patientOf({ bucket_id, name }: StoredObject): string | null {
  const [folder = ''] = name.split('/')
  return bucket_id === 'study_files' && isUuid(folder) ? folder : null
}
