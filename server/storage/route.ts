import { type Context, Hono } from 'hono'
import { Fault } from '#server/base/fault.ts'
import { bucketMissing, faultResponse, invalidKey, notSupported, toFault } from './fault.ts'
import { isBucketId, isObjectName, isUploadId } from './object-name.ts'

export type Target = { bucket: string; name: string }

/** What a request asks for; anything else is refused by name. */
export type Route =
  | { to: 'buckets' }
  | { to: 'bucket'; bucket: string }
  | { to: 'list' | 'sign-many' | 'remove'; bucket: string }
  | ({ to: 'upload' | 'replace' | 'download' | 'info' | 'sign' | 'signed' | 'remove-one' } & Target)
  | { to: 'move' | 'copy' }
  | { to: 'resumable'; id: string | null }

type Answer = (request: Request, route: Route) => Promise<Response>

/**
 * The routes of storage-js; `answer` handles each. Anything unknown, unsupported or with an invalid object name
 * is refused here first.
 */
export function createRoutes(answer: Answer): Hono {
  const app = new Hono({ getPath })
  const target = (to: 'upload' | 'replace' | 'download' | 'info' | 'sign' | 'signed' | 'remove-one') => {
    return (c: Context) => answer(c.req.raw, { to, ...targetOf(c.req.param('target')) })
  }
  const bucket = (to: 'bucket' | 'list' | 'sign-many' | 'remove') => {
    return (c: Context) => answer(c.req.raw, { to, bucket: bucketOf(c.req.param('bucket')) })
  }
  const plain = (to: 'buckets' | 'move' | 'copy') => (c: Context) => answer(c.req.raw, { to })

  app.onError((error) => faultResponse(toFault(error)))
  app.notFound((c) => {
    const [, kind = '', first = ''] = c.req.path.split('/').map(decodeURIComponent)
    if (kind === 'object') throw unknownRoute(c.req.method, first || kind)
    if (kind === 'upload') throw unknownRoute(c.req.method, kind)
    throw notSupported(`/${kind}`)
  })
  app.all(undecodable, refuse(invalidKey))

  // Only migrations create buckets.
  app.use('/bucket/*', (c, next) => {
    if (c.req.method !== 'GET') throw notSupported('Changing buckets')
    return next()
  })
  app.get('/bucket', plain('buckets'))
  app.get('/bucket/:bucket{.*}', bucket('bucket'))

  app.on(['POST', 'OPTIONS'], '/upload/resumable', (c) => answer(c.req.raw, { to: 'resumable', id: null }))
  // Hono passes HEAD as GET; a real GET is not part of TUS.
  app.on(['GET', 'PATCH', 'DELETE', 'OPTIONS'], '/upload/resumable/:id', (c) => {
    const id = c.req.param('id')
    if (c.req.method === 'GET' || !isUploadId(id)) throw unknownRoute(c.req.method, 'upload')
    return answer(c.req.raw, { to: 'resumable', id })
  })
  app.all(
    '/upload/sign/*',
    refuse(() => notSupported('Resumable upload with a signed URL')),
  )

  app.all('/object/public/*', refuse(bucketMissing))
  app.all('/object/info/public/*', refuse(bucketMissing))
  app.all(
    '/object/upload/*',
    refuse(() => notSupported('Upload with a signed URL')),
  )
  app.all(
    '/object/list-v2/*',
    refuse(() => notSupported('list-v2')),
  )
  app.post('/object/list/:bucket{[^/]*}', bucket('list'))
  app.post('/object/move', plain('move'))
  app.post('/object/copy', plain('copy'))
  app.post('/object/sign/:bucket{[^/]*}', bucket('sign-many'))
  app.post('/object/sign/:target{.*}?', target('sign')).get(target('signed'))
  app.get('/object/info/authenticated/:target{.*}?', target('info'))
  app.get('/object/info/:target{.*}?', target('info'))
  app.get('/object/authenticated/:target{.*}?', target('download'))
  // None of these words is a bucket.
  for (const word of ['list', 'move', 'copy', 'sign', 'info', 'authenticated'])
    app.all(`/object/${word}/*`, (c) => {
      throw unknownRoute(c.req.method, word)
    })
  app.delete('/object/:bucket{[^/]*}', bucket('remove'))
  app
    .get('/object/:target{.*}?', target('download'))
    .post(target('upload'))
    .put(target('replace'))
    .delete(target('remove-one'))
  return app
}

/** Replaces a path that cannot be decoded; no encoded path looks like this. */
const undecodable = '/%'

/**
 * The path below `/storage/v1`. Supabase Storage treats an encoded slash as a slash, so the whole path is
 * decoded and each part encoded again for Hono, which decodes parameters.
 */
function getPath(request: Request): string {
  try {
    const path = decodeURIComponent(new URL(request.url).pathname.replace(/^\/storage\/v1\/?/, ''))
    return `/${path.split('/').map(encodeURIComponent).join('/')}`
  } catch {
    return undecodable
  }
}

const unknownRoute = (method: string, word: string) =>
  new Fault(404, 'not_found', `Route ${method}:${word} not found`)

const refuse = (fault: () => Fault) => (): never => {
  throw fault()
}

function bucketOf(bucket = ''): string {
  if (!isBucketId(bucket)) throw bucketMissing()
  return bucket
}

/** Splits a path into bucket and object name. */
function targetOf(path = ''): Target {
  const [bucket = '', ...name] = path.split('/')
  return checkTarget(bucket, name.join('/'))
}

/** The same check for names sent in a body. */
export function checkTarget(bucket: string, name: string): Target {
  if (!isBucketId(bucket)) throw bucketMissing()
  if (!isObjectName(name)) throw invalidKey()
  return { bucket, name }
}
