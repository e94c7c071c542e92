import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { totpCode, totpStep } from '#server/auth/totp.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { createRest } from '#server/rest/rest.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { addAccount, connect, keys, recoveryToken, url } from './accounts.ts'

const password = 'Demo-2026!'

describe.each(engines())('second factors on $name', (engine) => {
  let fresh: FreshDatabase
  let auth: Service
  let backend: Service
  let clock = new Date()
  let count = 0
  let email = ''
  let id = ''
  let client: SupabaseClient

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
  })
  afterAll(() => fresh?.dispose())

  beforeEach(async () => {
    clock = new Date()
    auth = createAuth({
      database: fresh.database,
      keys,
      publicUrl: url,
      sendMail: async () => {},
      now: () => clock,
    })
    const identify = createIdentify(createVerifyToken(keys))
    const rest = createRest({ database: fresh.database, identify })
    backend = (request) =>
      new URL(request.url).pathname.startsWith('/auth/') ? auth(request) : rest(request)
    count += 1
    email = `factor${count}@clinica.test`
    id = await addAccount(fresh.database, auth, { email, password })
    client = await signedIn()
  })

  const advance = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000)
  }
  const signedIn = async () => {
    const other = connect(backend)
    const { error } = await other.auth.signInWithPassword({ email, password })
    if (error) throw error
    return other
  }
  const codeOf = (secret: string, steps = 0) => totpCode(secret, totpStep(clock) + steps)
  const enroll = async (from = client, friendlyName?: string) => {
    const { data, error } = await from.auth.mfa.enroll({
      factorType: 'totp',
      ...(friendlyName && { friendlyName }),
    })
    if (error) throw error
    return { factorId: data.id, secret: data.totp.secret, data }
  }
  const enrolled = async () => {
    const { factorId, secret } = await enroll()
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    if (error) throw error
    advance(60)
    return { factorId, secret }
  }
  const token = async (of: SupabaseClient) => (await of.auth.getSession()).data.session?.access_token ?? ''
  const verifyCode = async (of: SupabaseClient, factorId: string, code: string) =>
    (await of.auth.mfa.challengeAndVerify({ factorId, code })).error?.code
  const level = async (of: SupabaseClient) => {
    const { data } = await of.auth.mfa.getAuthenticatorAssuranceLevel()
    return [data?.currentLevel, data?.nextLevel]
  }

  it('enrolling shows the secret as text, address and picture, and does not count yet', async () => {
    const { data } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Mi teléfono',
      issuer: 'Índice',
    })
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Mi teléfono' })
    const secret = data?.totp.secret ?? ''
    const uri = new URL(data?.totp.uri ?? '')
    expect(decodeURIComponent(uri.pathname)).toBe(`/Índice:${email}`)
    expect(uri.searchParams.get('secret')).toBe(secret)
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
    expect(await level(client)).toEqual(['aal1', 'aal1'])
    const { data: factors } = await client.auth.mfa.listFactors()
    expect(factors?.all).toMatchObject([
      { friendly_name: 'Mi teléfono', status: 'unverified', factor_type: 'totp' },
    ])
    expect(factors?.totp).toEqual([])
    expect(JSON.stringify(factors)).not.toContain(secret)
  })

  it('the first right code raises the session, tells MFA_CHALLENGE_VERIFIED and ends those of the password alone', async () => {
    const other = await signedIn()
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    const { factorId, secret } = await enroll()
    const before = decodeJwt(await token(client))
    const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect(error).toBeNull()
    expect(data?.user).toMatchObject({ id, factors: [{ id: factorId, status: 'verified' }] })
    const claims = decodeJwt(data?.access_token ?? '')
    expect(claims).toMatchObject({ aal: 'aal2', session_id: before.session_id })
    expect(claims.amr).toEqual([
      expect.objectContaining({ method: 'password' }),
      expect.objectContaining({ method: 'totp' }),
    ])
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    expect(await level(client)).toEqual(['aal2', 'aal2'])
    const { data: factors } = await client.auth.mfa.listFactors()
    expect(factors?.totp.map((factor) => factor.id)).toEqual([factorId])
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  it('a refreshed session keeps its level; the tokens from before it was raised end it', async () => {
    const old = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    const { factorId, secret } = await enroll()
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    const { data } = await client.auth.refreshSession()
    expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal2' })
    advance(11)
    const { error } = await connect(auth).auth.refreshSession({ refresh_token: old })
    expect(error?.code).toBe('refresh_token_already_used')
  })

  it('the next sign-in gets only its own profile from the database until the code was given', async () => {
    await fresh.database.query(`update public.profiles set role = 'doctor', is_admin = true where id = $1`, [
      id,
    ])
    const { factorId, secret } = await enrolled()
    await addAccount(fresh.database, auth, { email: `paciente${count}@clinica.test`, password })
    const next = await signedIn()
    expect(await level(next)).toEqual(['aal1', 'aal2'])
    const people = async () => (await next.from('profiles').select('id')).data ?? []
    const addService = async () =>
      (await next.from('services').insert({ name: `Nuevo ${count}`, price: 100 })).error?.code
    expect(await people()).toEqual([{ id }])
    expect(await addService()).toBe('42501')
    expect(await verifyCode(next, factorId, codeOf(secret))).toBeUndefined()
    expect((await people()).length).toBeGreaterThan(1)
    expect(await addService()).toBeUndefined()
  })

  it('a session of the password alone neither changes the password nor adds or removes factors', async () => {
    const { factorId } = await enrolled()
    const next = await signedIn()
    expect((await next.auth.updateUser({ password: 'Nueva-2026!' })).error?.code).toBe('insufficient_aal')
    expect((await next.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal')
    expect((await next.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
    expect((await client.auth.updateUser({ password: 'Nueva-2026!' })).error).toBeNull()
  })

  it('a clock may be one step off, and no code counts twice', async () => {
    const { factorId, secret } = await enrolled()
    expect(await verifyCode(await signedIn(), factorId, codeOf(secret, -2))).toBe('mfa_verification_failed')
    expect(await verifyCode(await signedIn(), factorId, codeOf(secret, 2))).toBe('mfa_verification_failed')
    expect(await verifyCode(await signedIn(), factorId, codeOf(secret, -1))).toBeUndefined()
    const code = codeOf(secret)
    const sessions = [await signedIn(), await signedIn(), await signedIn()]
    const answers = await Promise.all(sessions.map((session) => verifyCode(session, factorId, code)))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'mfa_verification_failed')).toHaveLength(2)
    expect(await verifyCode(await signedIn(), factorId, codeOf(secret, -1))).toBe('mfa_verification_failed')
  })

  it('codes cannot be guessed', async () => {
    const { factorId, secret } = await enrolled()
    const next = await signedIn()
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++)
      expect([undefined, 'mfa_verification_failed']).toContain(await verifyCode(next, factorId, wrong))
    expect(await verifyCode(next, factorId, codeOf(secret))).toBe('over_request_rate_limit')
  })

  it('a challenge lasts five minutes and counts once, for its own factor', async () => {
    const { factorId, secret } = await enrolled()
    const { data: late } = await client.auth.mfa.challenge({ factorId })
    expect(late?.expires_at).toBe(Math.floor(clock.getTime() / 1000) + 300)
    advance(300)
    const verify = async (challengeId: string, factor = factorId) =>
      (await client.auth.mfa.verify({ factorId: factor, challengeId, code: codeOf(secret) })).error?.code
    expect(await verify(late?.id ?? '')).toBe('mfa_challenge_expired')
    expect(await verify('no-es-uuid')).toBe('mfa_challenge_expired')
    const second = await enroll(client, 'otro')
    const { data: foreign } = await client.auth.mfa.challenge({ factorId: second.factorId })
    expect(await verify(foreign?.id ?? '')).toBe('mfa_challenge_expired')
    const { data: fresh } = await client.auth.mfa.challenge({ factorId })
    expect(await verify(fresh?.id ?? '')).toBeUndefined()
    advance(60)
    expect(await verify(fresh?.id ?? '')).toBe('mfa_challenge_expired')
  })

  it('nobody touches the factor of somebody else', async () => {
    const { factorId, secret } = await enroll()
    const neighbour = `vecina${count}@clinica.test`
    await addAccount(fresh.database, auth, { email: neighbour, password })
    const other = connect(backend)
    await other.auth.signInWithPassword({ email: neighbour, password })
    expect((await other.auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found')
    const { data } = await client.auth.mfa.challenge({ factorId })
    const stolen = await other.auth.mfa.verify({
      factorId,
      challengeId: data?.id ?? '',
      code: codeOf(secret),
    })
    expect(stolen.error?.code).toBe('mfa_factor_not_found')
    expect((await other.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
    expect((await other.auth.mfa.unenroll({ factorId: 'x' })).error?.code).toBe('mfa_factor_not_found')
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1)
  })

  it('a removed factor counts no more, and its session falls back', async () => {
    const { factorId } = await enrolled()
    const { data, error } = await client.auth.mfa.unenroll({ factorId })
    expect([data?.id, error]).toEqual([factorId, null])
    const { data: refreshed } = await client.auth.refreshSession()
    expect(decodeJwt(refreshed.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    })
    expect(await level(await signedIn())).toEqual(['aal1', 'aal1'])
  })

  it('two factors have two names, and there are ten at most', async () => {
    await enroll(client, 'Teléfono')
    const again = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
    for (let i = 0; i < 9; i++) await enroll(client, `Otro ${i}`)
    const eleventh = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(eleventh.error?.code).toBe('too_many_enrolled_mfa_factors')
    advance(301)
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })).error).toBeNull()
  })

  it('who must change the password first, does so first', async () => {
    await fresh.database.query('update private.account_state set must_change = true where user_id = $1', [id])
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.status).toBe(403)
  })

  it.each([
    [{ factor_type: 'phone', phone: '5551234567' }, 422, 'mfa_phone_enroll_not_enabled'],
    [{ factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    [{ factor_type: 'otra' }, 400, 'validation_failed'],
    [{}, 400, 'validation_failed'],
    [{ factor_type: 'totp', friendly_name: 'a\u0000' }, 400, 'validation_failed'],
    [{ factor_type: 'totp', friendly_name: { a: 1 } }, 400, 'validation_failed'],
  ])('refuses to enroll %j', async (body, status, code) => {
    const response = await auth(
      new Request(`${url}/auth/v1/factors`, {
        method: 'POST',
        headers: { apikey: keys.anonKey, authorization: `Bearer ${await token(client)}` },
        body: JSON.stringify(body),
      }),
    )
    expect([response.status, (await response.json()).error_code]).toEqual([status, code])
  })

  it('the service sees and removes the factor of somebody who lost their phone; nobody else does', async () => {
    const { factorId, secret } = await enrolled()
    const { mfa } = connect(auth, keys.serviceRoleKey).auth.admin
    const { data, error } = await mfa.listFactors({ userId: id })
    expect(error).toBeNull()
    expect(data?.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    expect(JSON.stringify(data)).not.toContain(secret)
    for (const stranger of [connect(auth), client]) {
      const { mfa: refused } = stranger.auth.admin
      const session = await token(stranger)
      const response = await auth(
        new Request(`${url}/auth/v1/admin/users/${id}/factors/${factorId}`, {
          method: 'DELETE',
          headers: { apikey: keys.anonKey, authorization: `Bearer ${session || keys.anonKey}` },
        }),
      )
      expect(response.status).toBe(403)
      expect((await refused.listFactors({ userId: id })).error?.status).toBe(403)
    }
    expect((await mfa.deleteFactor({ userId: id, id: crypto.randomUUID() })).error?.status).toBe(404)
    expect((await mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull()
    expect(await level(await signedIn())).toEqual(['aal1', 'aal1'])
  })

  it('a recovery is no way around the second factor', async () => {
    let link = ''
    const arrived = new Promise<void>((resolve) => {
      const { database } = fresh
      const sendMail: Parameters<typeof createAuth>[0]['sendMail'] = async (letter) => {
        if (letter.kind !== 'recovery') return
        link = letter.link
        resolve()
      }
      auth = createAuth({ database, keys, publicUrl: url, sendMail, now: () => clock })
    })
    await enrolled()
    await client.auth.resetPasswordForEmail(email)
    await arrived
    const lost = connect(backend)
    const token_hash = recoveryToken(link)
    expect((await lost.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull()
    expect((await lost.auth.updateUser({ password: 'Nueva-2026!' })).error?.code).toBe('insufficient_aal')
  })
})
