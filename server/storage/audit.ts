import { isUuid } from '#domain/contact.ts'
import type { Database } from '#server/base/database.ts'
import type { Identity } from '#server/identity.ts'
import { ownerOf, type StoredObject } from './objects.ts'

// Who gets an address of a file, or its bytes. Written to the append-only trail first: what cannot be recorded does not
// happen. Ids only, never names. Files are looked at more often than anybody could read: see `recordLook`.

const studies = 'study_files'

/** Records that addresses of these files of one bucket, which work for some seconds, are handed out. */
export async function recordSigning(
  database: Database,
  identity: Identity,
  objects: readonly StoredObject[],
  seconds: number,
): Promise<void> {
  await recordLook(database, identity, objects, `seconds=${seconds}`)
}

/** Records that somebody gets the bytes of a file: all of them when `whole`, else a part. */
export async function recordReading(
  database: Database,
  identity: Identity,
  object: StoredObject,
  { through, whole }: { through: 'session' | 'signed_url'; whole: boolean },
): Promise<void> {
  await recordLook(database, identity, [object], `through=${through}`, whole)
}

/**
 * Records that somebody looks at files of one bucket (docs/product/permissions.md). Of pictures in lists it is one line 'preview' a
 * person, patient and clinic's day, of a photo one a person, photo and day; of anything else of a study one line 'open' a person
 * and folder in 15 minutes, however many ranges are read. All bytes of a study's file are a 'download', each time.
 */
async function recordLook(
  database: Database,
  identity: Identity,
  objects: readonly StoredObject[],
  how: string,
  whole = false,
): Promise<void> {
  const [first] = objects
  if (!first) return
  const files = objects.map((object) => ({ id: object.id, name: object.name, patient: patientOf(object) }))
  const actor = ownerOf(identity).uuid
  const due = dueLines(first.bucket_id)
  const params = [JSON.stringify(files), actor, identity.role, how, first.bucket_id, whole]
  const { rows } = await database.query<{ due: boolean }>(
    `${due} select exists (select from due where $4::text is not null) as due`,
    params,
  )
  if (!rows[0]?.due) return
  await database.transaction(async (tx) => {
    // Of many requests at once the first writes, and the others find its line.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 9))::text as locked', [
      `looks of ${actor ?? identity.role}`,
    ])
    await tx.query(
      `${due} insert into private.audit_log (actor, actor_role, action, subject, row_id, columns, patient_id)
       select $2, $3, action, $5, row_id, array[$4::text] || folders, whose from due`,
      params,
    )
  })
}

/** What is made from a study's file and lies beside it (domain/study-preview.ts). */
const made = '/((miniatura|portada|previa-[1-4])\\.(webp|jpg)|indice\\.json)$'

/** SQL: the patient of a copy without identity, found by the shared link that uses it. */
const patientOfCopy = `(
  select s.patient_id from public.study_shares h join public.studies s on s.id = h.study_id
  where h.copy_path = one.name limit 1)`

/**
 * SQL: the lines that are still to be written about the files in $1, for the actor $2 and role $3: of studies one a patient, of
 * photos one each. $5 is the bucket, $6 whether all bytes are read. A study's own file is never one of its pictures,
 * whatever it is called.
 */
const dueLines = (bucket: string) => `with file as (
    select one.id, coalesce(one.patient, ${patientOfCopy}) as whose,
      'folder=' || md5(regexp_replace(one.name, '[^/]*$', '')) as folder,
      case
        when $5::text <> '${studies}' then 'preview'
        when exists (select from public.studies s where s.file_url = one.name)
          or one.name !~ '${made}' and not private.is_key_image_file(one.name)
          then case when $6::boolean then 'download' else 'open' end
        when one.name ~ '/miniatura\\.(webp|jpg)$' then 'preview'
        else 'open'
      end as action
    from jsonb_to_recordset($1::jsonb) as one(id text, name text, patient uuid)
  ), line as (
    -- By the alphabet, so that a download comes before a look, and a look before pictures of a list.
    select whose, min(action) as action, case when count(*) = 1 then min(id) end as row_id,
      coalesce(array_agg(distinct folder) filter (where action <> 'preview'), '{}') as folders
    from file group by whose, case when $5::text <> '${studies}' then id end
  ), due as (
    select * from line
    where action = 'download' or not exists (
      select from private.audit_log a
      where a.subject = $5::text and ${bucket === studies ? 'a.patient_id = line.whose' : 'a.row_id = line.row_id'}
        and a.action = line.action
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
