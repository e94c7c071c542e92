import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import type { Keys, Service } from '#server/identity.ts'
import type { Letter } from '#server/mail/letters.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { addAccount, connect, keys, keysOf, recoveryToken, url } from './accounts.ts'

const email = 'persona@clinica.test'
const password = 'Demo-2026!'

describe.each(engines())('a new JWT_SECRET on $name', (engine) => {
  let fresh: FreshDatabase
  let before: Service
  let after: Service
  let newKeys: Keys
  const letters: Letter[] = []

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    newKeys = await keysOf('the secret after the incident, long enough')
    const start = (own: Keys) =>
      createAuth({
        database: fresh.database,
        keys: own,
        publicUrl: url,
        sendMail: async (letter) => void letters.push(letter),
      })
    before = start(keys)
    after = start(newKeys)
    await addAccount(fresh.database, before, { email, password })
  })
  afterAll(() => fresh?.dispose())

  it('ends every session: neither of its tokens counts any more', async () => {
    const { data } = await connect(before).auth.signInWithPassword({ email, password })
    const client = connect(after, newKeys.anonKey)
    const { error } = await client.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })
    expect(error).toMatchObject({ code: 'refresh_token_not_found' })
    const user = await client.auth.getUser(data.session?.access_token)
    expect(user.error).toMatchObject({ code: 'bad_jwt' })
  })

  it('makes every link and code that was sent before worthless', async () => {
    await connect(before).auth.resetPasswordForEmail(email)
    await expect.poll(() => letters.length).toBe(1)
    const [letter] = letters
    if (letter?.kind !== 'recovery') throw new Error('another letter')
    const client = connect(after, newKeys.anonKey)
    const token = recoveryToken(letter.link)
    const byLink = await client.auth.verifyOtp({ type: 'recovery', token_hash: token })
    expect(byLink.error).toMatchObject({ code: 'otp_expired' })
    const byCode = await client.auth.verifyOtp({ type: 'recovery', email, token: letter.code })
    expect(byCode.error).toMatchObject({ code: 'otp_expired' })
    const own = await connect(before).auth.verifyOtp({ type: 'recovery', token_hash: token })
    expect(own.error).toBeNull()
  })
})
