import { z } from 'zod'
import type { Caller, Database } from '#server/base/database.ts'
import { storageLimits } from '#server/base/numbers.ts'
import { recordReading, recordSigning } from './audit.ts'
import { objectMissing } from './fault.ts'
import type { Files } from './files.ts'
import { findObject, findObjects, type StoredObject } from './objects.ts'
import type { Target } from './route.ts'
import { serveObject } from './serve.ts'
import { MAX_SECONDS, type Signer } from './signing.ts'

type Deps = { database: Database; files: Files; signer: Signer }

const allowed = `it must be a whole number of seconds from 1 to ${MAX_SECONDS}`
const expiresIn = z.int(allowed).min(1, allowed).max(MAX_SECONDS, allowed)
export const signShape = z.strictObject({ expiresIn })
export const signManyShape = z.strictObject({
  expiresIn,
  paths: z.array(z.string()).min(1).max(storageLimits.links),
})

/** The object, if the caller may select it. One that the caller may not see is reported as missing. */
export async function visibleObject(
  { database }: Deps,
  caller: Caller,
  target: Target,
): Promise<StoredObject> {
  const object = await database.as(caller.identity, (tx) => findObject(tx, target.bucket, target.name), {
    ...caller.info,
    readOnly: true,
  })
  if (!object) throw objectMissing()
  return object
}

/** Sends the bytes after recording it in the trail; HEAD sends none and records nothing. */
export async function download(
  deps: Deps,
  request: Request,
  caller: Caller,
  target: Target,
  through: 'session' | 'signed_url',
): Promise<Response> {
  const object = await visibleObject(deps, caller, target)
  const name = new URL(request.url).searchParams.get('download')
  const response = await serveObject(request, object, deps.files, name)
  if (response.body === null) return response
  try {
    await recordReading(deps.database, caller.identity, object, { through, whole: isWhole(response) })
  } catch (error) {
    await response.body.cancel()
    throw error
  }
  return response
}

/** Whether all bytes of a file are sent, also as its one range. */
function isWhole({ headers }: Response): boolean {
  const [, size] = headers.get('content-range')?.split('/') ?? []
  return size === undefined || size === headers.get('content-length')
}

/** A link to one object that the caller may select, for at most an hour; recorded in the trail. */
export async function sign(deps: Deps, caller: Caller, target: Target, seconds: number): Promise<string> {
  const object = await visibleObject(deps, caller, target)
  await recordSigning(deps.database, caller.identity, [object], seconds)
  return signedPath(deps, caller, object, seconds)
}

type Signed = { error: string | null; path: string; signedURL: string | null }

/** The same for many names of a bucket; names that the caller cannot select get an error instead of a link. */
export async function signMany(
  deps: Deps,
  caller: Caller,
  bucket: string,
  paths: string[],
  seconds: number,
): Promise<Signed[]> {
  const found = await deps.database.as(
    caller.identity,
    async (tx) => {
      const objects = await findObjects(tx, bucket, [...new Set(paths)])
      return new Map(objects.map((object) => [object.name, object]))
    },
    { ...caller.info, readOnly: true },
  )
  await recordSigning(deps.database, caller.identity, [...found.values()], seconds)
  const signed = new Map<string, string>()
  for (const [path, object] of found) signed.set(path, await signedPath(deps, caller, object, seconds))
  return paths.map((path) => {
    const signedURL = signed.get(path) ?? null
    const error = signedURL ? null : 'Either the object does not exist or you do not have access to it'
    return { error, path, signedURL }
  })
}

async function signedPath(
  deps: Deps,
  caller: Caller,
  object: StoredObject,
  seconds: number,
): Promise<string> {
  const path = `${object.bucket_id}/${object.name}`
  return `/object/sign/${path}?token=${await deps.signer.sign(path, caller.identity, seconds)}`
}

/** What storage-js calls the info of an object. */
export function infoOf(object: StoredObject): Record<string, unknown> {
  const { id, name, version, bucket_id, created_at, updated_at, metadata, user_metadata } = object
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: user_metadata,
    last_modified: updated_at,
    created_at,
  }
}
