// @vitest-environment happy-dom

import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from './database.ts'
import { type Client, makeClient } from './make-client.ts'
import { getFunctions, getRealtime, getStorage } from './services-on-demand.ts'

// Compared with supabase-js itself, which is made of the same parts.

const address = 'https://clinica.supabase.co'
const anonKey = 'llave-publica'
const person = { email: 'ana@correo.test', password: 'secreto-de-ana' }
const storageKey = 'sb-clinica-auth-token'

const made = vi.hoisted(() => ({ client: null as Client | null }))
vi.mock('./client.ts', () => ({ getClient: async () => made.client }))

let sent: {
  method: string
  url: string
  apikey: string | null
  authorization: string | null
  body: unknown
}[]
let issued: number

function session(): object {
  issued += 1
  const claims = btoa(JSON.stringify({ sub: 'ana', exp: 4_000_000_000, issued })).replace(/=/g, '')
  const user = { id: 'ana', email: person.email, aud: 'authenticated', app_metadata: {}, user_metadata: {} }
  return {
    access_token: `eyJhbGciOiJIUzI1NiJ9.${claims}.firma`,
    refresh_token: `r${issued}`,
    token_type: 'bearer',
    expires_in: 3600,
    user,
  }
}

function startAnew() {
  localStorage.clear()
  sent = []
  issued = 0
}

beforeEach(() => {
  startAnew()
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    // Browsers join the values of names that differ only in case; happy-dom keeps the last.
    const names = Object.keys(init.headers ?? {}).map((name) => name.toLowerCase())
    expect(names).toEqual([...new Set(names)])
    const { method, url, headers } = new Request(input, init)
    const [apikey, authorization] = [headers.get('apikey'), headers.get('authorization')]
    sent.push({
      method,
      url,
      apikey,
      authorization,
      body: init.body ?? null,
    })
    if (url.includes('/token')) return Response.json(session())
    if (url.includes('/sign/')) return Response.json({ signedURL: '/object/sign/x?token=t' })
    return Response.json([])
  })
})
afterEach(() => vi.unstubAllGlobals())

it('asks what supabase-js asks, anonymously, signed in and signed out again', async () => {
  const theirs = createClient<Database>(address, anonKey)
  await theirs.from('services').select('name').eq('active', true)
  await theirs.auth.signInWithPassword(person)
  const kept = Object.keys(localStorage)
  await theirs
    .from('services')
    .insert({ id: '1', name: 'Escaneo', price: 4, requestable: true, active: true })
  await theirs.rpc('account_status')
  await theirs.storage.from('study_files').createSignedUrl('ana/uno.pdf', 60)
  await theirs.functions.invoke('accept-study-request', { body: { id: 1 } })
  await theirs.auth.refreshSession()
  await theirs.auth.mfa.unenroll({ factorId: 'f' })
  await theirs.auth.signOut({ scope: 'local' })
  await theirs.from('services').select('name')
  const expected = sent
  expect(expected.length).toBeGreaterThan(8)

  startAnew()
  const ours = makeClient(address, anonKey)
  made.client = ours
  await ours.from('services').select('name').eq('active', true)
  await ours.auth.signInWithPassword(person)
  expect(Object.keys(localStorage)).toEqual(kept)
  expect(kept).toEqual([storageKey])
  await ours.from('services').insert({ id: '1', name: 'Escaneo', price: 4, requestable: true, active: true })
  await ours.rpc('account_status')
  await (await getStorage()).from('study_files').createSignedUrl('ana/uno.pdf', 60)
  await (await getFunctions()).invoke('accept-study-request', { body: { id: 1 } })
  await ours.auth.refreshSession()
  await ours.auth.mfa.unenroll({ factorId: 'f' })
  await ours.auth.signOut({ scope: 'local' })
  await ours.from('services').select('name')
  expect(sent).toEqual(expected)
})

it('tries a read without a connection once: how often is for who asks', async () => {
  const fetch = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetch)
  const { error } = await makeClient(address, anonKey).from('services').select('name')
  expect(error?.message).toContain('Failed to fetch')
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('live changes follow the person: each renewed token is handed on, and none after signing out', async () => {
  const client = makeClient(address, anonKey)
  made.client = client
  const { data } = await client.auth.signInWithPassword(person)
  const realtime = await getRealtime()
  expect(realtime.endpointURL()).toContain(
    `wss://clinica.supabase.co/realtime/v1/websocket?apikey=${anonKey}`,
  )
  await realtime.setAuth()
  expect(realtime.accessTokenValue).toBe(data.session?.access_token)
  const renewed = await client.auth.refreshSession()
  expect(renewed.data.session?.access_token).not.toBe(data.session?.access_token)
  await expect.poll(() => realtime.accessTokenValue).toBe(renewed.data.session?.access_token)
  await client.auth.signOut({ scope: 'local' })
  await expect.poll(() => realtime.accessTokenValue).toBe(anonKey)
})
