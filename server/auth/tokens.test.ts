import { decodeJwt, SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { createTokens, newRefreshToken } from './tokens.ts'

const jwtSecret = 'a secret of the test that is long enough'
let clock = new Date('2026-03-01T12:00:00Z')
const tokens = createTokens({
  jwtSecret,
  issuer: 'http://clinica.test/auth/v1',
  lifetimeSeconds: 3600,
  now: () => clock,
})
const userId = '6f7c0e5e-9d9b-4f7e-8a51-0c8b6b7a1d01'
const sessionId = '0b0e3c1f-61a2-4d0c-9a43-2f4ce9d0c702'

const sign = () =>
  tokens.sign({
    userId,
    email: 'ana@clinica.test',
    sessionId,
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: 1 }],
    appMetadata: { provider: 'email' },
    userMetadata: { full_name: 'Ana' },
  })
const asking = (token: string) =>
  tokens.bearer(new Request('http://x/', { headers: { authorization: `Bearer ${token}` } }))
const forge = (claims: Record<string, unknown>, secret = jwtSecret) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))

it('writes the claims that GoTrue writes', async () => {
  clock = new Date('2026-03-01T12:00:00Z')
  const { token, expiresAt } = await sign()
  const seconds = clock.getTime() / 1000
  expect(expiresAt).toBe(seconds + 3600)
  expect(decodeJwt(token)).toEqual({
    iss: 'http://clinica.test/auth/v1',
    sub: userId,
    aud: 'authenticated',
    exp: seconds + 3600,
    iat: seconds,
    email: 'ana@clinica.test',
    phone: '',
    app_metadata: { provider: 'email' },
    user_metadata: { full_name: 'Ana' },
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: 1 }],
    session_id: sessionId,
    is_anonymous: false,
  })
})

it('knows its own tokens until they expire', async () => {
  clock = new Date('2026-03-01T12:00:00Z')
  const { token } = await sign()
  expect(await asking(token)).toEqual({ kind: 'session', userId, sessionId })
  clock = new Date('2026-03-01T13:00:01Z')
  await expect(asking(token)).rejects.toMatchObject({ status: 403, code: 'bad_jwt' })
})

it('refuses what it did not sign, and keys that are no session', async () => {
  clock = new Date('2026-03-01T12:00:00Z')
  const claims = { role: 'authenticated', sub: userId, session_id: sessionId }
  await expect(asking(await forge(claims, 'another secret'))).rejects.toMatchObject({ code: 'bad_jwt' })
  await expect(asking(`${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`)).rejects.toMatchObject({
    code: 'bad_jwt',
  })
  await expect(asking(await forge({ role: 'anon' }))).rejects.toMatchObject({ code: 'bad_jwt' })
  await expect(asking(await forge({ ...claims, session_id: undefined }))).rejects.toMatchObject({
    code: 'session_not_found',
  })
  await expect(tokens.bearer(new Request('http://x/'))).rejects.toMatchObject({
    status: 401,
    code: 'no_authorization',
  })
  expect(await asking(await forge({ role: 'service_role' }))).toEqual({ kind: 'service' })
})

it('makes refresh tokens of 256 random bits', () => {
  const token = newRefreshToken()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(newRefreshToken()).not.toBe(token)
})
