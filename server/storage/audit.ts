import { isUuid } from '#domain/contact.ts'
import type { Database } from '#server/db/database.ts'
import type { Identity } from '#server/identity.ts'
import { ownerOf, type StoredObject } from './objects.ts'

// Who gets an address of a file, or its bytes. Written to the append-only trail first: what cannot be recorded does not
// happen. Ids only, never names. Studies are looked at more often than anybody could read: see `recordLook`.

const studies = 'study_files'

/** Records that addresses of these files of one bucket, which work for some seconds, are handed out: at most one line a patient. */
export async function recordSigning(
  database: Database,
  identity: Identity,
  objects: readonly StoredObject[],
  seconds: number,
): Promise<void> {
  const [first] = objects
  if (!first) return
  const how = `seconds=${seconds}`
  if (first.bucket_id === studies) return recordLook(database, identity, objects, how)
  await database.query(
    `insert into private.audit_log (actor, actor_role, action, subject, row_id, columns)
     select $1, $2, 'sign_url', $3, case when cardinality($5::text[]) = 1 then $5[1] end,
       array[$4] || case when cardinality($5) > 1 then array(select 'file=' || id from unnest($5) id) else '{}' end`,
    [ownerOf(identity).uuid, identity.role, first.bucket_id, how, objects.map(({ id }) => id)],
  )
}

/** Records that somebody gets the bytes of a file, or a part of them; `whole` when it is downloaded to be kept. */
export async function recordReading(
  database: Database,
  identity: Identity,
  object: StoredObject,
  { through, whole }: { through: 'session' | 'signed_url'; whole: boolean },
): Promise<void> {
  const how = `through=${through}`
  if (object.bucket_id === studies && !whole) return recordLook(database, identity, [object], how)
  await database.query(
    `insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
     values ($1, $2, 'download', $3, $4, array[$5], coalesce($6::uuid, ${patientOfCopy('$7')}))`,
    [ownerOf(identity).uuid, identity.role, object.bucket_id, object.id, how, patientOf(object), object.name],
  )
}

/**
 * Records that somebody looks at files of studies. Of pictures in lists it is one line 'preview' a person, patient and
 * clinic's day; of anything else one line 'open' a person and study's folder in 15 minutes, however many ranges are read
 * (docs/product/permissions.md).
 */
async function recordLook(
  database: Database,
  identity: Identity,
  objects: readonly StoredObject[],
  how: string,
): Promise<void> {
  const files = objects.map((object) => ({ id: object.id, name: object.name, patient: patientOf(object) }))
  const actor = ownerOf(identity).uuid
  const params = [JSON.stringify(files), actor, identity.role, how]
  const { rows } = await database.query<{ due: boolean }>(
    `${dueLines} select exists (select from due where $4::text is not null) as due`,
    params,
  )
  if (!rows[0]?.due) return
  await database.transaction(async (tx) => {
    // Of many requests at once the first writes, and the others find its line.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 9))::text as locked', [
      `looks of ${actor ?? identity.role}`,
    ])
    await tx.query(
      `${dueLines} insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
       select $2, $3, action, '${studies}', row_id, array[$4::text] || folders, whose from due`,
      params,
    )
  })
}

/** SQL: the patient of a copy without identity, found by the shared link that uses it. `name` is SQL. */
const patientOfCopy = (name: string) => `(
  select s.patient_id from public.study_shares h join public.studies s on s.id = h.study_id
  where h.copy_path = ${name} limit 1)`

/**
 * SQL: the lines that are still to be written about the files in $1, one a patient, for the actor $2 and role $3. A study's own
 * file is never a picture of a list, whatever it is called.
 */
const dueLines = `with file as (
    select one.id, coalesce(one.patient, ${patientOfCopy('one.name')}) as whose,
      'folder=' || md5(regexp_replace(one.name, '[^/]*$', '')) as folder,
      one.name ~ '/miniatura\\.(webp|jpg)$'
        and not exists (select from public.studies s where s.file_url = one.name) as listed
    from jsonb_to_recordset($1::jsonb) as one(id text, name text, patient uuid)
  ), line as (
    select whose, case when bool_and(listed) then 'preview' else 'open' end as action,
      case when count(*) = 1 then min(id) end as row_id,
      coalesce(array_agg(distinct folder) filter (where not listed), '{}') as folders
    from file group by whose
  ), due as (
    select * from line
    where not exists (
      select from private.audit_log a
      where a.patient_id = line.whose and a.subject = '${studies}' and a.action = line.action
        and a.actor is not distinct from $2::uuid and a.actor_role = $3::text and a.columns @> line.folders
        and a.at > case line.action when 'open' then now() - interval '15 minutes'
          else private.clinic_today()::timestamp at time zone private.setting('clinic_time_zone', 'America/Mexico_City') end
    )
  )`

/** A study's file lies in its patient's folder. */
function patientOf({ bucket_id, name }: StoredObject): string | null {
  const [folder = ''] = name.split('/')
  return bucket_id === studies && isUuid(folder) ? folder : null
}
