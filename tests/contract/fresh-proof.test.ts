import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { totpCode, totpStep } from '#server/auth/totp.ts'
import type { Service } from '#server/identity.ts'
import type { Letter } from '#server/mail/letters.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { addAccount, connect, keys, url } from './accounts.ts'

const password = 'Demo-2026!'
const needed = 'reauthentication_needed'

/** Decision: an open session is not enough to take over an account. */
describe.each(engines())('a fresh proof on $name', (engine) => {
  let fresh: FreshDatabase
  let auth: Service
  let clock = new Date()
  let count = 0
  let email = ''
  let id = ''
  let client: SupabaseClient
  let letters: Letter[] = []

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
  })
  afterAll(() => fresh?.dispose())
  beforeEach(async () => {
    clock = new Date()
    letters = []
    auth = createAuth({
      database: fresh.database,
      keys,
      publicUrl: url,
      sendMail: async (letter) => void letters.push(letter),
      now: () => clock,
    })
    count += 1
    email = `prueba${count}@clinica.test`
    id = await addAccount(fresh.database, auth, { email, password })
    client = await signedIn()
  })

  const minutes = (many: number) => {
    clock = new Date(clock.getTime() + many * 60_000)
  }
  const signedIn = async () => {
    const other = connect(auth)
    const { error } = await other.auth.signInWithPassword({ email, password })
    if (error) throw error
    return other
  }
  const change = async (from = client, chosen = 'Nueva-2026!') =>
    (await from.auth.updateUser({ password: chosen })).error?.code
  const enroll = async (from = client) => {
    const { data, error } = await from.auth.mfa.enroll({ factorType: 'totp' })
    return { code: error?.code, factorId: data?.id ?? '', secret: data?.totp.secret ?? '' }
  }
  const give = async (factor: { factorId: string; secret: string }, from = client) => {
    const code = totpCode(factor.secret, totpStep(clock))
    const { error } = await from.auth.mfa.challengeAndVerify({ factorId: factor.factorId, code })
    if (error) throw error
  }
  const kinds = () => letters.map(({ kind }) => kind)

  it('the password is changed within ten minutes of signing in, and not later', async () => {
    minutes(11)
    await client.auth.refreshSession()
    expect(await change()).toBe(needed)
    // Somebody who may not change it must not learn whether a guess is right.
    expect(await change(client, password)).toBe(needed)
    const again = await signedIn()
    minutes(9)
    expect(await change(again)).toBeUndefined()
    expect(kinds()).toEqual(['password-changed'])
    expect(letters[0]).toEqual({ kind: 'password-changed', to: email })
  })

  it('a second factor is begun within ten minutes of signing in, and not later', async () => {
    minutes(11)
    await client.auth.refreshSession()
    expect((await enroll()).code).toBe(needed)
    const again = await signedIn()
    const factor = await enroll(again)
    expect(factor.code).toBeUndefined()
    expect(kinds()).toEqual([])
    await give(factor, again)
    expect(kinds()).toEqual(['factor-added'])
  })

  it('an account with a second factor is changed within ten minutes of its last code, and not later', async () => {
    const factor = await enroll()
    await give(factor)
    minutes(11)
    await client.auth.refreshSession()
    const remove = async () => (await client.auth.mfa.unenroll({ factorId: factor.factorId })).error?.code
    expect([await change(), (await enroll()).code, await remove()]).toEqual([needed, needed, needed])
    await give(factor)
    expect(await change()).toBeUndefined()
    expect(await remove()).toBeUndefined()
    expect(kinds()).toEqual(['factor-added', 'password-changed', 'factor-removed'])
  })

  it('what was begun and left is forgotten without one', async () => {
    const factor = await enroll()
    minutes(11)
    await client.auth.refreshSession()
    expect((await client.auth.mfa.unenroll({ factorId: factor.factorId })).error).toBeNull()
    expect(kinds()).toEqual([])
  })

  it('a recovery chooses a password for an hour, but begins no second factor', async () => {
    await client.auth.resetPasswordForEmail(email)
    await expect.poll(kinds).toEqual(['recovery'])
    const [letter] = letters
    if (letter?.kind !== 'recovery') throw new Error('another letter')
    const found = connect(auth)
    await found.auth.verifyOtp({ type: 'recovery', email, token: letter.code })
    minutes(50)
    expect((await enroll(found)).code).toBe(needed)
    expect(await change(found)).toBeUndefined()
    minutes(11)
    await found.auth.refreshSession()
    expect(await change(found, 'Otra-2026!')).toBe(needed)
  })

  it('a temporary password is replaced whenever its owner comes to it', async () => {
    await fresh.database.query('update private.account_state set must_change = true where user_id = $1', [id])
    minutes(50)
    expect(await change()).toBeUndefined()
    minutes(11)
    await client.auth.refreshSession()
    expect(await change(client, 'Otra-2026!')).toBe(needed)
  })

  it('a code that was just mailed stands for the password, and never for the second factor', async () => {
    const nonce = async () => {
      await client.auth.reauthenticate()
      const letter = letters.findLast(({ kind }) => kind === 'reauthentication')
      return letter?.kind === 'reauthentication' ? letter.code : ''
    }
    minutes(11)
    await client.auth.refreshSession()
    const changed = await client.auth.updateUser({ password: 'Nueva-2026!', nonce: await nonce() })
    expect(changed.error).toBeNull()
    const again = connect(auth)
    await again.auth.signInWithPassword({ email, password: 'Nueva-2026!' })
    client = again
    await give(await enroll())
    minutes(11)
    await client.auth.refreshSession()
    const refused = await client.auth.updateUser({ password: 'Otra-2026!', nonce: await nonce() })
    expect(refused.error?.code).toBe(needed)
  })

  it('the service’s own changes are told to the account as well', async () => {
    const { admin } = connect(auth, keys.serviceRoleKey).auth
    await give(await enroll())
    const { data } = await admin.mfa.listFactors({ userId: id })
    await admin.mfa.deleteFactor({ userId: id, id: data?.factors[0]?.id ?? '' })
    await admin.updateUserById(id, { password: 'Temporal-9281' })
    expect(kinds()).toEqual(['factor-added', 'factor-removed', 'password-changed'])
  })
})
