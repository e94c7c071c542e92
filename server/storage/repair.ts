import type { Dirent } from 'node:fs'
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/base/database.ts'
import { createFiles, incomingFolder, isMissing, type Place } from './files.ts'
import { isBucketId } from './object-name.ts'

/** What was found and done; ids only, never names. */
export type RepairReport = {
  /** Unfinished uploads: erased. */
  abandoned: number
  /** Files without a row: moved to where only a restore reads. */
  archived: number
  /** Files without a row, left alone because the database has no object at all in their bucket. */
  leftAlone: number
  /** Rows whose file had been archived: moved back. */
  broughtBack: number
  /** Ids of objects whose file is missing. */
  missing: string[]
}

/** Younger files may belong to an upload that is just finishing. */
const SETTLED_MS = 60 * 60 * 1000

/**
 * Makes rows and files agree again after a crash or a restore. Run it at every start, before the first request.
 * Never erases a file that was once complete: the row decides, and a file without a row is archived.
 */
export async function repairStorage(deps: {
  database: Database
  folder: string
  now?: () => Date
}): Promise<RepairReport> {
  const { database, folder, now = () => new Date() } = deps
  const files = createFiles(folder)
  const settled = now().getTime() - SETTLED_MS
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const report: RepairReport = { abandoned: 0, archived: 0, leftAlone: 0, broughtBack: 0, missing: [] }

  for (const entry of await list(join(folder, incomingFolder))) {
    const path = join(folder, incomingFolder, entry.name)
    if ((await stat(path)).mtimeMs > settled) continue
    await rm(path, { force: true })
    report.abandoned += 1
  }

  const { rows } = await database.query<Place>(
    `select bucket_id as bucket, id::text as id, version from storage.objects where version is not null`,
  )
  const known = new Set(rows.map(keyOf))
  const filled = new Set(rows.map((row) => row.bucket))
  const found = new Set<string>()
  for await (const place of placesIn(folder)) {
    if (known.has(keyOf(place))) {
      found.add(keyOf(place))
      continue
    }
    if ((await stat(join(folder, place.bucket, place.id, place.version))).mtimeMs > settled) continue
    // A full folder with an empty table means a wrong or unfinished database, not a thousand orphans.
    if (!filled.has(place.bucket)) {
      report.leftAlone += 1
      continue
    }
    await files.archive(place, { reason: 'orphan', at: now() })
    report.archived += 1
  }

  for (const row of rows) {
    if (found.has(keyOf(row))) continue
    if (await files.bringBack(row)) report.broughtBack += 1
    else report.missing.push(row.id)
  }
  return report
}

const keyOf = ({ bucket, id, version }: Place) => `${bucket}/${id}/${version}`

async function* placesIn(folder: string): AsyncGenerator<Place> {
  for (const bucket of await list(folder)) {
    if (!bucket.isDirectory() || !isBucketId(bucket.name)) continue
    for (const object of await list(join(folder, bucket.name))) {
      const path = join(folder, bucket.name, object.name)
      const versions = object.isDirectory() ? await list(path) : []
      for (const version of versions) yield { bucket: bucket.name, id: object.name, version: version.name }
      // Fails, as it should, when something is left inside.
      if (object.isDirectory()) await rmdir(path).catch(() => {})
    }
  }
}

async function list(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
