import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { keys } from '#tests/contract/accounts.ts'
import { engines } from '#tests/engines.ts'
import { emailOf, forge, password, type Session, useTestBackend } from './test-backend.ts'

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const hmac = (text: string, key: string | Buffer = keys.jwtSecret, hash = 'sha256') =>
  createHmac(hash, key).update(text).digest('base64url')
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicPem = publicKey.export({ type: 'spki', format: 'pem' })

// Endpoints that check tokens in different ways: rows, the account, files, a server function.
const doors = [
  ['GET', '/rest/v1/profiles?select=id,email'],
  ['GET', '/auth/v1/user'],
  ['GET', '/auth/v1/admin/users'],
  ['POST', '/storage/v1/object/list/study_files'],
  ['POST', '/functions/v1/create-patient-manual'],
] as const

describe.each(engines())('tokens of an attacker on $name', (engine) => {
  const backend = useTestBackend(engine)
  let own: Session
  let claims: Record<string, unknown> = {}

  beforeAll(async () => {
    own = await backend().signIn('paciente')
    claims = { ...decodeJwt(own.access_token), sub: backend().ids.admin }
  })

  /** Every service must refuse such a token. */
  const expectNobody = async (token: string) => {
    for (const [method, path] of doors) {
      const answer = await backend().call(method, path, { token, ...(method === 'POST' && { body: {} }) })
      expect([401, 403], `${path} ${answer.status} ${answer.text}`).toContain(answer.status)
      expect(answer.text).not.toContain('@clinica.test')
    }
  }

  const forged: Record<string, () => string | Promise<string>> = {
    'alg none': () => `${part({ alg: 'none' })}.${part(claims)}.`,
    'alg None, with a signature': () => `${part({ alg: 'None' })}.${part(claims)}.${hmac('x')}`,
    'no alg': () => {
      const text = `${part({ typ: 'JWT' })}.${part(claims)}`
      return `${text}.${hmac(text)}`
    },
    'HS512 with the right secret': () => {
      const text = `${part({ alg: 'HS512' })}.${part(claims)}`
      return `${text}.${hmac(text, keys.jwtSecret, 'sha512')}`
    },
    'RS256 of an own key': () => {
      const text = `${part({ alg: 'RS256' })}.${part(claims)}`
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
    },
    'HS256 keyed with a public key': () => {
      const text = `${part({ alg: 'HS256' })}.${part(claims)}`
      return `${text}.${hmac(text, publicPem.toString())}`
    },
    'a key in the header': () => {
      const header = { alg: 'HS256', jwk: { kty: 'oct', k: part('mine') }, kid: '../../dev/null' }
      const text = `${part(header)}.${part(claims)}`
      return `${text}.${hmac(text, 'mine')}`
    },
    'a kid that names an empty file, an empty secret': () => {
      const text = `${part({ alg: 'HS256', kid: "/dev/null' union select ''--", x5u: 'http://192.0.2.1/' })}.${part(claims)}`
      return `${text}.${hmac(text, '\0')}`
    },
    'signed with the anon key': () => forge(claims, keys.anonKey),
    'the own signature below other claims': () => {
      const [head = '', , signature = ''] = own.access_token.split('.')
      return `${head}.${part(claims)}.${signature}`
    },
    'an empty signature': () => own.access_token.replace(/[^.]+$/, ''),
    'one letter of the signature changed': () =>
      own.access_token.replace(/.{5}$/, (end) => (end.startsWith('A') ? 'B' : 'A') + end.slice(1)),
    'five parts': () => `${own.access_token}.a.b`,
    'an unknown critical header': () => {
      const text = `${part({ alg: 'HS256', crit: ['x'], x: 1 })}.${part(claims)}`
      return `${text}.${hmac(text)}`
    },
    expired: () => signed({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
    'not valid yet': () => signed({ ...claims, nbf: Math.floor(Date.now() / 1000) + 3600 }),
    'an expiry that is no number': () => signed({ ...claims, exp: 'never' }),
    'ten thousand letters': () => 'a'.repeat(10_000),
    'only dots': () => '..',
  }
  // With our header and signature, and these claims.
  const signed = (all: Record<string, unknown>) => {
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(all)}`
    return `${text}.${hmac(text)}`
  }

  it.each(Object.keys(forged))('open nothing: %s', async (name) => {
    const make = forged[name]
    await expectNobody((await make?.()) ?? '')
  })

  // With the secret anything can be signed; these are claims that a bug elsewhere could let through.
  it.each([
    ['the role postgres', { role: 'postgres' }],
    ['the role supabase_admin', { role: 'supabase_admin' }],
    ['no role', { role: undefined }],
    ['a list of roles', { role: ['service_role', 'authenticated'] }],
    ['the role in capitals', { role: 'SERVICE_ROLE' }],
    ['the role with a quote', { role: "authenticated'; set role postgres; --" }],
    ['the role anon with a subject', { role: 'anon' }],
    ['a session that does not exist', { session_id: randomUUID() }],
    ['a session that is no uuid', { session_id: "' or true --" }],
    ['a session that is an object', { session_id: { not: null } }],
    ['an own session for another subject', {}],
    ['an own session raised to aal2', { aal: 'aal2', sub: 'own' }],
    ['a subject that is no uuid', { sub: "' or 1=1 --" }],
    ['a subject that is an object', { sub: { a: 1 } }],
    ['no subject', { sub: undefined }],
  ])('even rightly signed, %s opens nothing of others', async (_name, change) => {
    const sub = 'sub' in change && change.sub === 'own' ? backend().ids.paciente : undefined
    const token = signed({ ...claims, ...change, ...(sub && { sub }) })
    for (const [method, path] of doors) {
      const answer = await backend().call(method, path, { token, ...(method === 'POST' && { body: {} }) })
      expect(answer.status, `${path} ${answer.text}`).toBeLessThan(500)
      expect(answer.text.replaceAll(emailOf('paciente'), '')).not.toContain('@clinica.test')
    }
  })

  it.each([
    ['two Authorization headers', (token: string) => ({ authorization: `Bearer ${token}, Bearer ${token}` })],
    ['another scheme', (token: string) => ({ authorization: `Basic ${token}` })],
    ['two words', (token: string) => ({ authorization: `Bearer ${token} x` })],
    ['a letter of Latin-1', (token: string) => ({ authorization: `Bearer ${token}\u00e9` })],
    ['a cookie', (token: string) => ({ cookie: `sb-access-token=${token}; access_token=${token}` })],
    [
      'another header',
      (token: string) => ({ 'x-supabase-auth': token, 'x-authorization': `Bearer ${token}` }),
    ],
  ])('a right token in %s is none', async (_name, headers) => {
    const sent = headers((await backend().signIn('admin')).access_token)
    for (const [method, path] of doors) {
      const answer = await backend().call(method, path, {
        headers: sent,
        ...(method === 'POST' && { body: {} }),
      })
      expect(answer.status).toBeLessThan(500)
      expect(answer.text).not.toContain('@clinica.test')
    }
  })

  it('a token in the address is none', async () => {
    const { access_token: token } = await backend().signIn('admin')
    for (const name of ['access_token', 'token', 'authorization', 'jwt']) {
      const answer = await backend().call('GET', `/auth/v1/user?${name}=${token}`)
      expect(answer.status).toBe(401)
    }
  })

  it('a user’s token, the anonymous key and nothing are no service key', async () => {
    const admins = await backend().signIn('admin')
    const paths = [
      ['GET', '/auth/v1/admin/users'],
      ['POST', '/auth/v1/admin/users'],
      ['PUT', `/auth/v1/admin/users/${backend().ids.ajena}`],
      ['DELETE', `/auth/v1/admin/users/${backend().ids.ajena}`],
      ['GET', `/auth/v1/admin/users/${backend().ids.ajena}/factors`],
      ['DELETE', `/auth/v1/admin/users/${backend().ids.ajena}/factors/${randomUUID()}`],
    ] as const
    const forgedKey = await forge({ role: 'service_role' }, 'another secret, as long as the right one is')
    for (const [method, path] of paths) {
      for (const [token, status] of [
        [admins.access_token, 403],
        [keys.anonKey, 403],
        [forgedKey, 403],
        [undefined, 401],
      ] as const) {
        const body = method === 'POST' || method === 'PUT' ? { email: 'x@y.mx', password } : undefined
        const answer = await backend().call(method, path, { token, body })
        expect([method, path, answer.status]).toEqual([method, path, status])
      }
    }
  })

  it('refusals tell nothing of the secret, the keys or the inside', async () => {
    const bodies = [
      await backend().call('GET', '/auth/v1/user', { token: 'x' }),
      await backend().call('GET', '/rest/v1/nada', { token: own.access_token }),
      await backend().call('GET', "/rest/v1/profiles?id=eq.'", { token: own.access_token }),
      await backend().call('GET', '/storage/v1/object/study_files/x/y', { token: own.access_token }),
      await backend().call('POST', '/functions/v1/admin-delete-user', { token: own.access_token, body: '{' }),
      await backend().call('POST', '/auth/v1/token?grant_type=password', { body: '{"email":' }),
    ]
    for (const { text, headers } of bodies) {
      const all = text + JSON.stringify([...headers])
      for (const secret of [keys.jwtSecret, keys.serviceRoleKey, 'node_modules', '.ts:', 'at async'])
        expect(all).not.toContain(secret)
    }
  })
})
