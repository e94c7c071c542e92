import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Caller, Database, Queryable } from '#server/base/database.ts'
import { DatabaseError, isUnavailable } from '#server/base/errors.ts'
import { duplicate, notAllowed } from './fault.ts'
import type { Files, Place } from './files.ts'
import {
  findBucket,
  findObject,
  lockName,
  metadataOf,
  type NewObject,
  ownerOf,
  writeObject,
} from './objects.ts'
import { receive } from './receive.ts'
import type { Target } from './route.ts'

/** What to store, where, and for whom. */
export type Upload = Target & Caller & { upsert: boolean }
type Deps = { database: Database; files: Files; now: () => Date }

/** Thrown to roll back a transaction that only tested whether something is allowed. */
class Undo extends Error {}

/**
 * Takes an upload. Checks the policies first, so that refused uploads cannot fill the disk; then streams the
 * bytes to a temporary file; then places the file and writes the row in one transaction. A failure leaves
 * neither row nor file. A replaced version is archived, not erased.
 */
export async function upload(
  deps: Deps,
  upload: Upload & { request: Request },
): Promise<{ Id: string; Key: string }> {
  const { database, files, now } = deps
  const { request, bucket, name } = upload
  const limits = await findBucket(database, bucket)
  await askPolicies(database, upload)

  const temporary = await files.temporary()
  try {
    const received = await receive(request, temporary, {
      fileSize: limits.file_size_limit,
      mimeTypes: limits.allowed_mime_types,
    })
    const object = {
      version: randomUUID(),
      metadata: metadataOf(received, now()),
      userMetadata: received.userMetadata,
    }
    const id = await commit(deps, upload, object, temporary)
    return { Id: id, Key: `${bucket}/${name}` }
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Writes the row as the caller and rolls back: throws what storing it would throw. */
export async function askPolicies(database: Database, upload: Upload): Promise<void> {
  await database
    .as(
      upload.identity,
      async (tx) => {
        await write(tx, upload, { id: randomUUID(), version: randomUUID(), metadata: {}, userMetadata: null })
        throw new Undo()
      },
      upload.info,
    )
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
}

/** Places a complete, synced temporary file and writes its row in one transaction; returns the object's id. */
export async function commit(
  { database, files, now }: Deps,
  upload: Upload,
  object: Omit<NewObject, 'id'>,
  temporary: string,
): Promise<string> {
  let placed: Place | undefined
  let replaced: Place | undefined
  try {
    const id = await database.as(
      upload.identity,
      async (tx) => {
        await lockName(tx, upload.bucket, upload.name)
        const earlier = await findObject(tx, upload.bucket, upload.name)
        const id = earlier?.id ?? randomUUID()
        if (earlier?.version) replaced = { bucket: upload.bucket, id, version: earlier.version }
        await write(tx, upload, { ...object, id })
        const place = { bucket: upload.bucket, id, version: object.version }
        await files.place(temporary, place)
        placed = place
        return id
      },
      upload.info,
    )
    if (replaced) {
      const by = ownerOf(upload.identity).text
      await files.archive(replaced, { name: upload.name, reason: 'replaced', by, at: now() })
    }
    return id
  } catch (error) {
    // After a lost connection the row may exist after all: leave it to repair.
    if (placed && !isUnavailable(error)) await files.discard(placed)
    throw error
  }
}

/** Inserts or replaces one row; a name taken by an object that the caller cannot see may not be replaced. */
async function write(tx: Queryable, upload: Upload, object: NewObject): Promise<void> {
  try {
    await writeObject(tx, upload.identity, upload, object, upload.upsert)
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505')
      throw upload.upsert ? notAllowed() : duplicate()
    throw error
  }
}
