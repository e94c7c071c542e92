import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from '#server/base/database.ts'

/** Where the storage service moves removed files; server/storage/files.ts describes the whole layout. */
export const removedFolder = '.removed'

/** The files that the database names, as paths below the files' folder. */
export async function listNamedFiles(db: Queryable): Promise<{ id: string; path: string }[]> {
  const { rows } = await db.query<{ id: string; path: string }>(
    `select id::text as id, bucket_id || '/' || id || '/' || version as path
     from storage.objects where version is not null order by 2`,
  )
  return rows
}

/** The files below a folder, as relative paths; skips folders whose name starts with a dot. */
export async function* walkFiles(folder: string, below = ''): AsyncGenerator<string> {
  for (const entry of await list(join(folder, below))) {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* walkFiles(folder, path)
    else if (entry.isFile()) yield path
  }
}

async function list(path: string): Promise<Dirent[]> {
  return readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return []
    throw error
  })
}

/** Finds rows without a file, and files older than an hour without a row. Changes nothing. */
export async function compareFiles(
  db: Queryable,
  folder: string,
  now: Date,
): Promise<{ missing: string[]; unnamed: number; stored: number }> {
  const named = await listNamedFiles(db)
  const left = new Map(named.map(({ path, id }) => [path, id]))
  let unnamed = 0
  for await (const path of walkFiles(folder)) {
    if (left.delete(path)) continue
    const at = await stat(join(folder, path)).catch(() => undefined)
    if (at && now.getTime() - at.mtimeMs > 3_600_000) unnamed += 1
  }
  return { missing: [...left.values()], unnamed, stored: named.length - left.size }
}
