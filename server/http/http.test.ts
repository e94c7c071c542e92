import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { DatabaseError } from '#server/base/errors.ts'
import { readConfig } from '#server/config.ts'
import type { Service } from '#server/identity.ts'
import { until } from '#tests/until.ts'
import { createAddressOf } from './address.ts'
import { createApp } from './app.ts'
import { readWhole } from './body.ts'
import { fixClientAddress } from './client-address.ts'
import { type LogEntry, loggablePath } from './log.ts'
import { type HttpServer, listen } from './server.ts'

let server: HttpServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const echo: Service = async (request) =>
  Response.json({ body: await request.text(), client: request.headers.get('x-forwarded-for') })

/**
 * What becomes of a body without an end, and how much of it was asked for. Without a socket: a server that answers before the
 * end closes soon, and whoever goes on sending may not read the answer any more.
 */
async function readEndless(holdsKey: boolean) {
  let sent = 0
  const body = new ReadableStream({
    pull: (controller) => {
      sent += 1024
      controller.enqueue(new Uint8Array(1024))
    },
  })
  const endless: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  const rules = { holdsKey, takeTurn: async () => () => {} }
  const { refusal } = await readWhole(new Request('http://x/', endless), rules)
  return { refusal, sent }
}

async function serve(
  given: {
    backend?: Service
    site?: Service
    env?: Record<string, string>
    log?: LogEntry[]
    holdsKey?: boolean
  } = {},
) {
  const config = readConfig({ PORT: '0', ...given.env }, '/tmp')
  server = await listen(config)
  const app = createApp({
    config,
    addressOf: createAddressOf(config, `http://127.0.0.1:${server.port}`),
    development: false,
    supabase: { supabaseUrl: undefined, supabaseAnonKey: 'anon' },
    clinic: async () => sampleClinic,
    backend: given.backend ?? echo,
    holdsKey: async () => given.holdsKey ?? true,
    site: given.site ?? (async () => new Response('page')),
    checkHealth: async () => {},
    log: (entry) => given.log?.push(entry),
  })
  server.serve({ service: app })
  return `http://127.0.0.1:${server.port}`
}

describe('the HTTP server', () => {
  it('tells its own address and the public key', async () => {
    const url = await serve()
    expect(await (await fetch(`${url}/config.json`)).json()).toEqual({
      supabaseUrl: url,
      supabaseAnonKey: 'anon',
    })
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
  })

  it('tells PUBLIC_URL where it is set', async () => {
    const url = await serve({ env: { PUBLIC_URL: 'https://clinica.mx' } })
    const answer = await fetch(`${url}/config.json`)
    expect(await answer.json()).toMatchObject({ supabaseUrl: 'https://clinica.mx' })
    expect(await (await fetch(`${url}/clinic.json`)).json()).toMatchObject({
      publicUrl: 'https://clinica.mx',
    })
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  it('tells the portal of the clinic, which texts are the sample’s, and not what only the landing shows', async () => {
    const clinic = await (await fetch(`${await serve()}/clinic.json`)).json()
    expect(clinic).toMatchObject({ phone: sampleClinic.phone, samples: expect.arrayContaining(['visit']) })
    for (const name of ['map', 'people', 'machine', 'visit', 'questions', 'dentists'])
      expect(clinic).not.toHaveProperty(name)
  })

  it('believes the scheme and the strict transport of a proxy only where one is trusted', async () => {
    const forwarded = { headers: { 'x-forwarded-proto': 'https' } }
    const plain = await fetch(`${await serve()}/`, forwarded)
    expect(plain.headers.get('strict-transport-security')).toBeNull()
    await server?.close()
    const secure = await fetch(`${await serve({ env: { TRUST_PROXY: '1' } })}/`, forwarded)
    expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(secure.headers.get('content-security-policy')).toContain('wss://127.0.0.1')
  })

  it('answers 503 before the product is ready', async () => {
    server = await listen(readConfig({ PORT: '0' }, '/tmp'))
    const answer = await fetch(`http://127.0.0.1:${server.port}/healthz`)
    expect(answer.status).toBe(503)
  })

  it('guards every page', async () => {
    const { headers } = await fetch(await serve())
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).toContain(
      "style-src 'self'; style-src-elem 'self' 'unsafe-inline'; style-src-attr 'none';",
    )
    expect(policy).toMatch(/require-trusted-types-for 'script'$/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${server?.port};`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([
    ['text/css; charset=utf-8', false],
    ['text/javascript; charset=utf-8', false],
    ['font/woff2', false],
    ['image/avif', false],
    ['image/svg+xml', true],
    ['text/html; charset=utf-8', true],
    ['application/json', true],
  ])('sends %s with the policies of a page: %s', async (type, guarded) => {
    const url = await serve({ site: async () => new Response('x', { headers: { 'content-type': type } }) })
    const { headers } = await fetch(url)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('content-security-policy')).toBe(guarded)
    expect(headers.has('x-frame-options')).toBe(guarded)
  })

  it("keeps the backend's answers out of caches, frames and other origins", async () => {
    const backend: Service = async () =>
      new Response('<script>alert(1)</script>', {
        headers: {
          'content-type': 'text/html',
          'cache-control': 'public, max-age=3600',
          'access-control-allow-origin': '*',
        },
      })
    const url = await serve({ backend })
    const { headers } = await fetch(`${url}/storage/v1/object/study_files/x`, {
      headers: { origin: 'https://evil.mx' },
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('takes 1 MB of JSON and refuses more, announced or not', async () => {
    const url = `${await serve()}/rest/v1/citas`
    const fits = await fetch(url, { method: 'POST', body: 'x'.repeat(1024 * 1024) })
    expect((await fits.json()).body).toHaveLength(1024 * 1024)
    const announced = await fetch(url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })
    expect(announced.status).toBe(413)
    const { refusal, sent } = await readEndless(true)
    expect([refusal?.status, sent < 1_500_000]).toEqual([413, true])
    expect(await refusal?.text()).toContain('1 MB')
  })

  it('does not wait for a body that never comes', async () => {
    const stalled = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) })
    const slow: RequestInit & { duplex: 'half' } = { method: 'POST', body: stalled, duplex: 'half' }
    const rules = { holdsKey: true, takeTurn: async () => () => {}, patience: 20 }
    const { refusal } = await readWhole(new Request('http://x/', slow), rules)
    expect([refusal?.status, refusal?.headers.get('connection')]).toEqual([408, 'close'])
  })

  it('accepts 8 KB of a request without a key', async () => {
    const url = `${await serve({ holdsKey: false })}/rest/v1/citas`
    const fits = await fetch(url, { method: 'POST', body: 'x'.repeat(8 * 1024) })
    expect((await fits.json()).body).toHaveLength(8 * 1024)
    const announced = await fetch(url, { method: 'POST', body: 'x'.repeat(8 * 1024 + 1) })
    const { refusal, sent } = await readEndless(false)
    expect([announced.status, refusal?.status, sent < 20_000]).toEqual([401, 401, true])
  })

  it('reads a large body when it is its turn, and a small one at once', async () => {
    let turns = 0
    let ended = 0
    const takeTurn = async () => {
      turns += 1
      return () => {
        ended += 1
      }
    }
    const read = (size: number) =>
      readWhole(new Request('http://x/', { method: 'POST', body: 'x'.repeat(size) }), {
        holdsKey: true,
        takeTurn,
      })
    const small = await read(64 * 1024)
    expect([turns, (await small.request?.text())?.length]).toEqual([0, 64 * 1024])
    const large = await read(64 * 1024 + 1)
    expect([turns, ended, (await large.request?.text())?.length]).toEqual([1, 0, 64 * 1024 + 1])
    large.end()
    expect(ended).toBe(1)
  })

  it('a seventeenth large body of one network waits until one of them was answered', async () => {
    const waiting: (() => void)[] = []
    const backend: Service = async (request) => {
      await request.text()
      await new Promise<void>((resolve) => waiting.push(resolve))
      return new Response()
    }
    const url = `${await serve({ backend })}/rest/v1/citas`
    const body = 'x'.repeat(100_000)
    const answers = Array.from({ length: 17 }, () => fetch(url, { method: 'POST', body }))
    await expect.poll(() => waiting.length).toBe(16)
    await fetch(`${url.replace('/rest/v1/citas', '')}/healthz`)
    expect(waiting).toHaveLength(16)
    waiting[0]?.()
    await expect.poll(() => waiting.length).toBe(17)
    for (const answer of waiting) answer()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(17).fill(200))
  })

  it.each(['/rest/v1/x', '/storage/v1/object/study_files/x'])(
    'unpacks nothing that is sent to %s',
    async (path) => {
      let asked = false
      const backend: Service = async () => {
        asked = true
        return new Response()
      }
      const url = await serve({ backend })
      const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: gzipSync('{}') })
      expect([answer.status, asked]).toEqual([415, false])
      expect((await answer.json()).message).toContain('sin comprimir')
    },
  )

  it('hangs up on headers that never end', async () => {
    server = await listen(readConfig({ PORT: '0' }, '/tmp'), {
      headersMs: 50,
      checkEveryMs: 20,
      ofNetwork: 10,
    })
    const socket = connect(server.port, '127.0.0.1')
    socket.setEncoding('utf8').write('GET / HTTP/1.1\r\nHost: x\r\nX-a: ')
    let said = ''
    socket.on('data', (text) => {
      said += text
    })
    await once(socket, 'close')
    expect(said).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  })

  it('refuses a network that leaves its responses unread', async () => {
    server = await listen(readConfig({ PORT: '0' }, '/tmp'), { unsentOfNetwork: 1024 * 1024 })
    const large = 'x'.repeat(16 * 1024 * 1024)
    server.serve({
      service: async (request) => new Response(request.url.endsWith('/large') ? large : 'small'),
    })
    const url = `http://127.0.0.1:${server.port}`
    const asked = async () => (await fetch(`${url}/small`)).status
    expect(await asked()).toBe(200)
    const unread = connect(server.port, '127.0.0.1')
    unread.on('error', () => {})
    unread.pause()
    unread.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(asked).toBe(503)
    unread.destroy()
    await expect.poll(asked).toBe(200)
  })

  it('holds only so many connections of one network, unless it is a proxy’s', async () => {
    const limits = { headersMs: 5000, checkEveryMs: 1000, ofNetwork: 3 }
    const open = async (port: number) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      return socket
    }
    server = await listen(readConfig({ PORT: '0' }, '/tmp'), limits)
    const held = [await open(server.port), await open(server.port), await open(server.port)]
    await once(await open(server.port), 'close')
    held[0]?.destroy()
    await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${server?.port}/`, { headers: { connection: 'close' } })
      expect(answer.status).toBe(503)
    })
    for (const socket of held) socket.destroy()
    await server.close()

    server = await listen(readConfig({ PORT: '0', TRUST_PROXY: '1' }, '/tmp'), limits)
    const { port } = server
    const many = await Promise.all(Array.from({ length: 10 }, () => open(port)))
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
    expect(answer.status).toBe(503)
    for (const socket of many) socket.destroy()
  })

  it('streams uploads of any size to storage', async () => {
    let size = 0
    const backend: Service = async (request) => {
      for await (const chunk of request.body ?? []) size += chunk.byteLength
      return Response.json({})
    }
    const url = await serve({ backend })
    await fetch(`${url}/storage/v1/object/study_files/x`, { method: 'POST', body: new Uint8Array(3_000_000) })
    expect(size).toBe(3_000_000)
  })

  it('gives services the real address of the client', async () => {
    const url = await serve()
    const forged = { headers: { 'x-forwarded-for': '6.6.6.6' } }
    expect(await (await fetch(`${url}/rest/v1/x`, forged)).json()).toMatchObject({ client: '127.0.0.1' })
  })

  it('logs what happened and nothing about the person', async () => {
    const log: LogEntry[] = []
    const url = await serve({ log })
    await fetch(`${url}/storage/v1/object/sign/study_files/6a1f/mariana-lopez?token=secret`)
    await fetch(`${url}/invoice/IDX-12345678?from=mariana@clinica.test`)
    expect(log.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['GET', '/storage/v1/object/sign/study_files/*/*', 200],
      ['GET', '/invoice/*', 200],
    ])
  })

  it('answers 503 while the database is away and 500 without details for a bug', async () => {
    let error: Error = new DatabaseError({ message: 'gone', code: '08006' })
    const backend: Service = async () => {
      throw error
    }
    const url = await serve({ backend })
    const away = await fetch(`${url}/rest/v1/x`)
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
    error = new Error('about Mariana López')
    const bug = await fetch(`${url}/rest/v1/x`)
    expect([bug.status, await bug.text()]).toEqual([500, '{"message":"Error interno"}'])
  })

  it('says what to do when its port is taken', async () => {
    await serve()
    await expect(listen(readConfig({ PORT: String(server?.port) }, '/tmp'))).rejects.toThrow(
      'elige otro puerto con PORT',
    )
    await expect(listen(readConfig({ HOST: '192.0.2.1', PORT: '0' }, '/tmp'))).rejects.toThrow('HOST')
  })

  it('finishes the requests under way before it closes', async () => {
    let finish = () => {}
    const finishing = new Promise<void>((resolve) => {
      finish = resolve
    })
    let asked = () => {}
    const asking = new Promise<void>((resolve) => {
      asked = resolve
    })
    const backend: Service = async () => {
      asked()
      await finishing
      return new Response('done')
    }
    const url = await serve({ backend })
    const answer = fetch(`${url}/rest/v1/x`)
    await asking
    const closing = server?.close()
    finish()
    expect(await (await answer).text()).toBe('done')
    await closing
    await expect(fetch(url)).rejects.toThrow()
  })

  it('closes upgrades that no service takes', async () => {
    await serve()
    const socket = connect(server?.port ?? 0, '127.0.0.1')
    socket.write('GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    await new Promise((resolve) => socket.once('close', resolve))
  })
})

describe("the client's address", () => {
  function fixed(trustProxy: boolean, ...claims: string[]) {
    const request = new IncomingMessage(new Socket())
    Object.defineProperty(request.socket, 'remoteAddress', { value: '10.0.0.1' })
    request.rawHeaders = ['Host', 'x', ...claims.flatMap((claim) => ['X-Forwarded-For', claim])]
    if (claims.length > 0) request.headers['x-forwarded-for'] = claims.join(', ')
    fixClientAddress(request, trustProxy)
    return request.rawHeaders
  }

  it('is the other end of the connection, whatever the client claims', () => {
    expect(fixed(false)).toEqual(['Host', 'x', 'x-forwarded-for', '10.0.0.1'])
    expect(fixed(false, '6.6.6.6')).toEqual(['Host', 'x', 'x-forwarded-for', '10.0.0.1'])
  })

  it('is what a trusted proxy added last', () => {
    expect(fixed(true, '6.6.6.6, 201.1.2.3')).toEqual(['Host', 'x', 'x-forwarded-for', '201.1.2.3'])
    expect(fixed(true, '6.6.6.6', '201.1.2.3')).toEqual(['Host', 'x', 'x-forwarded-for', '201.1.2.3'])
    expect(fixed(true)).toEqual(['Host', 'x', 'x-forwarded-for', '10.0.0.1'])
  })

  it.each([
    ['6.6.6.6, 201.1.2.3:5060', '201.1.2.3'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:201.1.2.3', '201.1.2.3'],
    ['201.1.2.3, ', '10.0.0.1'],
    ['unknown', '10.0.0.1'],
    [`'; drop table citas`, '10.0.0.1'],
  ])('of %j is %s', (claimed, address) => {
    expect(fixed(true, claimed).at(-1)).toBe(address)
  })
})

describe('a path in the log', () => {
  it.each([
    ['/', '/'],
    ['/rest/v1/citas', '/rest/v1/citas'],
    ['/rest/v1/rpc/get_doctor_patients', '/rest/v1/rpc/get_doctor_patients'],
    ['/auth/v1/admin/users/0b5c2a1e-0000-4000-8000-000000000000', '/auth/v1/admin/users/*'],
    ['/admin-control-panel-0123abcd/users', '/*'],
    ['/mariana-lopez', '/*'],
    [`/recibo/${'a1'.repeat(16)}`, '/recibo/*'],
    [`/informe/${'a1'.repeat(16)}`, '/informe/*'],
    ['/compartido/a1B2c3D4e5F6g7H8i9J0k-', '/compartido/*'],
    ['/dashboard/patients/0b5c', '/dashboard/*'],
  ])('%s is %s', (path, kept) => {
    expect(loggablePath(path)).toBe(kept)
  })
})
