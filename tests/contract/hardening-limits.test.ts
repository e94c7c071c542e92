import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Service } from '#server/identity.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { addAccount, keys, url } from './accounts.ts'

const work = vi.hoisted(() => ({ hashes: [] as string[] }))
vi.mock('@node-rs/bcrypt', async (original) => {
  const bcrypt = await original<typeof import('@node-rs/bcrypt')>()
  return {
    ...bcrypt,
    verify: (password: string, hash: string) => {
      // Algorithm and cost: what decides how long it takes.
      work.hashes.push(hash.slice(0, 7))
      return bcrypt.verify(password, hash)
    },
  }
})

const password = 'Clave-de-prueba-7'
const ownKeys = { JWT_SECRET: keys.jwtSecret, ANON_KEY: keys.anonKey, SERVICE_ROLE_KEY: keys.serviceRoleKey }

/** Requests to a running product from an address; a trusted proxy puts it into the header. */
function caller(product: TestProduct) {
  return async (path: string, from: string, body: unknown, token: string = keys.anonKey) =>
    fetch(`${product.url}${path}`, {
      method: 'POST',
      headers: {
        apikey: keys.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': from,
      },
      body: JSON.stringify(body),
    })
}

const serviceOf =
  (product: TestProduct): Service =>
  async (request) =>
    fetch(request.url.replace(url, product.url), {
      method: request.method,
      headers: request.headers,
      ...(request.body && { body: await request.arrayBuffer() }),
    })

const request = {
  patient_name: 'Visitante',
  patient_email: 'visitante@fuera.test',
  patient_phone: '5551234567',
  study_type: 'Escaneo Intraoral',
}

async function refusedFor(response: Response): Promise<number> {
  expect(response.status).toBe(429)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const wait = response.headers.get('retry-after') ?? ''
  expect(wait).toMatch(/^[1-9]\d*$/)
  await response.body?.cancel()
  return Number(wait)
}

describe.each(engines())('limits over HTTP on $name', (engine) => {
  let product: TestProduct
  let post: ReturnType<typeof caller>
  let token = ''
  let count = 0

  const signIn = (email: string, from: string, word = 'no-es-la-clave') =>
    post('/auth/v1/token?grant_type=password', from, { email, password: word })
  /** How many calls passed before the first 429, and how long that one asks to wait. */
  const until429 = async (call: (index: number) => Promise<Response>, most = 300) => {
    for (let passed = 0; passed < most; passed++) {
      const response = await call(passed)
      if (response.status === 429) return { passed, wait: await refusedFor(response) }
      expect(response.status).toBeLessThan(500)
      await response.body?.cancel()
    }
    throw new Error(`${most} calls were let through`)
  }
  const newAccount = async () => {
    count += 1
    const email = `cuenta${count}@clinica.test`
    await addAccount(product.database, serviceOf(product), { email, password })
    return email
  }

  beforeAll(async () => {
    product = await startTestProduct({ engine, env: { ...ownKeys, TRUST_PROXY: '1' } })
    post = caller(product)
    const session = await (await signIn(await newAccount(), '192.0.2.250', password)).json()
    token = session.access_token
  })
  afterAll(() => product?.stop())

  it('stop the twentieth bad sign-in from one address, whatever it claims in front of the proxy', async () => {
    const { passed, wait } = await until429((index) =>
      signIn(`nadie${index}@x.test`, `6.6.6.${index}, 192.0.2.1`),
    )
    expect(passed).toBe(19)
    expect(wait).toBeLessThanOrEqual(300)
    expect((await signIn('nadie@x.test', '192.0.2.2')).status).toBe(400)
  })

  it('count the addresses of one IPv6 network as one', async () => {
    const { passed } = await until429((index) =>
      signIn(`vecino${index}@x.test`, `2001:db8:1:2::${index + 1}`),
    )
    expect(passed).toBe(19)
    expect((await signIn('vecino@x.test', '2001:db8:1:3::1')).status).toBe(400)
  })

  it('stop bad sign-ins to one account from many addresses, and not the person where they always sign in', async () => {
    const email = await newAccount()
    expect((await signIn(email, '198.51.100.1', password)).status).toBe(200)
    const { passed } = await until429((index) => signIn(email, `203.0.113.${index}`))
    expect(passed).toBe(10)
    expect((await signIn(email, '203.0.113.200', password)).status).toBe(429)
    expect((await signIn(email, '198.51.100.1', password)).status).toBe(200)
  })

  it('say and do the same for accounts that exist and that do not', async () => {
    const known = await newAccount()
    const ask = async (email: string, from: string, word?: string) => {
      work.hashes.length = 0
      const response = await signIn(email, from, word)
      const names = [...response.headers.keys()].sort()
      return [response.status, await response.json(), names, [...work.hashes]]
    }
    const wrong = await ask(known, '192.0.2.10')
    expect(wrong).toEqual([400, expect.anything(), expect.anything(), ['$2b$10$']])
    expect(await ask('nadie@x.test', '192.0.2.10')).toEqual(wrong)
    expect(await ask('nadie@x.test', '192.0.2.10', 'x'.repeat(500))).toEqual(wrong)
    expect(await ask(known, '192.0.2.10', 'x'.repeat(500))).toEqual(wrong)
    await product.database.query(
      `update private.account_state set closed_at = now()
       where user_id = (select id from public.profiles where email = $1)`,
      [known],
    )
    expect(await ask(known, '192.0.2.10')).toEqual(wrong)
    const tries = async (email: string) => until429((index) => signIn(email, `198.51.100.${index + 20}`))
    expect((await tries('otra-nadie@x.test')).passed).toBe((await tries(await newAccount())).passed)
  })

  it('let sixty requests of the public form through from one address, and say when more may come', async () => {
    const send = (from: string) => post('/rest/v1/study_requests', from, request)
    const { passed, wait } = await until429(() => send('192.0.2.20'))
    expect(passed).toBe(60)
    expect(wait).toBeLessThanOrEqual(600)
    const refused = await send('192.0.2.20')
    expect(await refused.json()).toEqual({
      code: 'PT429',
      message: 'Demasiados intentos seguidos. Espera unos minutos y vuelve a intentarlo.',
      details: null,
      hint: null,
    })
    expect((await send('192.0.2.21')).status).toBe(201)
  })

  it.each([
    ['is_admin_suffix', { suffix: 'x' }, 60],
    ['suggest_referring_doctors', { term: 'zz' }, 240],
    ['invoice_exists', { number: 'IDX-00000001' }, 30],
    ['verify_receipt', { token: 'x' }, 60],
  ])('let %s be asked so often a minute', async (name, body, limit) => {
    const { passed, wait } = await until429(() => post(`/rest/v1/rpc/${name}`, '192.0.2.30', body, token))
    expect(passed).toBe(limit)
    expect(wait).toBeLessThanOrEqual(60)
  })

  it('let a folio be guessed at five times, which is told by the database, and a link be opened 40, by a function', async () => {
    const folio = { folio: '987654', code: 'ZZZZZZZZ' }
    const tracked = await until429(() => post('/rest/v1/rpc/track_request', '192.0.2.31', folio))
    const opened = await until429((index) =>
      post('/functions/v1/open-shared-study', '192.0.2.32', { token: `t${index}`, pin: '000000' }),
    )
    expect([tracked.passed, opened.passed]).toEqual([5, 40])
    expect(tracked.wait).toBeGreaterThan(800)
    expect(opened.wait).toBeGreaterThan(500)
  })

  it('let twenty messages an hour be asked for from one address, and five for one e-mail', async () => {
    const ask = (email: string, from: string) => post('/auth/v1/recover', from, { email })
    const byAddress = await until429((index) => ask(`nadie${index}@x.test`, '192.0.2.40'))
    const byMail = await until429((index) => ask('nadie@x.test', `198.51.100.${index}`))
    expect([byAddress.passed, byMail.passed]).toEqual([20, 5])
    expect(byAddress.wait).toBeLessThanOrEqual(3600)
  })

  it('let thirty one-time tokens be tried from one address', async () => {
    const { passed } = await until429(() =>
      post('/auth/v1/verify', '192.0.2.50', { type: 'recovery', token_hash: 'adivinado' }),
    )
    expect(passed).toBe(30)
  })

  it('let a code be asked for five times and a second factor be begun, challenged and tried so often', async () => {
    const from = '192.0.2.60'
    expect((await until429(() => post('/auth/v1/reauthenticate', from, {}, token))).passed).toBe(5)
    const enrolled = await (await post('/auth/v1/factors', from, { factor_type: 'totp' }, token)).json()
    const challenge = () => post(`/auth/v1/factors/${enrolled.id}/challenge`, from, {}, token)
    const { id } = await (await challenge()).json()
    const verify = () =>
      post(`/auth/v1/factors/${enrolled.id}/verify`, from, { challenge_id: id, code: 'x' }, token)
    expect((await until429(verify)).passed).toBe(5)
    expect((await until429(challenge)).passed).toBe(99)
  })
})

it('without a proxy no header makes a new address', async () => {
  const product = await startTestProduct({ engine: { name: 'PGlite', kind: 'pglite' }, env: ownKeys })
  try {
    const post = caller(product)
    const statuses: number[] = []
    for (let i = 0; i < 20; i++) {
      const body = { email: `nadie${i}@x.test`, password }
      statuses.push((await post('/auth/v1/token?grant_type=password', `203.0.113.${i}`, body)).status)
    }
    expect(statuses).toEqual([...Array<number>(19).fill(400), 429])
    for (let i = 0; i < 60; i++) await post('/rest/v1/study_requests', `203.0.113.${i}`, request)
    expect((await post('/rest/v1/study_requests', '203.0.113.99', request)).status).toBe(429)
    const { rows } = await product.database.query('select client, hits from private.rate_limits')
    expect(rows).toEqual([{ client: '127.0.0.1', hits: 60 }])
  } finally {
    await product.stop()
  }
})
