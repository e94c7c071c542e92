import type { Queryable } from '#server/base/database.ts'
import { bucketMissing } from './fault.ts'

/** A bucket as storage-js expects it. */
export type BucketFacts = Record<string, unknown>

const facts = `json_build_object('id', id, 'name', name, 'owner', coalesce(owner_id, ''), 'public', public, 'type', 'STANDARD',
  'file_size_limit', file_size_limit, 'allowed_mime_types', allowed_mime_types,
  'created_at', created_at, 'updated_at', updated_at) as facts`

/** The buckets that the transaction's identity may select. */
export async function listBuckets(tx: Queryable): Promise<BucketFacts[]> {
  const { rows } = await tx.query<{ facts: BucketFacts }>(`select ${facts} from storage.buckets order by id`)
  return rows.map((row) => row.facts)
}

/** One of them; 404 when it does not exist or may not be seen. */
export async function getBucket(tx: Queryable, id: string): Promise<BucketFacts> {
  const { rows } = await tx.query<{ facts: BucketFacts }>(
    `select ${facts} from storage.buckets where id = $1`,
    [id],
  )
  if (!rows[0]) throw bucketMissing()
  return rows[0].facts
}
