import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogEntry } from '#server/http/log.ts'
import { addAccount } from '#tests/contract/accounts.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { type Person, useTestBackend } from './test-backend.ts'

const markup = '"><img src=x onerror=ran()><svg onload=ran()>'
const chosen = 'tres-mesas-azules'

describe.each(engines())('the page of a link to activate an account on $name', (engine) => {
  let product: TestProduct
  const log: LogEntry[] = []
  beforeAll(async () => {
    product = await startTestProduct({ engine, log: (entry) => log.push(entry) })
  })
  afterAll(() => product?.stop())

  /** All headers but those of the moment and of the content. */
  const headersOf = async (path: string) => {
    const { headers } = await fetch(product.url + path)
    return Object.fromEntries(
      [...headers].filter(([name]) => !/^(date|etag|content-length|keep-alive|connection)$/.test(name)),
    )
  }

  it('is as strict as that of an appointment: no referrer, no index, no store, no foreign script or frame', async () => {
    const headers = await headersOf('/activar/x')
    expect(headers).toEqual(await headersOf('/cita/x'))
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
    const policy = headers['content-security-policy'] ?? ''
    for (const rule of [
      "default-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(rule)
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
    expect(headers).not.toHaveProperty('set-cookie')
  })

  it.each([
    ['markup', markup],
    ['a template', '{{constructor}}%phone%'],
    ['a step up', '../../etc/passwd'],
    ['a line of a header', 'x\r\nset-cookie: a=b'],
    ['turned text', '\u202etxt.exe\u2028'],
    ['quotes', `' or true --`],
    ['very long', 'A'.repeat(7_000)],
  ])('an address that is %s shows nothing of it', async (_, token) => {
    const ordinary = await (await fetch(`${product.url}/activar/x`)).text()
    const before = log.length
    const answer = await fetch(`${product.url}/activar/${encodeURIComponent(token)}`)
    const text = await answer.text()
    // The same page for every token, or that there is none.
    expect(answer.status === 200 ? text : '').toBe(answer.status === 200 ? ordinary : '')
    expect([200, 404]).toContain(answer.status)
    expect(text).not.toContain(token)
    expect(answer.headers.has('set-cookie')).toBe(false)
    expect(log.slice(before).map(({ path }) => path)).toEqual(['/activar/*'])
  })
})

describe.each(engines())('links to activate an account and whoever finds one on $name', (engine) => {
  const backend = useTestBackend(engine)
  const tokens = new Map<Person, string>()
  let made = 0
  beforeAll(async () => {
    for (const person of ['admin', 'doctora', 'doctor', 'paciente', 'nueva'] as const)
      tokens.set(person, (await backend().signIn(person)).access_token)
  })
  beforeEach(() => backend().database.exec('delete from private.rate_limits'))

  const rpc = (as: Person | undefined, name: string, body: unknown) =>
    backend().call('POST', `/rest/v1/rpc/${name}`, { ...(as && { token: tokens.get(as) }), body })
  const activate = (body: unknown, from?: string) =>
    backend().call('POST', '/functions/v1/activate-account', { body, ...(from && { from }) })
  const opens = async (email: string, password: string) =>
    (await backend().call('POST', '/auth/v1/token?grant_type=password', { body: { email, password } }))
      .status === 200

  /** An account of doctora's that waits for its password, and a link of it. */
  async function linked(fullName = 'Rosa Díaz') {
    made += 1
    const email = `rosa${made}@clinica.test`
    const temporary = 'Temporal-2026!'
    const id = await addAccount(backend().database, backend().service, {
      email,
      password: temporary,
      role: 'patient',
      must_change: true,
      full_name: fullName,
    })
    await backend().database.query(
      'insert into private.doctor_patients (doctor_id, patient_id) values ($1, $2)',
      [backend().ids.doctora, id],
    )
    const answer = await rpc('doctora', 'create_activation', { user_id: id })
    expect(answer.status, answer.text).toBe(200)
    return { id, email, temporary, token: String(answer.json.token) }
  }

  it('a name that is markup stands in no answer, and the link works for it', async () => {
    const { token, email } = await linked(markup)
    const answers = [
      await activate({ token, email: 'otra@clinica.test', password: chosen }),
      await activate({ token, email, password: 'corta' }),
      await activate({ token, email: markup, password: chosen }),
      await activate({ token, email, password: chosen }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 400, 403, 200])
    for (const { text, headers } of answers) {
      expect(text).not.toMatch(/img|svg|ran\(|Rosa|rosa/)
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
    expect(await opens(email, chosen)).toBe(true)
  })

  it('whoever may not hand one out gets none, and nobody but the service asks the database’s own', async () => {
    const { id, token, email } = await linked()
    for (const person of ['doctor', 'paciente', 'nueva', undefined] as const) {
      const answer = await rpc(person, 'create_activation', { user_id: id })
      expect([person, answer.status >= 400, answer.text.includes('token"')]).toEqual([person, true, false])
    }
    for (const person of ['admin', 'doctora', 'paciente', undefined] as const)
      for (const [name, body] of [
        ['claim_activation', { token, email, sender: {} }],
        ['release_activation', { token }],
      ] as const)
        expect([401, 403, 404]).toContain((await rpc(person, name, body)).status)
    expect((await activate({ token, email, password: chosen })).status).toBe(200)
  })

  it('what is stored opens nothing: neither the hash nor the row', async () => {
    const { id, email, temporary } = await linked()
    const { rows } = await backend().database.query<{ row: string; hex: string; base64: string }>(
      `select to_jsonb(a)::text as row, encode(token_hash, 'hex') as hex, encode(token_hash, 'base64') as base64
       from private.activations a where user_id = $1`,
      [id],
    )
    for (const token of [rows[0]?.hex, rows[0]?.base64, rows[0]?.row, id, email])
      expect((await activate({ token, email, password: chosen })).status).toBe(410)
    expect(await opens(email, temporary)).toBe(true)
  })

  it('a token that was cut off, made longer or written in other letters opens nothing', async () => {
    const { token, email } = await linked()
    const turned = token.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    for (const wrong of [token.slice(0, -1), `${token}A`, ` ${token}`, `${token}\n`, turned])
      expect((await activate({ token: wrong, email, password: chosen })).status).toBe(410)
    expect((await activate({ token, email, password: chosen })).status).toBe(200)
  })

  it('a hundred guesses from one address are refused after twenty, whatever the body says of it', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 100; at++) {
      const sender = { 'x-forwarded-for': `10.0.0.${at}` }
      const body = { token: `A${'b'.repeat(21)}`, email: 'x@y.mx', password: chosen, sender }
      statuses.push((await activate(body, '203.0.113.20')).status)
    }
    expect(statuses).toEqual([...Array(20).fill(410), ...Array(80).fill(429)])
    const { token, email } = await linked()
    expect((await activate({ token, email, password: chosen }, '203.0.113.21')).status).toBe(200)
  })

  it('thirty wrong e-mails from thirty addresses: five are looked at, then the link ended for the right one too', async () => {
    const { token, email, temporary } = await linked()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        activate({ token, email: `x${at}@clinica.test`, password: chosen }, `198.51.100.${at}`),
      ),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(403), count(410)]).toEqual([5, 25])
    expect((await activate({ token, email, password: chosen })).status).toBe(410)
    expect(await opens(email, temporary)).toBe(true)
  })
})
