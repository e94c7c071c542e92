import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import type { Service } from '#server/identity.ts'
import type { Letter } from '#server/mail/letters.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { addAccount, connect, keys, recoveryToken, url } from './accounts.ts'

const password = 'Demo-2026!'
const newPassword = 'Nueva-2026!'

describe.each(engines())('a forgotten password on $name', (engine) => {
  let fresh: FreshDatabase
  let auth: Service
  let clock = new Date()
  let count = 0
  let email = ''
  let id = ''
  let client: SupabaseClient
  let sent: Letter[] = []
  let onSent: ((letter: Letter) => void) | undefined

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
  })
  afterAll(() => fresh?.dispose())

  beforeEach(async () => {
    clock = new Date()
    sent = []
    auth = createAuth({
      database: fresh.database,
      keys,
      publicUrl: url,
      sendMail: async (letter) => {
        sent.push(letter)
        onSent?.(letter)
      },
      now: () => clock,
    })
    count += 1
    email = `olvido${count}@clinica.test`
    id = await addAccount(fresh.database, auth, { email, password })
    client = connect(auth)
  })

  const advance = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000)
  }
  const state = (change: string) =>
    fresh.database.query(`update private.account_state set ${change} where user_id = $1`, [id])
  /** Asks for a recovery and waits for its message. */
  const recover = async (redirectTo?: string, from = connect(auth)) => {
    // A letter of the test before may still be on its way.
    const letter = new Promise<Letter>((resolve) => {
      onSent = (one) => one.to === email && resolve(one)
    })
    const { error } = await from.auth.resetPasswordForEmail(email, { ...(redirectTo && { redirectTo }) })
    if (error) throw error
    const arrived = await letter
    if (arrived.kind !== 'recovery') throw new Error('another letter')
    return { ...arrived, token: recoveryToken(arrived.link) }
  }
  /** The messages sent by the time a later one has arrived. */
  const settle = async () => {
    const other = `testigo${count}-${sent.length}@clinica.test`
    await addAccount(fresh.database, auth, { email: other, password })
    const arrived = new Promise<void>((resolve) => {
      onSent = (letter) => letter.to === other && resolve()
    })
    await connect(auth, keys.anonKey, '198.51.100.9').auth.resetPasswordForEmail(other)
    await arrived
    return sent.filter((letter) => letter.to !== other)
  }
  const byHash = (token: string) => connect(auth).auth.verifyOtp({ type: 'recovery', token_hash: token })
  const byCode = (code: string, address = '192.0.2.1') =>
    connect(auth, keys.anonKey, address).auth.verifyOtp({ type: 'recovery', email, token: code })
  const signIn = (word: string) => connect(auth).auth.signInWithPassword({ email, password: word })

  describe('asking', () => {
    it('answers the same whether the e-mail exists or not, and writes to nobody else', async () => {
      const ask = async (address: string) => {
        const response = await auth(
          new Request(`${url}/auth/v1/recover`, {
            method: 'POST',
            headers: { apikey: keys.anonKey },
            body: JSON.stringify({ email: address }),
          }),
        )
        return [response.status, await response.json(), [...response.headers]]
      }
      const known = await ask(email)
      expect(known.slice(0, 2)).toEqual([200, {}])
      expect(await ask('nadie@clinica.test')).toEqual(known)
      expect((await settle()).map((letter) => letter.to)).toEqual([email])
    })

    it('answers before anybody looked whether the account exists', async () => {
      let looked = false
      const database: FreshDatabase['database'] = {
        ...fresh.database,
        transaction: () => {
          looked = true
          return new Promise(() => {})
        },
      }
      const asleep = createAuth({ database, keys, publicUrl: url, sendMail: async () => {} })
      expect((await connect(asleep).auth.resetPasswordForEmail(email)).error).toBeNull()
      expect(looked).toBe(true)
    })

    it.each([
      ['closed', 'closed_at = now()'],
      ['left with an expired temporary password', `must_change = true, temp_expires_at = '2026-01-01'`],
    ])('sends nothing to an account that is %s', async (_, change) => {
      await state(change)
      expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
      expect(await settle()).toEqual([])
    })

    it.each(['no es un correo', '', 'a\u0000@b.test', '@'])('refuses the e-mail %j', async (wrong) => {
      expect((await client.auth.resetPasswordForEmail(wrong)).error).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    })

    it('is limited for an e-mail, known or not, and for an address', async () => {
      for (const name of [email, 'nadie@clinica.test']) {
        const codes: (string | undefined)[] = []
        for (let i = 0; i < 6; i++) {
          const { error } = await connect(auth, keys.anonKey, `192.0.2.${i}`).auth.resetPasswordForEmail(name)
          codes.push(error?.code)
        }
        expect(codes).toEqual([...Array(5).fill(undefined), 'over_email_send_rate_limit'])
      }
      const from = connect(auth, keys.anonKey, '203.0.113.1')
      for (let i = 0; i < 20; i++) await from.auth.resetPasswordForEmail(`nadie${i}@clinica.test`)
      expect((await from.auth.resetPasswordForEmail('nadie99@clinica.test')).error).toMatchObject({
        status: 429,
      })
    })
  })

  describe('the link', () => {
    it.each([
      undefined,
      `${url}/dashboard/profile`,
      'https://malo.test/robar',
      '//malo.test',
      'https://clinica.test.malo.test/',
    ])('leads to our own page, also when %s is asked for', async (elsewhere) => {
      const { link, token } = await recover(elsewhere)
      expect(link).toBe(`${url}/recuperar-contrasena#token_hash=${token}`)
    })

    it('is not used up by what opens addresses: only a POST spends it', async () => {
      const { token } = await recover()
      for (const method of ['GET', 'HEAD'])
        for (const name of ['token', 'token_hash']) {
          const address = `${url}/auth/v1/verify?type=recovery&${name}=${token}`
          expect((await auth(new Request(address, { method }))).status).toBe(405)
        }
      expect((await byHash(token)).error).toBeNull()
    })

    it('opens a session that may choose a new password', async () => {
      const { token } = await recover()
      const { data, error } = await client.auth.verifyOtp({ type: 'recovery', token_hash: token })
      expect(error).toBeNull()
      expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
        sub: id,
        aal: 'aal1',
        amr: [{ method: 'otp' }],
      })
      expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
      expect((await signIn(newPassword)).error).toBeNull()
      expect((await signIn(password)).error?.code).toBe('invalid_credentials')
    })

    it('works once', async () => {
      const { token, code } = await recover()
      expect((await byHash(token)).error).toBeNull()
      expect((await byHash(token)).error).toMatchObject({ status: 403, code: 'otp_expired' })
      expect((await byCode(code)).error).toMatchObject({ status: 403, code: 'otp_expired' })
    })

    it('sent many times at once lets one in', async () => {
      const { token } = await recover()
      const answers = await Promise.all([1, 2, 3, 4].map(() => byHash(token)))
      expect(answers.filter(({ error }) => !error)).toHaveLength(1)
    })

    it('lasts an hour', async () => {
      const { token, code } = await recover()
      advance(3600)
      expect((await byHash(token)).error?.code).toBe('otp_expired')
      expect((await byCode(code)).error?.code).toBe('otp_expired')
      advance(-1)
      expect((await byHash(token)).error).toBeNull()
    })

    it('is replaced by the next one', async () => {
      const first = await recover()
      const second = await recover()
      expect((await byHash(first.token)).error?.code).toBe('otp_expired')
      expect((await byHash(second.token)).error).toBeNull()
    })

    it('is worthless after a password was chosen', async () => {
      const { token } = await recover()
      await client.auth.signInWithPassword({ email, password })
      expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
      expect((await byHash(token)).error?.code).toBe('otp_expired')
    })

    it('lets nobody into an account that was closed meanwhile, or whose temporary password ran out', async () => {
      const { token } = await recover()
      await state('closed_at = now()')
      expect((await byHash(token)).error?.code).toBe('user_banned')
      await state(
        `closed_at = null, must_change = true, temp_expires_at = '${new Date(clock.getTime() - 1000).toISOString()}'`,
      )
      expect((await byHash(token)).error?.code).toBe('temporary_password_expired')
    })
  })

  describe('in supabase-js', () => {
    it('the token of the link opens a session and tells PASSWORD_RECOVERY', async () => {
      const events: string[] = []
      client.auth.onAuthStateChange((event) => void events.push(event))
      const { token } = await recover()
      const { data, error } = await client.auth.verifyOtp({ type: 'recovery', token_hash: token })
      expect(error).toBeNull()
      expect(data.session?.user).toMatchObject({ id, email })
      expect(events).toContain('PASSWORD_RECOVERY')
      expect((await client.auth.getUser()).data.user?.id).toBe(id)
    })

    it('so does the code with the e-mail, however it is written', async () => {
      const { code } = await recover()
      expect(code).toMatch(/^\d{8}$/)
      const { data, error } = await client.auth.verifyOtp({
        type: 'recovery',
        email: ` ${email.toUpperCase()}`,
        token: code,
      })
      expect(error).toBeNull()
      expect(data.user?.id).toBe(id)
    })

    it('codes cannot be guessed: after five wrong ones not even the right one counts, but the link does', async () => {
      const { code, token } = await recover()
      const wrong = code === '000000' ? '000001' : '000000'
      for (let i = 0; i < 5; i++)
        expect((await byCode(wrong, `192.0.2.${i}`)).error?.code).toBe('otp_expired')
      expect((await byCode(code, '192.0.2.50')).error).toMatchObject({ status: 429 })
      expect((await byHash(token)).error).toBeNull()
    })

    it('a code is its own account’s only', async () => {
      const { code } = await recover()
      const other = `otra${count}@clinica.test`
      await addAccount(fresh.database, auth, { email: other, password })
      const { error } = await client.auth.verifyOtp({ type: 'recovery', email: other, token: code })
      expect(error?.code).toBe('otp_expired')
    })

    it.each([
      [{ type: 'recovery' }, 'validation_failed'],
      [{ type: 'recovery', token: '123456' }, 'validation_failed'],
      [{ type: 'recovery', token_hash: { a: 1 } }, 'validation_failed'],
      [{ type: 'signup', token_hash: 'x' }, 'validation_failed'],
      [{ token_hash: 'x' }, 'validation_failed'],
    ])('refuses %j', async (body, code) => {
      const response = await auth(
        new Request(`${url}/auth/v1/verify`, { method: 'POST', body: JSON.stringify(body) }),
      )
      expect([response.status, (await response.json()).error_code]).toEqual([400, code])
    })

    it('a temporary password that still counts may be replaced so', async () => {
      await state(
        `must_change = true, temp_expires_at = '${new Date(clock.getTime() + 60_000).toISOString()}'`,
      )
      const { token } = await recover()
      await client.auth.verifyOtp({ type: 'recovery', token_hash: token })
      expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
      const { rows } = await fresh.database.query(
        'select must_change from private.account_state where user_id = $1',
        [id],
      )
      expect(rows).toEqual([{ must_change: false }])
    })
  })

  it('the database keeps nothing that opens an account', async () => {
    const { token, code } = await recover()
    const { rows } = await fresh.database.query<{ kept: string }>(
      `select jsonb_build_array(u.recovery_token, to_jsonb(t))::text as kept
       from auth.users u join auth.one_time_tokens t on t.user_id = u.id where u.id = $1`,
      [id],
    )
    const kept = rows[0]?.kept ?? ''
    expect(kept).toContain('recovery_token')
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(`"${code}"`)
    for (const hash of kept.match(/[\w-]{43}/g) ?? [])
      expect((await byHash(hash)).error?.code).toBe('otp_expired')
  })

  describe('confirming who is there', () => {
    const nonce = async (session: Session | null) => {
      if (!session) throw new Error('not signed in')
      const { error } = await client.auth.reauthenticate()
      expect(error).toBeNull()
      const letter = sent.at(-1)
      if (letter?.kind !== 'reauthentication') throw new Error('no code was sent')
      expect(letter.to).toBe(email)
      return letter.code
    }

    it('a code from a message goes with a change of password, once and within the hour', async () => {
      const { data } = await client.auth.signInWithPassword({ email, password })
      const wrong = await client.auth.updateUser({ password: newPassword, nonce: 'no' })
      expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
      const late = await nonce(data.session)
      advance(3600)
      await client.auth.signInWithPassword({ email, password })
      expect((await client.auth.updateUser({ password: newPassword, nonce: late })).error?.code).toBe(
        'reauthentication_not_valid',
      )
      const code = await nonce(data.session)
      expect((await client.auth.updateUser({ password: newPassword, nonce: code })).error).toBeNull()
      expect((await client.auth.updateUser({ password, nonce: code })).error?.code).toBe(
        'reauthentication_not_valid',
      )
    })

    it('is for people who are signed in', async () => {
      const response = await auth(
        new Request(`${url}/auth/v1/reauthenticate`, { headers: { apikey: keys.anonKey } }),
      )
      expect(response.status).toBe(401)
      expect(sent).toEqual([])
    })

    it('without a code a password changes as before', async () => {
      await client.auth.signInWithPassword({ email, password })
      expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull()
    })
  })

  it('getClaims asks the service, because there is no public key', async () => {
    await client.auth.signInWithPassword({ email, password })
    const { data, error } = await client.auth.getClaims()
    expect(error).toBeNull()
    expect(data?.claims).toMatchObject({ sub: id, email, role: 'authenticated', aal: 'aal1' })
    await client.auth.signOut({ scope: 'local' })
    expect((await client.auth.getClaims()).data).toBeNull()
  })
})
