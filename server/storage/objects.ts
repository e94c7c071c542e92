import { isUuid } from '#domain/contact.ts'
import type { Database, Queryable } from '#server/base/database.ts'
import type { Identity } from '#server/identity.ts'
import { bucketMissing } from './fault.ts'
import { isBucketId } from './object-name.ts'
import type { Received } from './receive.ts'

/** A row of storage.objects as this service reads it; times are ISO 8601 in UTC. */
export type StoredObject = {
  id: string
  bucket_id: string
  name: string
  version: string | null
  owner: string | null
  owner_id: string | null
  metadata: Record<string, unknown> | null
  user_metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  last_accessed_at: string
}

export type Bucket = { id: string; file_size_limit: number | null; allowed_mime_types: string[] | null }

const utc = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`

/** The columns of a StoredObject, in types that every engine reads alike. */
export const objectColumns = `id::text, bucket_id, name, version, owner::text, owner_id,
  metadata::jsonb, user_metadata::jsonb, ${utc('created_at')}, ${utc('updated_at')}, ${utc('last_accessed_at')}`

/** A bucket's limits, read as the server; the policies on its objects decide who may use it. */
export async function findBucket(database: Database, id: string): Promise<Bucket> {
  if (!isBucketId(id)) throw bucketMissing()
  const { rows } = await database.query<{ limit: string | null; types: string[] | null }>(
    `select file_size_limit::text as "limit", to_jsonb(allowed_mime_types) as types
     from storage.buckets where id = $1`,
    [id],
  )
  const row = rows[0]
  if (!row) throw bucketMissing()
  return {
    id,
    file_size_limit: row.limit === null ? null : Number(row.limit),
    allowed_mime_types: row.types,
  }
}

/** The object of that name if the transaction's identity may select it. */
export async function findObject(tx: Queryable, bucket: string, name: string): Promise<StoredObject | null> {
  const [object = null] = await findObjects(tx, bucket, [name])
  return object
}

/** Those of the named objects that the transaction's identity may select. */
export async function findObjects(tx: Queryable, bucket: string, names: string[]): Promise<StoredObject[]> {
  const { rows } = await tx.query<StoredObject>(
    `select ${objectColumns} from storage.objects where bucket_id = $1 and name = any($2::text[])`,
    [bucket, names],
  )
  return rows
}

/** Writers of the same name wait for each other until the transaction ends. */
export async function lockName(tx: Queryable, bucket: string, name: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 7))::text as locked`, [
    `storage.objects ${bucket}/${name}`,
  ])
}

export type NewObject = {
  id: string
  version: string
  metadata: Record<string, unknown>
  userMetadata: Record<string, unknown> | null
}

/**
 * Inserts the row, or with `upsert` replaces its version, as the transaction's identity. The statement is the
 * hosted one, so the same policies apply. Throws 42501 when they refuse, 23505 when the name is taken.
 */
export async function writeObject(
  tx: Queryable,
  identity: Identity,
  target: { bucket: string; name: string },
  object: NewObject,
  upsert: boolean,
): Promise<void> {
  const owner = ownerOf(identity)
  await tx.query(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb)
     ${
       upsert
         ? `on conflict (bucket_id, name) do update set version = excluded.version, owner = excluded.owner,
            owner_id = excluded.owner_id, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
            updated_at = now()`
         : ''
     }`,
    [
      object.id,
      target.bucket,
      target.name,
      owner.uuid,
      owner.text,
      object.version,
      JSON.stringify(object.metadata),
      object.userMetadata === null ? null : JSON.stringify(object.userMetadata),
    ],
  )
}

/** The caller as a row stores it: `owner` (only a uuid) and `owner_id`. */
export function ownerOf(identity: Identity): { uuid: string | null; text: string | null } {
  const sub = identity.claims.sub
  if (typeof sub !== 'string' || sub === '') return { uuid: null, text: null }
  return { uuid: isUuid(sub) ? sub : null, text: sub }
}

/** The `metadata` that hosted Supabase Storage keeps, and the hash of the bytes. */
export function metadataOf(received: Received, at: Date): Record<string, unknown> {
  return {
    eTag: `"${received.sha256}"`,
    size: received.size,
    mimetype: received.contentType,
    cacheControl: received.cacheControl,
    lastModified: at.toISOString(),
    contentLength: received.size,
    httpStatusCode: 200,
    sha256: received.sha256,
  }
}
