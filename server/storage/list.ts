import { z } from 'zod'
import type { Queryable } from '#server/base/database.ts'
import { objectColumns, type StoredObject } from './objects.ts'

const sortable = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const

export const listShape = z.strictObject({
  prefix: z.string().max(1024).default(''),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).default(0),
  search: z.string().max(1024).default(''),
  sortBy: z
    .strictObject({
      column: z.enum(sortable).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
})

type Entry =
  | Pick<StoredObject, 'name' | 'id' | 'updated_at' | 'created_at' | 'last_accessed_at' | 'metadata'>
  | ({ [key in 'id' | 'updated_at' | 'created_at' | 'last_accessed_at' | 'metadata']: null } & {
      name: string
    })

/**
 * Lists one level of a bucket below `prefix`, as a hosted project does: folders first (all fields null except
 * the name), then files, with names relative to the prefix. `search` is the start of a name, in any case.
 */
export async function listObjects(
  tx: Queryable,
  bucket: string,
  { prefix, limit, offset, search, sortBy }: z.infer<typeof listShape>,
): Promise<Entry[]> {
  const trimmed = prefix.replace(/^\/+|\/+$/g, '')
  const { rows } = await tx.query<{ entry: Entry }>(
    `with below as (
       select ${objectColumns}, substr(name, length($2) + 1) as rest
       from storage.objects where bucket_id = $1 and starts_with(name, $2)
     ), entries as (
       select split_part(rest, '/', 1) as entry, strpos(rest, '/') > 0 as is_folder, below.* from below
     ), folders as (
       select distinct entry from entries where is_folder
     ), level as (
       select 0 as rank, entry, null::text as id, null::text as updated_at, null::text as created_at,
         null::text as last_accessed_at, null::jsonb as metadata
       from folders
       union all
       select 1, entry, id, updated_at, created_at, last_accessed_at, metadata from entries where not is_folder
     )
     select json_build_object('name', entry, 'id', id, 'updated_at', updated_at, 'created_at', created_at,
       'last_accessed_at', last_accessed_at, 'metadata', metadata) as entry
     from level where starts_with(lower(entry), lower($3))
     order by rank, ${sortBy.column === 'name' ? 'level.entry' : `level.${sortBy.column}`} ${sortBy.order}, level.entry
     limit $4 offset $5`,
    [bucket, trimmed === '' ? '' : `${trimmed}/`, search, limit, offset],
  )
  return rows.map((row) => row.entry)
}
