import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LogEntry } from '#server/http/log.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { until } from '#tests/until.ts'

// Raw requests to the port, from anybody. The engine does not matter here, so one is enough.
let product: TestProduct
const log: LogEntry[] = []
const written: unknown[][] = []

beforeAll(async () => {
  for (const name of ['error', 'warn', 'log'] as const)
    vi.spyOn(console, name).mockImplementation((...words) => void written.push(words))
  product = await startTestProduct({
    engine: { name: 'PGlite', kind: 'pglite' },
    log: (entry) => log.push(entry),
  })
})
afterAll(async () => {
  await product?.stop()
  vi.restoreAllMocks()
})

/** Sends raw bytes and returns the answer until the server hangs up. */
function send(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(product.url).port), '127.0.0.1')
    let said = ''
    socket.setEncoding('latin1').on('data', (part) => {
      said += part
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(said))
    socket.write(Buffer.from(text, 'latin1'))
  })
}
const statusOf = (said: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0)
const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`
const post = (path: string, headers: string, body = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n${body}`
const keyed = (more = '') => `apikey: ${product.keys.anonKey}\r\n${more}`

const inside = /node_modules|\.ts:\d|\bat \S+ \(|SELECT|select |postgres|pglite|\/work\/|\/home\//i

describe('a request that is none', () => {
  it.each<[string, () => string]>([
    ['another protocol', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown method', () => 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no host', () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a host that is none', () => 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['a host with a path', () => 'GET /config.json HTTP/1.1\r\nHost: a.mx/x?\r\nConnection: close\r\n\r\n'],
    [
      'a host with a name before it',
      () => 'GET /config.json HTTP/1.1\r\nHost: u@a.mx\r\nConnection: close\r\n\r\n',
    ],
    ['no path', () => 'GET x HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an asterisk', () => 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['two lengths', () => post('/rest/v1/x', 'Content-Length: 1\r\nContent-Length: 2\r\n', 'ab')],
    [
      'a length and chunks',
      () => post('/rest/v1/x', 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\nG'),
    ],
    [
      'chunks before another coding',
      () => post('/rest/v1/x', 'Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\nG'),
    ],
    ['a negative length', () => post('/rest/v1/x', 'Content-Length: -1\r\n', 'ab')],
    ['a length that is no number', () => post('/rest/v1/x', 'Content-Length: 1a\r\n', 'ab')],
    ['a chunk without a size', () => post('/rest/v1/x', 'Transfer-Encoding: chunked\r\n', 'zz\r\n')],
    ['a header over two lines', () => get('/', 'X: a\r\n b\r\n')],
    ['a header with a space in its name', () => get('/', 'X Y: a\r\n')],
    ['a NUL in a header', () => get('/', 'X: a\x00b\r\n')],
    ['a header of 40 KB', () => get('/', `X: ${'a'.repeat(40_000)}\r\n`)],
    [
      'three thousand headers',
      () => get('/', Array.from({ length: 3000 }, (_, i) => `a${i}: 1\r\n`).join('')),
    ],
    ['an address of 40 KB', () => get(`/${'a'.repeat(40_000)}`)],
    ['an expectation', () => post('/rest/v1/x', 'Expect: nonsense\r\nContent-Length: 2\r\n', '{}')],
  ])('%s is refused and told nothing', async (_what, text) => {
    const said = await send(text())
    expect(statusOf(said)).toBeGreaterThanOrEqual(400)
    expect(statusOf(said)).toBeLessThan(500)
    expect(said).not.toMatch(inside)
  })

  it.each([
    'CONNECT malo.mx:443 HTTP/1.1\r\nHost: malo.mx:443\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ])('%j is hung up on', async (text) => {
    expect(await send(text)).toBe('')
  })

  it.each([
    ['TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Secret: verde\r\n\r\n', 405],
    ['TRACE /rest/v1/services HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Secret: verde\r\n\r\n', 401],
    ['PROPFIND / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
  ])('%j is answered as what it is', async (text, status) => {
    const said = await send(text)
    expect(statusOf(said)).toBe(status)
    expect(said).not.toContain('verde')
  })

  it('leaves the next person served', async () => {
    await Promise.all(Array.from({ length: 200 }, () => send('\x00\xff GET')))
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
  })

  it('cannot hide a second one in its body', async () => {
    const smuggled = get('/config.json')
    const said = await send(
      `POST /rest/v1/services HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\nConnection: close\r\n\r\n${smuggled}`,
    )
    expect(said.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 401'])
  })
})

describe('an address that climbs', () => {
  const climbs = [
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%252e%252e%252fpackage.json',
    '/..%5c..%5cpackage.json',
    '/assets/..%2f..%2f..%2fkeys.json',
    '/assets/%2e%2e/keys.json',
    '/%00',
    '/assets%00.js',
    '/%ff%fe',
    '/%zz',
    '//etc/passwd',
    '/assets//../../keys.json',
    '/.git/config',
    '/keys.json',
    '/clinic.json/..%2fkeys.json',
    '/node_modules/hono/package.json',
  ]
  it.each(climbs)('%s finds the 404 page', async (path) => {
    const said = await send(get(path))
    expect(statusOf(said)).toBe(404)
    expect(said).toContain('No Encontrada')
    expect(said).not.toMatch(/jwtSecret|"dependencies"|root:|\[core\]/)
  })

  it.each([
    '/storage/v1/object/study_files/..%2f..%2fkeys.json',
    '/storage/v1/object/study_files/../../../keys.json',
    '/storage/v1/object/study_files/%2e%2e/%2e%2e/keys.json',
    '/storage/v1/object/study_files/%252e%252e%252fkeys.json',
    '/storage/v1/object/study_files/..%5ckeys.json',
    '/storage/v1/object/study_files/a%00.zip',
    '/storage/v1/object/study_files/%2fetc%2fpasswd',
    '/storage/v1/object/study_files/a//b',
    '/storage/v1/object/..%2f.removed/x',
    '/storage/v1/object/.incoming/x',
    '/storage/v1/object/study_files/%ff',
    '/storage/v1/object/study_files/%zz',
    '/storage/v1/object/sign/study_files/..%2fkeys.json?token=x',
  ])('%s finds no file', async (path) => {
    const service = `Authorization: Bearer ${product.keys.serviceRoleKey}\r\n`
    for (const method of ['GET', 'POST', 'DELETE']) {
      const said = await send(
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${service}Content-Length: 0\r\nConnection: close\r\n\r\n`,
      )
      expect([400, 404, 405]).toContain(statusOf(said))
      expect(said).not.toMatch(/jwtSecret|root:/)
    }
  })

  it.each([
    '/rest/v1/..%2fauth',
    '/rest/v1/%zz',
    '/rest/v1/%00',
    '/auth/v1/..%2fadmin',
    '/functions/v1/..%2fx',
  ])('%s names nothing of the backend', async (path) => {
    const said = await send(get(path, keyed()))
    expect([400, 404]).toContain(statusOf(said))
    expect(said).not.toMatch(inside)
  })
})

describe('a body', () => {
  it.each([
    '/rest/v1/study_requests',
    '/auth/v1/token?grant_type=password',
    '/functions/v1/accept-study-request',
  ])('for %s ends at 1 MB, in pieces without a length as well', async (path) => {
    const piece = `${(64 * 1024).toString(16)}\r\n${'a'.repeat(64 * 1024)}\r\n`
    const announced = await send(post(path, keyed(`Content-Length: ${2 * 1024 * 1024}\r\n`), 'a'))
    const pieces = await send(post(path, keyed('Transfer-Encoding: chunked\r\n'), piece.repeat(20)))
    expect([statusOf(announced), statusOf(pieces)]).toEqual([413, 413])
  })

  it('of the pages is not looked at', async () => {
    const said = await send(post('/', 'Content-Length: 100000000\r\nConnection: close\r\n', 'a'))
    expect(statusOf(said)).toBe(405)
  })

  it.each(['/rest/v1/study_requests', '/storage/v1/object/list/study_files'])(
    'for %s is not unpacked',
    async (path) => {
      const headers = keyed('Content-Encoding: gzip\r\nContent-Length: 4\r\nConnection: close\r\n')
      expect(statusOf(await send(post(path, headers, '\x1f\x8b\x08\x00')))).toBe(415)
    },
  )

  it.each(['{', '[', '{"a":'.repeat(5000), '\xff\xfe', 'null', '"'])(
    'of $0 is a mistake of the sender',
    async (text) => {
      for (const path of [
        '/rest/v1/study_requests',
        '/auth/v1/token?grant_type=password',
        '/auth/v1/recover',
      ]) {
        const headers = keyed(
          `Content-Type: application/json\r\nContent-Length: ${text.length}\r\nConnection: close\r\n`,
        )
        const said = await send(post(path, headers, text))
        expect([path, statusOf(said) >= 400 && statusOf(said) < 500]).toEqual([path, true])
        expect(said).not.toMatch(inside)
      }
    },
  )
})

describe('another origin', () => {
  it.each([
    '/',
    '/config.json',
    '/rest/v1/services',
    '/auth/v1/settings',
    '/storage/v1/bucket',
    '/functions/v1/accept-study-request',
  ])('is let into nothing of %s', async (path) => {
    const foreign = {
      origin: 'https://malo.mx',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, apikey',
    }
    for (const method of ['OPTIONS', 'GET']) {
      const answer = await fetch(`${product.url}${path}`, {
        method,
        headers: { ...foreign, apikey: product.keys.anonKey },
      })
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  it('named as the host is believed nowhere, and the configuration is kept for nobody', async () => {
    const said = await send('GET /config.json HTTP/1.1\r\nHost: malo.mx\r\nConnection: close\r\n\r\n')
    expect(said.toLowerCase()).toContain('cache-control: no-store')
    for (const path of [
      '/',
      '/aviso-de-privacidad',
      '/dashboard',
      '/nada',
      '/auth/v1/settings',
      '/config.json',
      '/robots.txt',
      '/sitemap.xml',
    ]) {
      const page = await send(
        `GET ${path} HTTP/1.1\r\nHost: malo.mx\r\nX-Forwarded-Host: peor.mx\r\nForwarded: host=peor.mx\r\nX-Forwarded-Proto: https\r\n${keyed()}Connection: close\r\n\r\n`,
      )
      // Neither in the policy header nor in the text.
      expect([path, page]).toEqual([path, expect.not.stringMatching(/malo\.mx|peor\.mx/)])
      expect(page).not.toMatch(/^location:/im)
      expect(page).not.toMatch(/peor\.mx|wss:|strict-transport/i)
    }
  })
})

it('a message for a new password leads to our own address, whatever the request called us', async () => {
  const body = JSON.stringify({ email: product.admin.email })
  const said = await send(
    `POST /auth/v1/recover?redirect_to=https://malo.mx/ HTTP/1.1\r\nHost: malo.mx\r\n${keyed()}X-Forwarded-Host: malo.mx\r\nOrigin: https://malo.mx\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
  expect(statusOf(said)).toBe(200)
  const outbox = join(product.dataDir, 'outbox')
  const letter = await until(async () => {
    const [name] = await readdir(outbox)
    const text = await readFile(join(outbox, name ?? ''), 'utf8')
    expect(text).toContain('/recuperar-contrasena#token_hash')
    return text
  })
  expect(letter).toContain(new URL(product.url).host)
  expect(letter).not.toContain('malo.mx')
})

describe('every answer', () => {
  it.each(['/', '/dashboard', '/nada', '/config.json', '/clinic.json', '/healthz', '/favicon.svg'])(
    '%s is framed by nobody, guessed at by nobody and sets no cookie',
    async (path) => {
      const { headers } = await fetch(`${product.url}${path}`, { method: 'GET' })
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('strict-origin')
      expect(headers.get('permissions-policy')).toContain('microphone=()')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull()
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/(^|; )script-src 'self' 'wasm-unsafe-eval'(;|$)/)
      expect(policy).toContain("object-src 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
    },
  )

  it.each([
    '/rest/v1/services',
    '/rest/v1/nada',
    '/auth/v1/settings',
    '/auth/v1/user',
    '/storage/v1/bucket',
    '/storage/v1/object/study_files/x',
    '/functions/v1/accept-study-request',
    '/realtime/v1/x',
  ])('%s stays in no cache, shows nothing as a page and sets no cookie', async (path) => {
    const { headers } = await fetch(`${product.url}${path}`, { headers: { apikey: product.keys.anonKey } })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('set-cookie')).toBeNull()
  })
})

it('no secret, address or file name got into the log, and nothing failed', () => {
  const kept = JSON.stringify([log, written])
  expect(log.length).toBeGreaterThan(100)
  expect(log.filter(({ status }) => status >= 500)).toEqual([])
  expect(kept).not.toContain(product.keys.anonKey)
  expect(kept).not.toContain(product.keys.serviceRoleKey)
  expect(kept).not.toMatch(/token=|malo\.mx|127\.0\.0\.1|keys\.json|passwd|verde/)
})
