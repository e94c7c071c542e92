import { Fault } from '#server/http/fault.ts'
import { bucketMissing, invalidKey, notSupported } from './fault.ts'
import { isBucketId, isObjectName, isUploadId } from './object-name.ts'

export type Target = { bucket: string; name: string }

/** What a request asks for; everything that is not here is refused by name. */
export type Route =
  | { to: 'buckets' }
  | { to: 'bucket'; bucket: string }
  | { to: 'list' | 'sign-many' | 'remove'; bucket: string }
  | ({ to: 'upload' | 'replace' | 'download' | 'info' | 'sign' | 'signed' | 'remove-one' } & Target)
  | { to: 'move' | 'copy' }
  | { to: 'resumable'; id: string | null }

const byMethod = {
  POST: 'upload',
  PUT: 'replace',
  GET: 'download',
  HEAD: 'download',
  DELETE: 'remove-one',
} as const

/**
 * Reads the method and path as storage-js writes them. Throws a Fault for what is unknown, not supported or
 * spelled so that it can be no object: a name is checked here, once, before anything else sees it.
 */
export function parseRoute(method: string, pathname: string): Route {
  const [kind = '', ...rest] = segments(pathname)
  if (kind === 'bucket') return bucketRoute(method, rest)
  if (kind === 'upload') return resumableRoute(method, rest)
  if (kind !== 'object') throw notSupported(`/${kind}`)
  const [first = '', ...after] = rest
  const read = method === 'GET' || method === 'HEAD'
  switch (first) {
    case 'public':
      throw bucketMissing()
    case 'upload':
      throw notSupported('Upload with a signed URL')
    case 'list-v2':
      throw notSupported('list-v2')
    case 'list':
      if (method === 'POST' && after.length === 1) return { to: 'list', bucket: bucketOf(after) }
      break
    case 'move':
    case 'copy':
      if (method === 'POST' && after.length === 0) return { to: first }
      break
    case 'sign':
      if (method === 'POST' && after.length === 1) return { to: 'sign-many', bucket: bucketOf(after) }
      if (method === 'POST') return { to: 'sign', ...targetOf(after) }
      if (read) return { to: 'signed', ...targetOf(after) }
      break
    case 'info':
      if (after[0] === 'public') throw bucketMissing()
      if (read) return { to: 'info', ...targetOf(after[0] === 'authenticated' ? after.slice(1) : after) }
      break
    case 'authenticated':
      if (read) return { to: 'download', ...targetOf(after) }
      break
    default:
      if (method === 'DELETE' && rest.length === 1) return { to: 'remove', bucket: bucketOf(rest) }
      if (isHandled(method)) return { to: byMethod[method], ...targetOf(rest) }
  }
  throw new Fault(404, 'not_found', `Route ${method}:${first || kind} not found`)
}

function bucketRoute(method: string, rest: string[]): Route {
  // Buckets are made by the migrations.
  if (method !== 'GET') throw notSupported('Changing buckets')
  if (rest.length === 0) return { to: 'buckets' }
  return { to: 'bucket', bucket: bucketOf(rest) }
}

/** `/upload/resumable` begins one, `/upload/resumable/{id}` is one. */
function resumableRoute(method: string, [kind = '', ...rest]: string[]): Route {
  const [id = null] = rest
  if (kind === 'sign') throw notSupported('Resumable upload with a signed URL')
  const begins = method === 'POST' || method === 'OPTIONS'
  const goesOn = method === 'HEAD' || method === 'PATCH' || method === 'DELETE' || method === 'OPTIONS'
  if (kind === 'resumable' && rest.length < 2 && (id === null ? begins : goesOn && isUploadId(id)))
    return { to: 'resumable', id }
  throw new Fault(404, 'not_found', `Route ${method}:upload not found`)
}

function isHandled(method: string): method is keyof typeof byMethod {
  return Object.hasOwn(byMethod, method)
}

/** The decoded parts after `/storage/v1/`. */
function segments(pathname: string): string[] {
  try {
    return decodeURIComponent(pathname.replace(/^\/storage\/v1\/?/, '')).split('/')
  } catch {
    throw invalidKey()
  }
}

function bucketOf(parts: string[]): string {
  const bucket = parts[0] ?? ''
  if (parts.length !== 1 || !isBucketId(bucket)) throw bucketMissing()
  return bucket
}

function targetOf(parts: string[]): Target {
  return checkTarget(parts[0] ?? '', parts.slice(1).join('/'))
}

/** The same check for names that come in a body. */
export function checkTarget(bucket: string, name: string): Target {
  if (!isBucketId(bucket)) throw bucketMissing()
  if (!isObjectName(name)) throw invalidKey()
  return { bucket, name }
}
