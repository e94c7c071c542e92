import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { createRest } from '#server/rest/rest.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import type { OpenSession } from '#web/backend/answers.ts'
import { addAccount, connect, keys, url } from './accounts.ts'

const password = 'Demo-2026!'

/** The session list in the profile, through supabase-js: an ended session opens nothing and cannot be renewed. */
describe.each(engines())('own sessions on $name', (engine) => {
  let fresh: FreshDatabase
  let backend: Service
  let email = ''
  let count = 0

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
  })
  afterAll(() => fresh?.dispose())

  beforeEach(async () => {
    const auth = createAuth({ database: fresh.database, keys, publicUrl: url, sendMail: async () => {} })
    const rest = createRest({
      database: fresh.database,
      identify: createIdentify(createVerifyToken(keys)),
    })
    backend = (request) =>
      new URL(request.url).pathname.startsWith('/auth/') ? auth(request) : rest(request)
    count += 1
    email = `sesiones${count}@clinica.test`
    await addAccount(fresh.database, auth, { email, password })
  })

  const signedIn = async () => {
    const client = connect(backend)
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return client
  }
  const sessions = async (client: SupabaseClient): Promise<OpenSession[]> =>
    (await client.rpc('my_sessions')).data ?? []
  const isOpen = async (client: SupabaseClient) => {
    const { data } = await client.from('profiles').select('email')
    const renewed = await client.auth.refreshSession()
    return [data, renewed.error?.code]
  }

  it('one is ended from another, at once and for good', async () => {
    const here = await signedIn()
    const there = await signedIn()
    const listed = await sessions(here)
    expect(listed).toHaveLength(2)
    expect(listed.map(({ is_current }) => is_current)).toEqual([true, false])
    const { error } = await here.rpc('end_session', { session_id: listed[1]?.id })
    expect(error).toBeNull()
    expect(await isOpen(there)).toEqual([[], 'refresh_token_not_found'])
    expect(await isOpen(here)).toEqual([[{ email }], undefined])
    expect(await sessions(here)).toHaveLength(1)
  })

  it('one that is already gone is a 404', async () => {
    const here = await signedIn()
    const { error, status } = await here.rpc('end_session', { session_id: crypto.randomUUID() })
    expect([status, error?.message]).toEqual([404, 'Esa sesión ya no existe.'])
  })

  it('all others are ended by signing out of them', async () => {
    const there = await signedIn()
    const here = await signedIn()
    expect((await here.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect(await isOpen(there)).toEqual([[], 'refresh_token_not_found'])
    expect(await sessions(here)).toMatchObject([{ is_current: true }])
  })

  it('a renewed session is listed as seen then', async () => {
    const here = await signedIn()
    const [before] = await sessions(here)
    await here.auth.refreshSession()
    const [after] = await sessions(here)
    expect(after?.id).toBe(before?.id)
    expect(Date.parse(after?.last_seen_at ?? '')).toBeGreaterThan(Date.parse(before?.last_seen_at ?? ''))
  })
})
