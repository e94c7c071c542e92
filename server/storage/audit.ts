import { isUuid } from '#domain/contact.ts'
import type { Database } from '#server/db/database.ts'
import type { Identity } from '#server/identity.ts'
import { ownerOf, type StoredObject } from './objects.ts'

/**
 * Records in the append-only trail that somebody gets a link to a file, or its bytes. Written first: what
 * cannot be recorded does not happen. Ids only, never names.
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
     values ($1, $2, $3, $4, $5, $6::text[], coalesce($7::uuid, ${patientOfCopy('$8')}))`,
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

/** The same for many links at once: one line per patient; several files are listed as `file=id`. */
export async function recordSigning(
  database: Database,
  identity: Identity,
  objects: readonly StoredObject[],
  seconds: number,
): Promise<void> {
  const files = objects.map((object) => ({ id: object.id, name: object.name, patient: patientOf(object) }))
  await database.query(
    `insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
     select $1::uuid, $2::text, 'sign_url', $3::text, case when count(*) = 1 then min(file.id) end,
       array[$4::text] || case when count(*) > 1 then array_agg('file=' || file.id order by file.id) else '{}'::text[] end, file.whose
     from (
       select one.id, coalesce(one.patient, ${patientOfCopy('one.name')}) as whose
       from jsonb_to_recordset($5::jsonb) as one(id text, name text, patient uuid)
     ) file
     group by file.whose`,
    [
      ownerOf(identity).uuid,
      identity.role,
      objects[0]?.bucket_id ?? '',
      `seconds=${seconds}`,
      JSON.stringify(files),
    ],
  )
}

/** SQL: the patient of a copy without identity, found by the shared link that uses it. `name` is SQL. */
const patientOfCopy = (name: string) => `(
  select s.patient_id from public.study_shares h join public.studies s on s.id = h.study_id
  where h.copy_path = ${name} limit 1)`

/** A study's file lies in its patient's folder. */
function patientOf({ bucket_id, name }: StoredObject): string | null {
  const [folder = ''] = name.split('/')
  return bucket_id === 'study_files' && isUuid(folder) ? folder : null
}
