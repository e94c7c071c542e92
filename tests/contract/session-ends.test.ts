import type { Session } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { createRefusals, type Refusals } from '#server/auth/refusals.ts'
import type { Service } from '#server/identity.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { addAccount, connect, keys, url } from './accounts.ts'

const password = 'Demo-2026!'
const hour = 3_600_000
const day = 24 * hour

describe.each(engines())('how sessions end on $name', (engine) => {
  let fresh: FreshDatabase
  let auth: Service
  let refusals: Refusals
  let clock = new Date()
  let count = 0
  let email = ''

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
  })
  afterAll(() => fresh?.dispose())
  beforeEach(() => {
    clock = new Date()
    refusals = createRefusals(fresh.database)
    auth = createAuth({
      database: fresh.database,
      keys,
      publicUrl: url,
      sendMail: async () => {},
      refusals,
      now: () => clock,
    })
  })

  const add = async (role: 'doctor' | 'patient' | 'paciente', isAdmin = false) => {
    count += 1
    email = `sesion${count}@clinica.test`
    return addAccount(fresh.database, auth, { email, password, role, is_admin: isAdmin })
  }
  const signIn = async (): Promise<Session> => {
    const { data, error } = await connect(auth).auth.signInWithPassword({ email, password })
    if (error) throw error
    return data.session
  }
  const advance = (ms: number) => {
    clock = new Date(clock.getTime() + ms)
  }
  const renew = async ({ refresh_token }: Session) => {
    const { data, error } = await connect(auth).auth.refreshSession({ refresh_token })
    return { session: data.session, code: error?.code }
  }
  const trail = async (id: string) => {
    const { rows } = await fresh.database.query<Record<string, unknown>>(
      `select action, actor::text, columns::text from private.audit_log
       where subject = 'sessions' and row_id = $1 order by id`,
      [id],
    )
    return rows
  }

  it.each([
    ['doctor', false, 12 * hour],
    ['doctor', true, 12 * hour],
    ['patient', false, 30 * day],
    ['paciente', false, 30 * day],
  ] as const)(
    'a %s (administrator: %s) is signed out after %i ms without use',
    async (role, isAdmin, idle) => {
      await add(role, isAdmin)
      const used = await signIn()
      const left = await signIn()
      advance(idle - 1000)
      const renewed = await renew(used)
      expect(renewed.code).toBeUndefined()
      advance(1000)
      expect((await renew(left)).code).toBe('session_expired')
      // It is deleted, not only refused this time.
      expect((await renew(left)).code).toBe('refresh_token_not_found')
      expect((await renew(renewed.session ?? used)).code).toBeUndefined()
    },
  )

  it.each([
    ['doctor', 30, 11 * hour],
    ['patient', 90, 29 * day],
  ] as const)(
    'a %s signs in anew after %i days, however often the portal was used',
    async (role, days, step) => {
      await add(role)
      let session = await signIn()
      const end = clock.getTime() + days * day
      while (clock.getTime() + step < end) {
        advance(step)
        session = (await renew(session)).session ?? session
      }
      clock = new Date(end - 1000)
      const last = await renew(session)
      expect(last.code).toBeUndefined()
      // The last access token is still valid for an hour.
      advance(1000)
      const token = last.session?.access_token ?? ''
      expect((await connect(auth).auth.getUser(token)).error).toMatchObject({
        name: 'AuthSessionMissingError',
      })
      expect((await renew(last.session ?? session)).code).toBe('session_expired')
    },
  )

  it('the trail tells of signing in and out, and of the session whose time was over', async () => {
    const id = await add('doctor')
    const client = connect(auth)
    await client.auth.signInWithPassword({ email, password })
    await client.auth.signOut()
    const session = await signIn()
    advance(13 * hour)
    await renew(session)
    const line = (action: string) => ({ action, actor: id, columns: null })
    expect(await trail(id)).toEqual(['sign_in', 'sign_out', 'sign_in', 'expire_session'].map(line))
  })

  it('what nobody renews is ended all the same, and nothing else', async () => {
    const id = await add('doctor')
    await signIn()
    advance(10 * hour)
    const fresher = await signIn()
    const endOld = (at: Date) =>
      fresh.database.query('select private.end_old_sessions($1::text::timestamptz) as ended', [
        at.toISOString(),
      ])
    advance(3 * hour)
    await endOld(clock)
    const { rows } = await fresh.database.query('select id::text from auth.sessions where user_id = $1', [id])
    expect(rows).toEqual([{ id: decodeJwt(fresher.access_token).session_id }])
    expect((await trail(id)).map(({ action }) => action)).toEqual(['sign_in', 'sign_in', 'expire_session'])
  })

  it('a new password ends the others: ended, not signed out', async () => {
    const id = await add('patient')
    await signIn()
    const client = connect(auth)
    await client.auth.signInWithPassword({ email, password })
    await client.auth.updateUser({ password: 'Nueva-2026!' })
    expect((await trail(id)).map(({ action }) => action)).toEqual(['sign_in', 'sign_in', 'end_session'])
  })

  it('refused sign-ins are counted and told once a minute, and nothing of e-mails that are nobody’s', async () => {
    const id = await add('patient')
    const refuse = (name: string) =>
      connect(auth).auth.signInWithPassword({ email: name, password: 'otra-cosa' })
    for (const name of [email, email.toUpperCase(), `x${email}`, email]) await refuse(name)
    expect(await trail(id)).toEqual([])
    await refusals.write()
    await refusals.write()
    expect(await trail(id)).toEqual([{ action: 'refuse_sign_in', actor: id, columns: '{times=3}' }])
    await refuse(email)
    await refusals.write()
    expect((await trail(id)).map(({ columns }) => columns)).toEqual(['{times=3}', '{times=1}'])
    const { rows } = await fresh.database.query(
      `select 1 as one from private.audit_log l where l::text like '%' || $1::text || '%'`,
      [email],
    )
    expect(rows).toEqual([])
  })

  it('too many tries are refusals as well', async () => {
    const id = await add('patient')
    for (let i = 0; i < 12; i++)
      await connect(auth, keys.anonKey, `198.51.100.${i}`).auth.signInWithPassword({
        email,
        password: 'mala',
      })
    await refusals.write()
    expect(await trail(id)).toMatchObject([{ columns: '{times=12}' }])
  })
})
