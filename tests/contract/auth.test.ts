import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import type { Service } from '#server/identity.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { addAccount, connect, keys, url } from './accounts.ts'

const password = 'Demo-2026!'

describe.each(engines())('accounts on $name', (engine) => {
  let fresh: FreshDatabase
  let auth: Service
  let clock = new Date()
  let count = 0
  let email = ''
  let id = ''
  let client: SupabaseClient
  let admin: SupabaseClient['auth']['admin']

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
  })
  afterAll(() => fresh?.dispose())

  beforeEach(async () => {
    // Late in a second, where rounding would show.
    clock = new Date(Math.floor(Date.now() / 1000) * 1000 + 900)
    auth = createAuth({
      database: fresh.database,
      keys,
      publicUrl: url,
      clinicName: 'Imagen Índice',
      sendMail: async () => {},
      now: () => clock,
    })
    count += 1
    email = `persona${count}@clinica.test`
    id = await addAccount(fresh.database, auth, { email, password, full_name: 'Ana Prueba' })
    client = connect(auth)
    admin = connect(auth, keys.serviceRoleKey).auth.admin
  })

  const advance = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000)
  }
  const signIn = async (from = connect(auth)) => {
    const { data, error } = await from.auth.signInWithPassword({ email, password })
    if (error) throw error
    return data.session
  }
  const call = (method: string, path: string, token: string, body?: unknown) =>
    auth(
      new Request(`${url}/auth/v1${path}`, {
        method,
        headers: { apikey: keys.anonKey, authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
  const refreshing = async (refreshToken: string) => {
    const { data, error } = await connect(auth).auth.refreshSession({ refresh_token: refreshToken })
    return { session: data.session, code: error?.code }
  }
  const userCode = async (token: string) => {
    const response = await call('GET', '/user', token)
    return response.ok ? 'ok' : (await response.json()).error_code
  }

  describe('signing in', () => {
    it('gives a session with the claims of GoTrue and the user', async () => {
      const { data, error } = await client.auth.signInWithPassword({
        email: ` ${email.toUpperCase()} `,
        password,
      })
      expect(error).toBeNull()
      expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
      expect(data.user).toMatchObject({
        id,
        email,
        aud: 'authenticated',
        role: 'authenticated',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { full_name: 'Ana Prueba' },
        identities: [{ provider: 'email', user_id: id, identity_data: { email } }],
      })
      expect(data.user?.email_confirmed_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      const claims = decodeJwt(data.session?.access_token ?? '')
      expect(claims).toMatchObject({
        iss: `${url}/auth/v1`,
        sub: id,
        email,
        role: 'authenticated',
        aal: 'aal1',
        amr: [{ method: 'password', timestamp: Math.floor(clock.getTime() / 1000) }],
      })
      expect(claims.exp).toBe(data.session?.expires_at)
    })

    it('says the same about a wrong password and an unknown person', async () => {
      const answer = async (credentials: { email: string; password: string }) => {
        const response = await call('POST', '/token?grant_type=password', keys.anonKey, credentials)
        return { status: response.status, body: await response.json() }
      }
      const wrong = await answer({ email, password: 'otra-cosa' })
      expect(wrong).toEqual({
        status: 400,
        body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
      })
      expect(await answer({ email: 'nadie@clinica.test', password })).toEqual(wrong)
      expect(await answer({ email, password: 'x'.repeat(100) })).toEqual(wrong)
      expect(await answer({ email: `${email}'--`, password })).toEqual(wrong)
    })

    it('answers 429 after ten bad tries, also to the right password, and only for that account', async () => {
      const other = await addAccountNamed('vecina')
      for (let i = 0; i < 10; i++)
        await connect(auth, keys.anonKey, `192.0.2.${i}`).auth.signInWithPassword({
          email,
          password: 'mala-mala',
        })
      const response = await call('POST', '/token?grant_type=password', keys.anonKey, { email, password })
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({ code: 429, error_code: 'over_request_rate_limit' })
      const { error } = await client.auth.signInWithPassword({ email: other, password })
      expect(error).toBeNull()
    })

    it('refuses a banned account, and one whose e-mail was never confirmed', async () => {
      await admin.updateUserById(id, { ban_duration: '24h' })
      const { error } = await client.auth.signInWithPassword({ email, password })
      expect(error).toMatchObject({ status: 400, code: 'user_banned' })
      await admin.updateUserById(id, { ban_duration: 'none' })
      await signIn()
      await fresh.database.query('update auth.users set email_confirmed_at = null where id = $1', [id])
      const unconfirmed = await client.auth.signInWithPassword({ email, password })
      expect(unconfirmed.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    })

    it('does not tell that an account is banned to somebody without its password', async () => {
      await admin.updateUserById(id, { ban_duration: '24h' })
      const { error } = await client.auth.signInWithPassword({ email, password: 'mala-mala' })
      expect(error).toMatchObject({ code: 'invalid_credentials' })
    })

    it.each([
      ['POST', '/token?grant_type=password', '{"email":', 400, 'bad_json'],
      ['POST', '/token?grant_type=password', '[]', 400, 'validation_failed'],
      ['POST', '/token?grant_type=password', '{"password":"x"}', 400, 'validation_failed'],
      ['POST', '/token?grant_type=password', '{"email":{"a":1},"password":"x"}', 400, 'validation_failed'],
      [
        'POST',
        '/token?grant_type=password',
        '{"phone":"5551234567","password":"x"}',
        422,
        'phone_provider_disabled',
      ],
      [
        'POST',
        '/token?grant_type=password',
        '{"email":"a\\u0000@b.test","password":"x"}',
        400,
        'validation_failed',
      ],
      [
        'POST',
        '/token?grant_type=password',
        `{"email":"${'x'.repeat(2_000_000)}"}`,
        413,
        'validation_failed',
      ],
      ['POST', '/token?grant_type=refresh_token', '{}', 400, 'validation_failed'],
      ['POST', '/token?grant_type=pkce', '{}', 404, 'flow_state_not_found'],
      ['POST', '/token?grant_type=id_token', '{}', 400, 'provider_disabled'],
      ['POST', '/token', '{}', 400, 'validation_failed'],
      ['PUT', '/token?grant_type=password', '{}', 405, 'method_not_allowed'],
      ['DELETE', '/user', undefined, 405, 'method_not_allowed'],
      ['POST', '/signup', '{"email":"a@b.test","password":"secreta"}', 422, 'signup_disabled'],
      ['POST', '/signup', '{}', 422, 'signup_disabled'],
      ['POST', '/otp', '{"email":"a@b.test"}', 422, 'otp_disabled'],
      ['POST', '/magiclink', '{}', 422, 'otp_disabled'],
      ['POST', '/sso', '{}', 422, 'saml_provider_disabled'],
      ['GET', '/authorize?provider=google', undefined, 400, 'provider_disabled'],
      ['POST', '/invite', '{}', 422, 'signup_disabled'],
      ['GET', '/nothing', undefined, 404, 'not_found'],
      ['GET', '/settings/', undefined, 404, 'not_found'],
      ['GET', '/s%65ttings', undefined, 404, 'not_found'],
    ])('answers %s %s %.60j with %i %s', async (method, path, body, status, code) => {
      const response = await call(method, path, keys.anonKey, body)
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status,
        body: { code: status, error_code: code, msg: expect.any(String) },
      })
    })

    it('asks for a key of the project', async () => {
      const post = (headers: HeadersInit) =>
        auth(new Request(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body: '{}' }))
      expect((await post({})).status).toBe(401)
      expect((await post({ apikey: 'not a key' })).status).toBe(401)
      expect((await post({ apikey: keys.anonKey })).status).toBe(400)
    })
  })

  describe('refreshing', () => {
    it('gives the next pair of tokens of the same session', async () => {
      const first = await signIn()
      advance(5)
      const { session } = await refreshing(first.refresh_token)
      expect(session?.refresh_token).not.toBe(first.refresh_token)
      const [before, after] = [decodeJwt(first.access_token), decodeJwt(session?.access_token ?? '')]
      expect(after).toMatchObject({ session_id: before.session_id, amr: before.amr, sub: id })
      expect(after.exp).toBe((before.exp ?? 0) + 5)
    })

    it('takes a token again within ten seconds, when its answer may have been lost', async () => {
      const first = await signIn()
      const answers = await Promise.all([1, 2, 3].map(() => refreshing(first.refresh_token)))
      expect(answers.map((answer) => answer.code)).toEqual([undefined, undefined, undefined])
      advance(9)
      expect((await refreshing(first.refresh_token)).code).toBeUndefined()
      for (const answer of answers)
        expect((await refreshing(answer.session?.refresh_token ?? '')).code).toBeUndefined()
    })

    it('ends the whole session when a replaced token comes back later', async () => {
      const other = await signIn()
      const first = await signIn()
      const second = (await refreshing(first.refresh_token)).session
      advance(11)
      expect((await refreshing(first.refresh_token)).code).toBe('refresh_token_already_used')
      expect((await refreshing(second?.refresh_token ?? '')).code).toBe('refresh_token_not_found')
      expect(await userCode(second?.access_token ?? '')).toBe('session_not_found')
      expect((await refreshing(other.refresh_token)).code).toBeUndefined()
    })

    it('knows no token that it did not give, nor what the database keeps of one', async () => {
      const session = await signIn()
      expect((await refreshing('invented')).code).toBe('refresh_token_not_found')
      const { rows } = await fresh.database.query<{ token: string }>(
        'select token from auth.refresh_tokens where user_id = $1',
        [id],
      )
      const stored = rows.map((row) => row.token)
      expect(stored).toHaveLength(1)
      expect(stored).not.toContain(session.refresh_token)
      expect((await refreshing(stored[0] ?? '')).code).toBe('refresh_token_not_found')
    })

    it('refuses a banned account', async () => {
      const session = await signIn()
      const until = new Date(clock.getTime() + 3_600_000)
      await fresh.database.query('update auth.users set banned_until = $2 where id = $1', [id, until])
      expect((await refreshing(session.refresh_token)).code).toBe('user_banned')
    })
  })

  describe('signing out', () => {
    it.each([
      ['local', ['session_not_found', 'ok'], ['refresh_token_not_found', undefined]],
      ['others', ['ok', 'session_not_found'], [undefined, 'refresh_token_not_found']],
      [
        'global',
        ['session_not_found', 'session_not_found'],
        ['refresh_token_not_found', 'refresh_token_not_found'],
      ],
    ] as const)('with scope %s ends the right sessions', async (scope, users, refreshes) => {
      const here = await signIn(client)
      const there = await signIn()
      const { error } = await client.auth.signOut({ scope })
      expect(error).toBeNull()
      expect([await userCode(here.access_token), await userCode(there.access_token)]).toEqual(users)
      expect([
        (await refreshing(here.refresh_token)).code,
        (await refreshing(there.refresh_token)).code,
      ]).toEqual(refreshes)
    })

    it('leaves other people signed in', async () => {
      const session = await signIn()
      const neighbour = await addAccountNamed('vecino')
      const other = connect(auth)
      await other.auth.signInWithPassword({ email: neighbour, password })
      await other.auth.signOut()
      expect(await userCode(session.access_token)).toBe('ok')
    })

    it('says so when the session is over already, or the scope is unknown', async () => {
      const session = await signIn()
      expect((await call('POST', '/logout?scope=todo', session.access_token)).status).toBe(400)
      expect((await call('POST', '/logout', session.access_token)).status).toBe(204)
      expect((await call('POST', '/logout', session.access_token)).status).toBe(403)
      expect((await call('POST', '/logout', keys.anonKey)).status).toBe(403)
    })
  })

  describe('the user', () => {
    it('is read with a live token and with nothing else', async () => {
      await signIn(client)
      expect((await client.auth.getUser()).data.user).toMatchObject({ id, email })
      expect(await userCode(keys.anonKey)).toBe('bad_jwt')
      expect(await userCode(keys.serviceRoleKey)).toBe('bad_jwt')
      expect(await userCode('a.b.c')).toBe('bad_jwt')
      const session = await signIn()
      advance(3601)
      expect(await userCode(session.access_token)).toBe('bad_jwt')
    })

    it('changes the password, which ends the other sessions and keeps this one', async () => {
      const here = await signIn(client)
      const there = await signIn()
      const { error } = await client.auth.updateUser({ password: 'Nueva-2026!' })
      expect(error).toBeNull()
      expect(await userCode(here.access_token)).toBe('ok')
      expect(await userCode(there.access_token)).toBe('session_not_found')
      expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe(
        'invalid_credentials',
      )
      expect((await client.auth.signInWithPassword({ email, password: 'Nueva-2026!' })).error).toBeNull()
    })

    it('refuses what is easy to guess with the reason of GoTrue', async () => {
      const session = await signIn()
      for (const easy of ['Contraseña1', 'MEXICO2026!', `persona${count}`, 'indice2026']) {
        const response = await call('PUT', '/user', session.access_token, { password: easy })
        const message = 'Password is known to be weak and easy to guess, please choose a different one.'
        expect({ status: response.status, body: await response.json() }).toEqual({
          status: 422,
          body: {
            code: 422,
            error_code: 'weak_password',
            msg: message,
            weak_password: { reasons: ['pwned'], message },
          },
        })
      }
      await client.auth.setSession(session)
      const { error } = await client.auth.updateUser({ password: 'iloveyou' })
      expect(error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
      expect((await client.auth.updateUser({ password: 'Demo-2027!' })).error).toBeNull()
    })

    it('of two changes at once lets one through', async () => {
      const sessions = [await signIn(), await signIn()]
      const answers = await Promise.all(
        sessions.map((session, i) =>
          call('PUT', '/user', session.access_token, { password: `Nueva-${i}-2026!` }),
        ),
      )
      expect(answers.map((answer) => answer.status).filter((status) => status === 200)).toHaveLength(1)
    })

    it.each([
      [{ password }, 422, 'same_password'],
      [{ password: 'corta' }, 422, 'weak_password'],
      [{ password: 'ñ'.repeat(37) }, 422, 'validation_failed'],
      [{ email: 'otro@clinica.test' }, 422, 'email_change_not_allowed'],
      [{ email: 'otro@clinica.test', password: 'Nueva-2026!' }, 422, 'email_change_not_allowed'],
      [{ phone: '5551234567' }, 422, 'phone_provider_disabled'],
      [{ data: { role: 'doctor' } }, 422, 'validation_failed'],
      [{ password: 12345678 }, 400, 'validation_failed'],
    ])('refuses the change %j', async (change, status, code) => {
      const session = await signIn()
      const response = await call('PUT', '/user', session.access_token, change)
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status,
        body: { error_code: code },
      })
      await signIn()
    })

    it('tells supabase-js why a password is weak', async () => {
      await signIn(client)
      const { error } = await client.auth.updateUser({ password: 'corta' })
      expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
    })

    it('cannot raise itself: app_metadata and role in a change count for nothing', async () => {
      const session = await signIn()
      await call('PUT', '/user', session.access_token, {
        app_metadata: { admin: true },
        role: 'service_role',
      })
      const { data } = await admin.getUserById(id)
      expect(data.user).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } })
      expect(data.user?.app_metadata).not.toHaveProperty('admin')
    })
  })

  describe('administration', () => {
    it('is for the service key only', async () => {
      const session = await signIn()
      for (const token of [session.access_token, keys.anonKey]) {
        for (const [method, path] of [
          ['GET', '/admin/users'],
          ['POST', '/admin/users'],
          ['GET', `/admin/users/${id}`],
          ['PUT', `/admin/users/${id}`],
          ['DELETE', `/admin/users/${id}`],
        ] as const) {
          const response = await call(
            method,
            path,
            token,
            method === 'GET' ? undefined : { password: 'Otra-2026!' },
          )
          expect([method, path, response.status]).toEqual([method, path, 403])
        }
      }
      await signIn()
    })

    it('does not make an account twice', async () => {
      const { error } = await admin.createUser({ email: email.toUpperCase(), password, email_confirm: true })
      expect(error).toMatchObject({ status: 422, code: 'email_exists' })
    })

    it('sets a new password, which ends every session', async () => {
      const session = await signIn()
      const { error } = await admin.updateUserById(id, { password: 'Nueva-2026!' })
      expect(error).toBeNull()
      expect(await userCode(session.access_token)).toBe('session_not_found')
      expect((await refreshing(session.refresh_token)).code).toBe('refresh_token_not_found')
      expect((await client.auth.signInWithPassword({ email, password: 'Nueva-2026!' })).error).toBeNull()
    })

    it('merges metadata, and leaves the e-mail alone', async () => {
      await admin.updateUserById(id, { user_metadata: { theme: 'dark' } })
      const { data } = await admin.getUserById(id)
      expect(data.user?.user_metadata).toEqual({ full_name: 'Ana Prueba', theme: 'dark' })
      const { error } = await admin.updateUserById(id, { email: 'otra@clinica.test' })
      expect(error).toMatchObject({ status: 422, code: 'email_change_not_allowed' })
    })

    it('lists in pages with the total', async () => {
      await addAccountNamed('otra')
      const all = await admin.listUsers({ page: 1, perPage: 1000 })
      const total = all.data.users.length
      expect(total).toBeGreaterThanOrEqual(1)
      const seen: string[] = []
      for (let page = 1; page <= total; page++) {
        const { data } = await admin.listUsers({ page, perPage: 1 })
        seen.push(...data.users.map((user) => user.id))
        if ('total' in data) expect(data.total).toBe(total)
      }
      expect(seen).toEqual(all.data.users.map((user) => user.id))
      expect((await call('GET', '/admin/users?page=0', keys.serviceRoleKey)).status).toBe(400)
      const first = await call('GET', '/admin/users?page=1&per_page=1', keys.serviceRoleKey)
      expect(first.headers.get('x-total-count')).toBe(String(total))
      expect(first.headers.get('link')).toBe(
        `</admin/users?page=2&per_page=1>; rel="next", </admin/users?page=${total}&per_page=1>; rel="last"`,
      )
      const last = await call('GET', `/admin/users?page=${total}&per_page=1`, keys.serviceRoleKey)
      expect(last.headers.get('link')).not.toContain('rel="next"')
    })

    it('erases an account, whose token and sign-in stop at once', async () => {
      const session = await signIn()
      expect((await admin.deleteUser(id)).error).toBeNull()
      expect(await userCode(session.access_token)).toBe('user_not_found')
      expect((await refreshing(session.refresh_token)).code).toBe('refresh_token_not_found')
      expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe(
        'invalid_credentials',
      )
      expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
      expect((await admin.deleteUser(id)).error).toMatchObject({ status: 404 })
    })

    it.each([
      [{ email: 'no es un correo', password }, 'validation_failed'],
      [{ password }, 'validation_failed'],
      [{ email: 'nueva@clinica.test', password, id: 'no-es-uuid' }, 'validation_failed'],
      [{ email: 'nueva@clinica.test', password, role: 'service_role' }, 'validation_failed'],
      [{ email: 'nueva@clinica.test', password: 'corta' }, 'weak_password'],
      [{ email: 'nueva@clinica.test', password: 'Password1!' }, 'weak_password'],
      [{ email: 'sonrisa@clinica.test', password: 'Sonrisa7' }, 'weak_password'],
      [{ email: 'nueva@clinica.test', password_hash: 'texto' }, 'validation_failed'],
      [{ email: 'nueva@clinica.test', password, ban_duration: 'mucho' }, 'validation_failed'],
      [{ email: 'nueva@clinica.test', password, user_metadata: { a: '\u0000' } }, 'validation_failed'],
    ])('refuses to make %j', async (body, code) => {
      const response = await call('POST', '/admin/users', keys.serviceRoleKey, body)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
      expect(await response.json()).toMatchObject({ error_code: code })
    })

    it('refuses a given password that is easy to guess for an account that exists', async () => {
      for (const easy of ['chivas10', `Persona${count}`, 'IMAGEN1'])
        expect((await admin.updateUserById(id, { password: easy })).error).toMatchObject({
          status: 422,
          code: 'weak_password',
          reasons: ['pwned'],
        })
      await signIn()
    })

    it('refuses metadata that is nested too deep for the database', async () => {
      const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
      for (const field of ['user_metadata', 'app_metadata']) {
        const response = await call('PUT', `/admin/users/${id}`, keys.serviceRoleKey, `{"${field}":${deep}}`)
        expect(response.status).toBe(413)
        expect(await response.json()).toMatchObject({ error_code: 'validation_failed' })
      }
      expect((await admin.getUserById(id)).error).toBeNull()
    })

    it('answers 404 for an id that is none', async () => {
      expect((await call('GET', '/admin/users/1', keys.serviceRoleKey)).status).toBe(404)
    })
  })

  describe('an account that the clinic closed or whose temporary password is over', () => {
    const state = (change: string) =>
      fresh.database.query(`update private.account_state set ${change} where user_id = $1`, [id])

    it('closed: cannot sign in, refresh or read itself', async () => {
      const session = await signIn()
      expect((await state('closed_at = now()')).affected).toBe(1)
      expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe('user_banned')
      expect((await refreshing(session.refresh_token)).code).toBe('user_banned')
      expect(await userCode(session.access_token)).toBe('user_banned')
      expect((await call('PUT', '/user', session.access_token, { password: 'Nueva-2026!' })).status).toBe(403)
      expect((await call('POST', '/logout', session.access_token)).status).toBe(204)
    })

    it('temporary password: signs in until its days are over', async () => {
      await state(
        `must_change = true, temp_expires_at = '${new Date(clock.getTime() + 60_000).toISOString()}'`,
      )
      const session = await signIn()
      advance(61)
      expect((await client.auth.signInWithPassword({ email, password })).error).toMatchObject({
        status: 400,
        code: 'temporary_password_expired',
      })
      expect((await refreshing(session.refresh_token)).code).toBe('temporary_password_expired')
      const wrong = await client.auth.signInWithPassword({ email, password: 'mala-mala' })
      expect(wrong.error?.code).toBe('invalid_credentials')
    })

    it('temporary password: choosing a new one opens the account for good', async () => {
      await state(
        `must_change = true, temp_expires_at = '${new Date(clock.getTime() + 60_000).toISOString()}'`,
      )
      await signIn(client)
      expect((await client.auth.updateUser({ password: 'Nueva-2026!' })).error).toBeNull()
      advance(61)
      expect((await client.auth.signInWithPassword({ email, password: 'Nueva-2026!' })).error).toBeNull()
    })
  })

  it('tells what it offers without a key or with the public one', async () => {
    const open = (path: string) => auth(new Request(`${url}/auth/v1${path}`))
    expect(await (await open('/.well-known/jwks.json')).json()).toEqual({ keys: [] })
    expect((await open('/health')).status).toBe(200)
    expect((await call('HEAD', '/settings', keys.anonKey)).status).toBe(405)
    const settings = await call('GET', '/settings', keys.anonKey)
    expect(await settings.json()).toMatchObject({
      disable_signup: true,
      external: { email: true, phone: false },
    })
  })

  async function addAccountNamed(name: string): Promise<string> {
    const address = `${name}${count}@clinica.test`
    await addAccount(fresh.database, auth, { email: address, password })
    return address
  }
})
