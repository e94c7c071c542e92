import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Caller, Database, Queryable } from '#server/base/database.ts'
import { isUnavailable } from '#server/base/errors.ts'
import { notAllowed, objectMissing, tooLarge } from './fault.ts'
import type { Files, Place } from './files.ts'
import {
  type Bucket,
  findBucket,
  findObject,
  lockName,
  objectColumns,
  ownerOf,
  type StoredObject,
  writeObject,
} from './objects.ts'
import { checkType } from './receive.ts'
import { checkTarget, type Target } from './route.ts'

type Deps = { database: Database; files: Files; now: () => Date }

export const removeShape = z.strictObject({ prefixes: z.array(z.string()).min(1).max(1000) })
export const relocateShape = z.strictObject({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
})

/** Removes what the caller may remove and returns those rows; the files are archived after the rows are gone. */
export async function remove(
  { database, files, now }: Deps,
  { identity, info }: Caller,
  bucket: string,
  names: string[],
): Promise<StoredObject[]> {
  const { rows } = await database.as(
    identity,
    (tx) =>
      tx.query<StoredObject>(
        `delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning ${objectColumns}`,
        [bucket, names],
      ),
    info,
  )
  for (const row of rows) {
    if (!row.version) continue
    const { id, name, version, owner_id, metadata } = row
    await files.archive(
      { bucket, id, version },
      { name, owner_id, metadata, reason: 'removed', by: ownerOf(identity).text, at: now() },
    )
  }
  return rows
}

/** Moves an object to another name or bucket. 404 when the caller cannot see it, 403 when it may not be moved. */
export async function move(deps: Deps, caller: Caller, body: z.infer<typeof relocateShape>): Promise<void> {
  const { from, to } = ends(body)
  const elsewhere = from.bucket !== to.bucket
  const left = await relocate(deps, caller, from, to, async (tx, source, place) => {
    const { affected } = await tx.query(
      `update storage.objects set bucket_id = $3, name = $4, updated_at = now() where bucket_id = $1 and name = $2`,
      [from.bucket, from.name, to.bucket, to.name],
    )
    if (affected === 0) throw notAllowed()
    if (elsewhere) await place({ id: source.id, version: source.version ?? '' })
    return placeOf(source)
  })
  // Its bytes are in the new place too.
  if (elsewhere && left) await deps.files.discard(left)
}

/** Copies an object's bytes to a second object, owned by the caller. 409 when the name is taken. */
export async function copy(
  deps: Deps,
  caller: Caller,
  body: z.infer<typeof relocateShape>,
): Promise<{ Id: string; Key: string }> {
  const { from, to } = ends(body)
  return relocate(deps, caller, from, to, async (tx, source, place) => {
    const target = { id: randomUUID(), version: randomUUID() }
    const metadata = { ...source.metadata, lastModified: deps.now().toISOString() }
    const object = { ...target, metadata, userMetadata: source.user_metadata }
    await writeObject(tx, caller.identity, to, object, false)
    await place(target)
    return { Id: target.id, Key: `${to.bucket}/${to.name}` }
  })
}

function ends(body: z.infer<typeof relocateShape>): { from: Target; to: Target } {
  return {
    from: checkTarget(body.bucketId, body.sourceKey),
    to: checkTarget(body.destinationBucket || body.bucketId, body.destinationKey),
  }
}

const placeOf = ({ bucket_id, id, version }: StoredObject): Place | null =>
  version === null ? null : { bucket: bucket_id, id, version }

type Change<T> = (
  tx: Queryable,
  source: StoredObject,
  place: (target: Omit<Place, 'bucket'>) => Promise<void>,
) => Promise<T>

/** Runs a change as the caller; if it fails, removes the copy of the bytes that it placed. */
async function relocate<T>(
  deps: Deps,
  caller: Caller,
  from: Target,
  to: Target,
  change: Change<T>,
): Promise<T> {
  const limits = await findBucket(deps.database, to.bucket)
  let placed: Place | undefined
  try {
    return await deps.database.as(
      caller.identity,
      async (tx) => {
        await lockName(tx, to.bucket, to.name)
        const source = await findObject(tx, from.bucket, from.name)
        const origin = source && placeOf(source)
        if (!origin) throw objectMissing()
        if (from.bucket !== to.bucket) checkLimits(source, limits)
        return change(tx, source, async (target) => {
          placed = { ...target, bucket: to.bucket }
          await deps.files.copy(origin, placed)
        })
      },
      caller.info,
    )
  } catch (error) {
    if (placed && !isUnavailable(error)) await deps.files.discard(placed)
    throw error
  }
}

function checkLimits({ metadata }: StoredObject, bucket: Bucket): void {
  const { size, mimetype } = metadata ?? {}
  if (bucket.file_size_limit !== null && Number(size) > bucket.file_size_limit) throw tooLarge()
  checkType(String(mimetype), bucket.allowed_mime_types)
}
