import { readdir, readFile, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LogEntry } from '#server/http/log.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'

// What shows only on the wire: the whole product as a clinic starts it.
describe.each(engines())('the whole product and an attacker on $name', (engine) => {
  let product: TestProduct
  const log: LogEntry[] = []
  const said: string[] = []
  beforeAll(async () => {
    for (const channel of ['log', 'error', 'warn'] as const)
      vi.spyOn(console, channel).mockImplementation((...words) => void said.push(words.join(' ')))
    product = await startTestProduct({ engine, log: (entry) => log.push(entry) })
  })
  afterAll(async () => {
    await product?.stop()
    vi.restoreAllMocks()
  })

  const secrets = () => [
    product.keys.jwtSecret,
    product.keys.serviceRoleKey,
    product.admin.password ?? 'none',
  ]

  it('the secret and the service key are in no page, script, answer or log', async () => {
    const config = await (await fetch(`${product.url}/config.json`)).json()
    expect(Object.keys(config).sort()).toEqual(['supabaseAnonKey', 'supabaseUrl'])
    const seen = new Set<string>()
    const queue = [
      '/',
      '/dashboard',
      '/config.json',
      '/clinic.json',
      '/healthz',
      '/keys.json',
      '/auth/v1/settings',
      '/auth/v1/.well-known/jwks.json',
      '/no-existe',
      '/%2e%2e/keys.json',
      '/..%2fkeys.json',
      '/assets/..%2f..%2fkeys.json',
      '/.env',
      '/package.json',
      '/server/main.ts',
      '/assets/index.js.map',
    ]
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (seen.has(path)) continue
      seen.add(path)
      const response = await fetch(product.url + path, { headers: { apikey: config.supabaseAnonKey } })
      const text = (await response.text()) + JSON.stringify([...response.headers])
      for (const secret of secrets()) expect(text.includes(secret), path).toBe(false)
      expect(text, path).not.toContain('jwtSecret')
      for (const [, found = ''] of text.matchAll(/["'(](?:\.)?(\/?assets\/[\w.-]+\.(?:js|css))["')]/g))
        queue.push(found.startsWith('/') ? found : `/${found}`)
    }
    expect([...seen].filter((path) => path.endsWith('.js')).length).toBeGreaterThan(1)
    const told = JSON.stringify(log) + said.join('\n')
    for (const secret of [...secrets(), product.keys.anonKey]) expect(told.includes(secret)).toBe(false)
  })

  it('neither another Host nor a wanted address gets into the link of a message', async () => {
    const aim = new URL(product.url)
    const hosts = [
      'evil.example',
      `${aim.host}@evil.example`,
      `evil.example:${aim.port}`,
      `${aim.hostname}.evil.example`,
    ]
    const backs = [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      `${product.url}.evil.example`,
      `${product.url}@evil.example`,
    ]
    for (const [at, host] of hosts.entries()) {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const body = JSON.stringify({ email: product.admin.email })
        const path = `/auth/v1/recover?redirect_to=${encodeURIComponent(backs[at] ?? '')}`
        const headers = {
          host,
          'x-forwarded-host': host,
          'x-forwarded-proto': 'https',
          forwarded: `host=${host}`,
          apikey: product.keys.anonKey,
          'content-type': 'application/json',
          'content-length': body.length,
        }
        request({ host: aim.hostname, port: aim.port, method: 'POST', path, headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end(body)
      })
      expect(status).toBeLessThan(500)
    }
    const outbox = join(product.dataDir, 'outbox')
    await expect.poll(async () => (await readdir(outbox)).length).toBeGreaterThanOrEqual(3)
    for (const name of await readdir(outbox)) {
      const letter = (await readFile(join(outbox, name), 'utf8'))
        .replaceAll('=\r\n', '')
        .replaceAll('=3D', '=')
      expect(letter).toContain(`${product.url}/recuperar-contrasena#`)
      expect(letter).not.toContain('evil')
    }
  })

  it('keys, letters and files are for the owner of the process alone', async () => {
    const mode = async (name: string) => ((await stat(join(product.dataDir, name))).mode & 0o777).toString(8)
    expect({
      keys: await mode('keys.json'),
      files: await mode('files'),
      outbox: await mode('outbox'),
    }).toEqual({
      keys: '600',
      files: '700',
      outbox: '700',
    })
    for (const name of await readdir(join(product.dataDir, 'outbox')))
      expect(await mode(join('outbox', name))).toBe('600')
  })

  it('five hundred requests in one breath on one connection are answered or told to come later', async () => {
    const { hostname, port } = new URL(product.url)
    const flood = connect(Number(port), hostname)
    const statuses: string[] = []
    let text = ''
    flood.on('data', (data) => {
      text += data
      const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
      statuses.push(...heads.map(([, status = '']) => status))
      // A match may be split between two pieces.
      text = text.slice(-12)
    })
    flood.on('error', () => {})
    const one = `GET /rest/v1/services?select=id HTTP/1.1\r\nhost: x\r\napikey: ${product.keys.anonKey}\r\n\r\n`
    flood.write(one.repeat(500))
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
    await expect.poll(() => statuses.length, { timeout: 50_000 }).toBeGreaterThanOrEqual(500)
    flood.destroy()
    expect([...new Set(statuses)].filter((status) => status !== '503')).toEqual(['200'])
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
  })

  it.each([
    ['a header of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`],
    [
      'a token of 20 KB',
      `GET /rest/v1/services HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${'a'.repeat(20_000)}\r\n\r\n`,
    ],
    [
      'two lengths',
      'POST /auth/v1/token HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef',
    ],
    [
      'a length and chunks',
      'POST /auth/v1/token HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
    ],
    ['a bare line feed in a header', 'GET / HTTP/1.1\nhost: x\nx: y\n\n'],
    ['a zero in a header', 'GET / HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n'],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a host that is none', 'GET /auth/v1/settings HTTP/1.1\r\nhost: a b\r\n\r\n'],
    ['an address that is none', 'GET //[ HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['an absolute address', 'GET http://evil.example/config.json HTTP/1.1\r\nhost: x\r\n\r\n'],
  ])('%s is refused or answered, never a failure', async (_name, bytes) => {
    const { hostname, port } = new URL(product.url)
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname)
      let all = ''
      socket.on('data', (data) => {
        all += data
        socket.end()
      })
      socket.on('error', () => resolve(all))
      socket.on('close', () => resolve(all))
      socket.write(bytes, 'latin1')
    })
    expect(text).not.toMatch(/^HTTP\/1\.1 5/)
    expect(text).not.toMatch(/node_modules|at async|\.ts:\d/)
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
  })
})
