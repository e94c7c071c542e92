import type { z } from 'zod'
import { readJson } from '#functions/_shared/json-body.ts'
import type { Caller, Database } from '#server/base/database.ts'
import { bodyLimits, turnLimits } from '#server/base/numbers.ts'
import type { Identify, Identity, Keys, Service } from '#server/identity.ts'
import { queueKey } from '#server/limits/queue-key.ts'
import { createTurns, type Turns } from '#server/limits/turns.ts'
import { getBucket, listBuckets } from './buckets.ts'
import { invalidRequest, objectMissing, tooLarge, unknownOptions } from './fault.ts'
import { createFiles } from './files.ts'
import { listObjects, listShape } from './list.ts'
import { requireKnownOptions } from './options.ts'
import { download, infoOf, sign, signMany, signManyShape, signShape, visibleObject } from './reading.ts'
import { copy, move, relocateShape, remove, removeShape } from './remove-and-move.ts'
import { createResumable, type Resumable } from './resumable.ts'
import { createRoutes, type Route } from './route.ts'
import { createSigner } from './signing.ts'
import { upload } from './uploads.ts'

/**
 * `/storage/v1` for storage-js. Only the policies on storage.objects and storage.buckets, run as the caller,
 * decide who may do what. The bytes are files in `folder`, under generated names.
 *
 * Refused by name: public objects, changes to buckets, uploads with a signed URL, image transformation, and
 * every unknown option.
 */
export function createStorage(deps: {
  database: Database
  identify: Identify
  folder: string
  keys: Keys
  now?: () => Date
}): Service {
  const { database, identify, folder, keys, now = () => new Date() } = deps
  const signer = createSigner(keys, now)
  const uploads = createTurns(turnLimits.uploads)
  const files = createFiles(folder)
  const resumable = createResumable({ database, files, folder, now })
  const parts = { database, files, signer, now, uploads, resumable }

  async function whoseRequest(request: Request, route: Route): Promise<Identity> {
    if (route.to === 'signed') {
      const token = new URL(request.url).searchParams.get('token') ?? ''
      return signer.verify(token, `${route.bucket}/${route.name}`)
    }
    // The server's capabilities are public, and a browser asks for them without a token.
    if (route.to === 'resumable' && request.method === 'OPTIONS') return { role: 'anon', claims: {} }
    return identify(request)
  }

  const app = createRoutes(async (request, route) => {
    const identity = await whoseRequest(request, route)
    requireKnownOptions(request, route)
    const { pathname: path } = new URL(request.url)
    const info = { method: request.method, path, headers: senderOf(request) }
    return answer(parts, request, route, { identity, info })
  })
  return async (request) => app.fetch(request)
}

type Parts = Parameters<typeof sign>[0] &
  Parameters<typeof upload>[0] & { uploads: Turns; resumable: Resumable }

async function answer(parts: Parts, request: Request, route: Route, caller: Caller): Promise<Response> {
  const { database } = parts
  const { identity, info } = caller
  const readOnly = { ...info, readOnly: true }
  switch (route.to) {
    case 'upload':
    case 'replace': {
      const upsert = route.to === 'replace' || request.headers.get('x-upsert') === 'true'
      // An upload may take an hour: nobody may have more open than any screen of ours needs.
      const end = await parts.uploads.take(queueKey(identity, info) ?? 'server')
      return json(await upload(parts, { ...route, ...caller, request, upsert }).finally(end))
    }
    case 'resumable': {
      const end = await parts.uploads.take(queueKey(identity, info) ?? 'server')
      return parts.resumable.answer(request, route.id, caller).finally(end)
    }
    case 'download':
      return download(parts, request, caller, route, 'session')
    case 'signed':
      return download(parts, request, caller, route, 'signed_url')
    case 'info':
      return json(infoOf(await visibleObject(parts, caller, route)))
    case 'sign': {
      const { expiresIn } = await bodyOf(request, signShape)
      return json({ signedURL: await sign(parts, caller, route, expiresIn) })
    }
    case 'sign-many': {
      const { expiresIn, paths } = await bodyOf(request, signManyShape)
      return json(await signMany(parts, caller, route.bucket, paths, expiresIn))
    }
    case 'list': {
      const options = await bodyOf(request, listShape)
      return json(await database.as(identity, (tx) => listObjects(tx, route.bucket, options), readOnly))
    }
    case 'remove': {
      const { prefixes } = await bodyOf(request, removeShape)
      return json(await remove(parts, caller, route.bucket, prefixes))
    }
    case 'remove-one': {
      const removed = await remove(parts, caller, route.bucket, [route.name])
      if (removed.length === 0) throw objectMissing()
      return json({ message: 'Successfully deleted' })
    }
    case 'move':
      await move(parts, caller, await bodyOf(request, relocateShape))
      return json({ message: 'Successfully moved' })
    case 'copy':
      return json(await copy(parts, caller, await bodyOf(request, relocateShape)))
    case 'buckets':
      return json(await database.as(identity, listBuckets, readOnly))
    case 'bucket':
      return json(await database.as(identity, (tx) => getBucket(tx, route.bucket), readOnly))
  }
}

/** What triggers may record about the caller; never the token. */
function senderOf(request: Request): Record<string, string> {
  const names = ['x-forwarded-for', 'user-agent']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

function json(value: unknown): Response {
  return Response.json(value, { headers: { 'cache-control': 'no-store' } })
}

async function bodyOf<T extends z.ZodType>(request: Request, shape: T): Promise<z.infer<T>> {
  const body = await readJson(request, bodyLimits.storage)
  if (!body.ok) {
    if (body.problem === 'too-large') throw tooLarge()
    throw invalidRequest('The body is not JSON')
  }
  const parsed = shape.safeParse(body.value)
  if (parsed.success) return parsed.data
  const unknown = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [],
  )
  if (unknown.length > 0) throw unknownOptions(unknown)
  const [issue] = parsed.error.issues
  throw invalidRequest(`Invalid value for ${issue?.path.join('.') || 'the body'}: ${issue?.message ?? ''}`)
}
