import { describe, expect, it } from 'vitest'
import { createRoutes, type Route } from './route.ts'

/** The parsed route, or the status of the refusal. */
async function routeOf(method: string, path: string): Promise<Route | number> {
  let asked: Route | undefined
  const app = createRoutes(async (_, route) => {
    asked = route
    return new Response()
  })
  const { status } = await app.fetch(new Request(`http://localhost${path}`, { method }))
  return asked ?? status
}

describe('the address of a storage request', () => {
  it.each([
    [
      'POST',
      '/storage/v1/object/study_files/uid/a%20b.zip',
      { to: 'upload', bucket: 'study_files', name: 'uid/a b.zip' },
    ],
    ['PUT', '/storage/v1/object/b/a', { to: 'replace', bucket: 'b', name: 'a' }],
    ['GET', '/storage/v1/object/b/a', { to: 'download', bucket: 'b', name: 'a' }],
    ['HEAD', '/storage/v1/object/authenticated/b/a', { to: 'download', bucket: 'b', name: 'a' }],
    ['GET', '/storage/v1/object/info/b/a', { to: 'info', bucket: 'b', name: 'a' }],
    ['POST', '/storage/v1/object/sign/b', { to: 'sign-many', bucket: 'b' }],
    ['POST', '/storage/v1/object/sign/b/x/y', { to: 'sign', bucket: 'b', name: 'x/y' }],
    ['GET', '/storage/v1/object/sign/b/x/y', { to: 'signed', bucket: 'b', name: 'x/y' }],
    ['DELETE', '/storage/v1/object/b', { to: 'remove', bucket: 'b' }],
    ['POST', '/storage/v1/object/list/b', { to: 'list', bucket: 'b' }],
    ['POST', '/storage/v1/object/move', { to: 'move' }],
    ['POST', '/storage/v1/upload/resumable', { to: 'resumable', id: null }],
    [
      'PATCH',
      '/storage/v1/upload/resumable/0123456789abcdef0123456789abcdef',
      { to: 'resumable', id: '0123456789abcdef0123456789abcdef' },
    ],
    [
      'HEAD',
      '/storage/v1/upload/resumable/0123456789abcdef0123456789abcdef',
      { to: 'resumable', id: '0123456789abcdef0123456789abcdef' },
    ],
    ['GET', '/storage/v1/%6fbject/b%2fx/ñ%C3%B1%20.%2Fy', { to: 'download', bucket: 'b', name: 'x/ññ ./y' }],
    ['GET', '/storage/v1/bucket', { to: 'buckets' }],
    ['GET', '/storage/v1/bucket/b', { to: 'bucket', bucket: 'b' }],
  ])('%s %s', async (method, path, route) => expect(await routeOf(method, path)).toEqual(route))

  it.each([
    ['GET', '/storage/v1/object/public/b/a', 404],
    ['GET', '/storage/v1/object/info/public/b/a', 404],
    ['POST', '/storage/v1/bucket', 400],
    ['DELETE', '/storage/v1/bucket/b', 400],
    ['GET', '/storage/v1/upload/resumable', 404],
    ['PATCH', '/storage/v1/upload/resumable', 404],
    ['PATCH', '/storage/v1/upload/resumable/..%2f0123456789abcdef0123456789abcdef', 404],
    ['PATCH', '/storage/v1/upload/resumable/0123456789ABCDEF0123456789ABCDEF', 404],
    ['PATCH', '/storage/v1/upload/resumable/0123456789abcdef0123456789abcdef.json', 404],
    ['PATCH', '/storage/v1/upload/resumable/0123456789abcdef0123456789abcdef/x', 404],
    ['POST', '/storage/v1/upload/resumable/0123456789abcdef0123456789abcdef', 404],
    ['POST', '/storage/v1/upload/resumable/sign', 404],
    ['POST', '/storage/v1/upload/sign', 400],
    ['POST', '/storage/v1/object/upload/sign/b/a', 400],
    ['GET', '/storage/v1/render/image/authenticated/b/a', 400],
    ['GET', '/storage/v1/object/b/x%2f..%2f..%2fetc', 400],
    ['GET', '/storage/v1/object/b/a%5C..%5Cb', 400],
    ['GET', '/storage/v1/object/b/%', 400],
    ['GET', '/storage/v1/%', 400],
    ['GET', '/storage/v1/object/b/a%2541', 400],
    ['HEAD', '/storage/v1/bucket', 400],
    ['GET', '/storage/v1/upload/resumable/0123456789abcdef0123456789abcdef', 404],
    ['GET', '/storage/v1/object', 404],
    ['POST', '/storage/v1/object/sign', 404],
    ['DELETE', '/storage/v1/object/list', 404],
    ['GET', '/storage/v1/object/b/', 400],
    ['GET', '/storage/v1/object/b', 400],
    ['GET', '/storage/v1/object/.removed/a', 404],
    ['GET', '/storage/v1/object/..%2fb/a', 404],
    ['PATCH', '/storage/v1/object/b/a', 404],
    ['GET', '/storage/v1/', 400],
  ])('%s %s is refused with %i', async (method, path, status) => {
    expect(await routeOf(method, path)).toBe(status)
  })
})
