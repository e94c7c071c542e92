import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { totpCode, totpStep } from '#server/auth/totp.ts'
import { keys } from '#tests/contract/accounts.ts'
import { engines } from '#tests/engines.ts'
import { type Answer, emailOf, type Person, password, type Session, useTestBackend } from './test-backend.ts'

describe.each(engines())('sessions in the wrong hands on $name', (engine) => {
  const backend = useTestBackend(engine)
  const ask = (method: string, path: string, token: string, body?: unknown) =>
    backend().call(method, path, { token, body })
  const refresh = (token: string) =>
    backend().call('POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: token } })
  const tokensOf = ({ json }: Answer) => ({
    access_token: String(json.access_token),
    refresh_token: String(json.refresh_token),
  })

  /** What a token can still do: rows, files, a link, a function, the account. */
  const powers = async (token: string, own: string) => {
    const path = `/storage/v1/object/list/study_files`
    const [profiles, files, rpc, account] = [
      await ask('GET', `/rest/v1/profiles?select=id&id=eq.${own}`, token),
      await ask('POST', path, token, { prefix: '' }),
      await ask('POST', '/rest/v1/rpc/invoice_exists', token, { number: 'IDX-00000001' }),
      await ask('GET', '/auth/v1/user', token),
    ]
    for (const { status, text } of [profiles, files, rpc, account]) expect(status, text).toBeLessThan(500)
    return {
      rows: profiles.text !== '[]' && profiles.status === 200,
      files: files.text !== '[]' && files.status === 200,
      rpc: rpc.status === 200,
      account: account.status === 200,
    }
  }
  const all = { rows: true, files: true, rpc: true, account: true }
  const nothing = { rows: false, files: false, rpc: false, account: false }

  let own: Session
  beforeEach(async () => {
    backend().advance(3600)
    own = await backend().signIn('paciente')
    await backend().database.query(
      `insert into storage.objects (bucket_id, name) values ('study_files', $1) on conflict do nothing`,
      [`${own.user.id}/a.pdf`],
    )
  })

  const endings: Record<string, () => Promise<unknown>> = {
    'signing out': () => ask('POST', '/auth/v1/logout?scope=local', own.access_token),
    'signing out everywhere, from elsewhere': async () =>
      ask('POST', '/auth/v1/logout', (await backend().signIn('paciente')).access_token),
    'a new password, from elsewhere': async () => {
      const { access_token: token } = await backend().signIn('paciente')
      await ask('PUT', '/auth/v1/user', token, { password: 'Otra-clave-2026!' })
      await ask('PUT', '/auth/v1/user', token, { password })
    },
    'a temporary password that was used': async () => {
      const { id } = own.user
      const { access_token: doctora } = await backend().signIn('admin')
      expect((await ask('POST', '/rest/v1/rpc/begin_password_issue', doctora, { user_id: id })).status).toBe(
        200,
      )
      const change = { method: 'PUT', body: { password: 'Temporal-2026!' } }
      await backend().call(change.method, `/auth/v1/admin/users/${id}`, {
        token: backend().serviceKey,
        body: change.body,
      })
      const { json } = await backend().call('POST', '/auth/v1/token?grant_type=password', {
        body: { email: emailOf('paciente'), password: 'Temporal-2026!' },
      })
      await ask('PUT', '/auth/v1/user', String(json.access_token), { password })
    },
    'a replaced refresh token that came back': async () => {
      const next = tokensOf(await refresh(own.refresh_token))
      backend().advance(11)
      expect((await refresh(own.refresh_token)).json).toMatchObject({
        error_code: 'refresh_token_already_used',
      })
      expect((await refresh(next.refresh_token)).status).toBe(400)
    },
  }

  it.each(Object.keys(endings))(
    'after %s an old access token does nothing more, nor a refresh token',
    async (how) => {
      expect(await powers(own.access_token, own.user.id)).toEqual(all)
      await endings[how]?.()
      expect(await powers(own.access_token, own.user.id)).toEqual(nothing)
      expect((await refresh(own.refresh_token)).status).toBe(400)
      expect(await powers((await backend().signIn('paciente')).access_token, own.user.id)).toEqual(all)
    },
  )

  it('two holders of one refresh token do not go on side by side', async () => {
    const owner = tokensOf(await refresh(own.refresh_token))
    backend().advance(5)
    // Within the grace period the answer may have been lost, so the thief is served too.
    const thief = tokensOf(await refresh(own.refresh_token))
    expect(thief.refresh_token).not.toBe(owner.refresh_token)
    backend().advance(3300)
    const next = tokensOf(await refresh(owner.refresh_token))
    backend().advance(30)
    expect((await refresh(thief.refresh_token)).json).toMatchObject({
      error_code: 'refresh_token_already_used',
    })
    expect((await refresh(next.refresh_token)).status).toBe(400)
    expect(await powers(thief.access_token, own.user.id)).toEqual(nothing)
  })

  it('twenty refreshes at once stay one session, and only the last of them goes on', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(own.refresh_token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const sessions = answers.map((answer) => decodeJwt(String(answer.json.access_token)).session_id)
    expect(new Set(sessions).size).toBe(1)
    const { rows } = await backend().database.query<{ count: number }>(
      `select count(*)::int as count from auth.refresh_tokens where session_id = $1 and not revoked`,
      [sessions[0]],
    )
    expect(rows[0]?.count).toBe(20)
    await refresh(String(answers[7]?.json.refresh_token))
    const left = await backend().database.query<{ count: number }>(
      `select count(*)::int as count from auth.refresh_tokens where session_id = $1 and not revoked`,
      [sessions[0]],
    )
    expect(left.rows[0]?.count).toBe(1)
  })

  it('a copy of the auth tables opens nothing', async () => {
    const { database } = backend()
    await backend().call('POST', '/auth/v1/recover', { body: { email: emailOf('paciente') } })
    const { rows } = await database.query<{ value: string }>(
      `select token as value from auth.refresh_tokens
       union all select token_hash from auth.one_time_tokens
       union all select recovery_token from auth.users where recovery_token <> ''
       union all select encrypted_password from auth.users
       union all select id::text from auth.sessions`,
    )
    expect(rows.length).toBeGreaterThan(10)
    for (const { value } of rows.slice(-25)) {
      backend().advance(400)
      expect((await refresh(value)).status).toBe(400)
      const tries = [
        { type: 'recovery', token_hash: value },
        { type: 'recovery', email: emailOf('paciente'), token: value },
      ]
      for (const body of tries)
        expect(
          (await backend().call('POST', '/auth/v1/verify', { body, from: `198.51.100.${rows.length % 250}` }))
            .status,
        ).toBeGreaterThanOrEqual(400)
      expect((await ask('GET', '/auth/v1/user', value)).status).toBe(403)
    }
    const config = await database.query<{ all: string }>(
      `select string_agg(s::text, ' ') as all from private.app_settings s`,
    )
    for (const secret of [keys.jwtSecret, keys.serviceRoleKey])
      expect(config.rows[0]?.all).not.toContain(secret)
  })

  it.each([
    ['e-mail', { email: 'otro@clinica.test' }],
    ['an own e-mail, spelled so that it may be another', { email: 'paciente@clinica.test\u0000' }],
    ['e-mail of another', { email: emailOf('admin') }],
    ['phone', { phone: '+525512345678' }],
    ['data', { data: { role: 'doctor', is_admin: true } }],
    ['half a letter', '{"password":"\\ud800\\ud800\\ud800","nonce":"\\ud800"}'],
    ['a list', '[]'],
    ['a number', '1'],
    ['the prototype', '{"__proto__":{"password":"Otra-2026!"}}'],
    ['deep data', `{"data":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`],
  ])('PUT /user changes no %s', async (_name, body) => {
    const before = await backend().database.query(`select u::text as all from auth.users u where id = $1`, [
      own.user.id,
    ])
    const answer = await ask('PUT', '/auth/v1/user', own.access_token, body)
    expect(answer.status, answer.text).toBeLessThan(500)
    const after = await backend().database.query(`select u::text as all from auth.users u where id = $1`, [
      own.user.id,
    ])
    expect(after.rows).toEqual(before.rows)
  })

  it('fields that only a server may set count for nothing', async () => {
    await ask('PUT', '/auth/v1/user', own.access_token, {
      role: 'service_role',
      app_metadata: { role: 'service_role' },
      user_metadata: { is_admin: true },
      banned_until: null,
      is_super_admin: true,
      aud: 'admin',
      id: backend().ids.admin,
      email_confirmed_at: null,
    })
    const { json } = await ask('GET', '/auth/v1/user', own.access_token)
    expect(json).toMatchObject({ id: own.user.id, role: 'authenticated', aud: 'authenticated' })
    expect(JSON.stringify(json)).not.toContain('service_role')
  })

  it('a wrong code is no way to try passwords without changing one', async () => {
    const tries: unknown[] = []
    for (const guess of ['Adivina-1', 'Adivina-2', password, 'Adivina-3', password, password, password]) {
      const { json } = await ask('PUT', '/auth/v1/user', own.access_token, {
        password: guess,
        nonce: '00000000',
      })
      tries.push(json.error_code)
    }
    expect(new Set(tries)).toEqual(new Set(['reauthentication_not_valid', 'over_request_rate_limit']))
  })

  it.each([
    'signup',
    'otp',
    'magiclink',
    'resend',
    'invite',
    'sso',
    'sso/saml/acs',
    'saml/acs',
    'authorize',
    'callback',
    'user/identities/authorize',
    'oauth/authorize',
    'oauth/clients/register',
    'admin/generate_link',
    'admin/sso/providers',
    'admin/audit',
    'admin/oauth/clients',
    'sessions',
    'token?grant_type=id_token',
    'token?grant_type=web3',
    'token?grant_type=pkce',
    'token?grant_type=client_credentials',
    'token',
    'TOKEN?grant_type=password',
    'token/',
    '/token?grant_type=password',
    'user/',
    'user/factors',
    'verify?type=signup',
    'passkeys',
  ])('the door /%s is shut', async (path) => {
    const body = {
      email: 'nadie@clinica.test',
      password,
      data: { role: 'doctor' },
      provider: 'google',
      phone: '+525512345678',
      is_anonymous: true,
    }
    for (const method of ['GET', 'POST']) {
      const answer = await backend().call(method, `/auth/v1/${path}`, {
        token: own.access_token,
        ...(method === 'POST' && { body }),
      })
      expect(
        answer.status === 303 || (answer.status >= 400 && answer.status < 500),
        `${path} ${answer.status}`,
      ).toBe(true)
      expect(answer.text).not.toContain('access_token')
    }
  })

  describe('the second factor', () => {
    const enrol = (token: string, name = 'teléfono') =>
      ask('POST', '/auth/v1/factors', token, { factor_type: 'totp', friendly_name: name })
    const secretOf = ({ json }: Answer) =>
      String(Object.entries(Object(json.totp)).find(([key]) => key === 'secret')?.[1])
    const challenge = async (token: string, factor: string) =>
      String((await ask('POST', `/auth/v1/factors/${factor}/challenge`, token)).json.id)
    const codeNow = (secret: string) => totpCode(secret, totpStep(backend().now()))
    const verify = async (token: string, factor: string, secret: string, code?: string) => {
      const challenge_id = await challenge(token, factor)
      return ask('POST', `/auth/v1/factors/${factor}/verify`, token, {
        challenge_id,
        code: code ?? codeNow(secret),
      })
    }
    /** A doctor's session with the password only, one that passed a verified factor, and that factor. */
    const withFactor = async (person: Person) => {
      const first = await backend().signIn(person)
      const begun = await enrol(first.access_token)
      const factor = String(begun.json.id)
      const secret = secretOf(begun)
      const raised = await verify(first.access_token, factor, secret)
      expect(raised.status, raised.text).toBe(200)
      backend().advance(60)
      return { factor, secret, passed: tokensOf(raised), due: await backend().signIn(person) }
    }

    it('a session of the password alone changes nothing about it', async () => {
      const { factor, secret, due, passed } = await withFactor('doctora')
      const before = await ask('GET', '/auth/v1/user', passed.access_token)
      expect((await enrol(due.access_token, 'otro')).json).toMatchObject({ error_code: 'insufficient_aal' })
      expect((await ask('DELETE', `/auth/v1/factors/${factor}`, due.access_token)).status).toBe(422)
      expect((await ask('PUT', '/auth/v1/user', due.access_token, { password: 'Otra-2026!' })).status).toBe(
        401,
      )
      const { access_token: stranger } = await backend().signIn('paciente')
      for (const token of [stranger, keys.anonKey]) {
        expect(
          (await ask('POST', `/auth/v1/factors/${factor}/challenge`, token)).status,
        ).toBeGreaterThanOrEqual(403)
        expect((await ask('DELETE', `/auth/v1/factors/${factor}`, token)).status).toBeGreaterThanOrEqual(403)
        const guess = { challenge_id: factor, code: codeNow(secret) }
        expect(
          (await ask('POST', `/auth/v1/factors/${factor}/verify`, token, guess)).status,
        ).toBeGreaterThanOrEqual(403)
      }
      expect((await ask('GET', '/auth/v1/user', passed.access_token)).json.factors).toEqual(
        before.json.factors,
      )
      // A recovery session only proves the mailbox.
      await backend().call('POST', '/auth/v1/recover', { body: { email: emailOf('doctora') } })
      const find = () =>
        backend().letters.findLast(({ kind, to }) => kind === 'recovery' && to === emailOf('doctora'))
      await expect.poll(find).toBeDefined()
      const letter = find()
      if (letter?.kind !== 'recovery') throw new Error('no letter')
      const { json } = await backend().call('POST', '/auth/v1/verify', {
        body: { type: 'recovery', email: emailOf('doctora'), token: letter.code },
      })
      const recovered = String(json.access_token)
      expect(decodeJwt(recovered).aal).toBe('aal1')
      expect((await ask('PUT', '/auth/v1/user', recovered, { password: 'Otra-2026!' })).status).toBe(401)
      expect((await ask('GET', '/rest/v1/citas?select=id', recovered)).text).toBe('[]')
      expect((await ask('GET', '/rest/v1/profiles?select=id', recovered)).json).toMatchObject({
        0: { id: backend().ids.doctora },
      })
    })

    it('a code opens once, for nobody else and not for long', async () => {
      const { factor, secret, due } = await withFactor('doctor')
      const code = codeNow(secret)
      expect((await verify(due.access_token, factor, secret, code)).status).toBe(200)
      const again = await backend().signIn('doctor')
      expect((await verify(again.access_token, factor, secret, code)).json).toMatchObject({
        error_code: 'mfa_verification_failed',
      })
      for (const guess of ['000000', '', '      ', '1e5', '００００００', `${code} ${code}`]) {
        const answer = await verify(again.access_token, factor, secret, guess)
        expect([422, 429, 400], answer.text).toContain(answer.status)
      }
      backend().advance(60)
      // Five wrong ones in five minutes: now not even the right one.
      expect((await verify(again.access_token, factor, secret)).status).toBe(429)
    })

    it('a factor that was begun with the password alone cannot be finished beside a verified one', async () => {
      const first = await backend().signIn('admin')
      const begun = await enrol(first.access_token, 'del atacante')
      const { due } = await withFactor('admin')
      // As if both had happened at once, after the clean-up.
      const { rows } = await backend().database.query<{ id: string }>(
        `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
         values ($1, 'a la vez', 'totp', 'unverified', $2) returning id::text as id`,
        [backend().ids.admin, secretOf(begun)],
      )
      const answer = await verify(due.access_token, rows[0]?.id ?? '', secretOf(begun))
      expect(answer).toMatchObject({ status: 403, json: { error_code: 'insufficient_aal' } })
      const factors = await backend().database.query<{ status: string }>(
        `select status::text as status from auth.mfa_factors where user_id = $1 order by status`,
        [backend().ids.admin],
      )
      expect(factors.rows.map(({ status }) => status)).toEqual(['unverified', 'verified'])
    })

    it('two begun factors that are finished at once leave one, and no failure', async () => {
      const mine = await backend().signIn('ajena')
      const theirs = await backend().signIn('ajena')
      const [one, two] = [await enrol(mine.access_token, 'mío'), await enrol(theirs.access_token, 'suyo')]
      const answers = await Promise.all([
        verify(mine.access_token, String(one.json.id), secretOf(one)),
        verify(theirs.access_token, String(two.json.id), secretOf(two)),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
      ])
      const left = await backend().database.query(
        `select 1 as one from auth.mfa_factors where user_id = $1`,
        [backend().ids.ajena],
      )
      expect(left.rows.length).toBe(1)
    })

    it('a removed factor ends what it had raised, also in tokens that are out', async () => {
      const { rows } = await backend().database.query<{ id: string }>(
        `select id::text as id from auth.mfa_factors where user_id = $1 and status = 'verified'`,
        [backend().ids.doctora],
      )
      const { secret } = { secret: await secretFromTable(rows[0]?.id ?? '') }
      backend().advance(90)
      const session = await backend().signIn('doctora')
      const raised = tokensOf(await verify(session.access_token, rows[0]?.id ?? '', secret))
      expect((await powers(raised.access_token, backend().ids.doctora)).rows).toBe(true)
      const removal = await backend().call(
        'DELETE',
        `/auth/v1/admin/users/${backend().ids.doctora}/factors/${rows[0]?.id}`,
        {
          token: backend().serviceKey,
        },
      )
      expect(removal.status).toBe(200)
      expect((await powers(raised.access_token, backend().ids.doctora)).rows).toBe(false)
    })
    const secretFromTable = async (id: string) => {
      const { rows } = await backend().database.query<{ secret: string }>(
        `select secret from auth.mfa_factors where id = $1`,
        [id],
      )
      return rows[0]?.secret ?? ''
    }

    it.each([
      ['html', { friendly_name: '<img src=x onerror=alert(1)>', issuer: '"><script>alert(1)</script>' }],
      ['half a letter', '{"factor_type":"totp","friendly_name":"h","issuer":"\\ud800"}'],
      ['half a letter in the name', '{"factor_type":"totp","friendly_name":"\\udfff"}'],
      ['a zero', '{"factor_type":"totp","friendly_name":"a\\u0000"}'],
      ['line ends', { friendly_name: 'a\r\nX: y', issuer: 'a\r\nb' }],
      ['another type', { factor_type: 'phone', phone: '+525512345678' }],
    ])('a name with %s is only a name', async (_name, body) => {
      const { access_token: token } = await backend().signIn('paciente')
      const answer = await ask(
        'POST',
        '/auth/v1/factors',
        token,
        typeof body === 'string' ? body : { factor_type: 'totp', ...body },
      )
      expect(answer.status, answer.text).toBeLessThan(500)
      const picture = String(
        Object.entries(Object(answer.json.totp)).find(([key]) => key === 'qr_code')?.[1] ?? '',
      )
      expect(picture).not.toMatch(/script|onerror|alert/)
    })
  })

  it('who must change the password gets through no other door', async () => {
    const { access_token: token, user } = await backend().signIn('nueva')
    const doors = await Promise.all([
      ask('GET', '/rest/v1/citas?select=id', token),
      ask('GET', '/rest/v1/medical_notes?select=id', token),
      ask('POST', '/storage/v1/object/list/study_files', token, { prefix: user.id }),
      ask('POST', `/storage/v1/object/profile_photos/${user.id}/foto.png`, token, 'x'),
      ask('POST', '/auth/v1/factors', token, { factor_type: 'totp' }),
      ask('POST', '/functions/v1/create-patient-manual', token, { full_name: 'X', email: 'x@y.mx' }),
    ])
    expect(doors.map(({ status, text }) => (text === '[]' ? 'empty' : status))).toEqual([
      'empty',
      'empty',
      'empty',
      403,
      403,
      403,
    ])
    await backend().database.query(
      `update private.account_state set temp_expires_at = now() - interval '1 minute' where user_id = $1`,
      [user.id],
    )
    expect((await ask('PUT', '/auth/v1/user', token, { password: 'Otra-2026!' })).json).toMatchObject({
      error_code: 'temporary_password_expired',
    })
  })
})
