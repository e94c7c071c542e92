import { readFile } from 'node:fs/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { createIdentify, createVerifyToken } from '#server/identity.ts'
import { createRest } from '#server/rest/rest.ts'
import { type Engine, emptyDatabase, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { connect, keys } from './accounts.ts'

const key = new TextEncoder().encode(keys.jwtSecret)

export const ana = '00000000-0000-4000-8000-000000000001'
export const beto = '00000000-0000-4000-8000-000000000002'
export const carla = '00000000-0000-4000-8000-000000000003'
export const dario = '00000000-0000-4000-8000-000000000004'

/** A token with a role, for a person or nobody, that expires `expiresIn` seconds from now. */
export async function sign(role: string, sub?: string, expiresIn = 600): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const jwt = new SignJWT({ role }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(now + expiresIn)
  return (sub === undefined ? jwt : jwt.setSubject(sub)).sign(key)
}

export type RawResponse = { status: number; headers: Headers; text: string; json: unknown }

export type Sandbox = {
  fresh: FreshDatabase
  /** supabase-js as a role, in process. */
  as(role: 'anon' | 'authenticated' | 'service_role', sub?: string): Promise<SupabaseClient>
  /** One raw request as service_role, or with the given Authorization header. */
  raw(
    path: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<RawResponse>
  dispose(): Promise<void>
}

async function open(fresh: FreshDatabase): Promise<Sandbox> {
  const service = createRest({
    database: fresh.database,
    identify: createIdentify(createVerifyToken(keys)),
  })
  return {
    fresh,
    dispose: () => fresh.dispose(),
    as: async (role, sub) => connect(service, await sign(role, sub)),
    raw: async (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (!headers.has('authorization')) headers.set('authorization', `Bearer ${keys.serviceRoleKey}`)
      if (init.body !== undefined && !headers.has('content-type'))
        headers.set('content-type', 'application/json')
      const response = await service(new Request(`http://clinic.test/rest/v1/${path}`, { ...init, headers }))
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: isJson ? JSON.parse(text) : undefined,
      }
    },
  }
}

/** A small clinic of its own, to test the wire without the product's tables. */
export async function openSandbox(engine: Engine): Promise<Sandbox> {
  const fresh = await emptyDatabase(engine)
  for (const name of ['010_roles.sql', '060_rest.sql']) {
    const script = new URL(`../../server/db/bootstrap/${name}`, import.meta.url)
    await fresh.database.exec(await readFile(script, 'utf8'))
  }
  await fresh.database.exec(await readFile(new URL('rest-sandbox.sql', import.meta.url), 'utf8'))
  return open(fresh)
}

/** The product's own database. */
export async function openProduct(engine: Engine): Promise<Sandbox> {
  return open(await freshDatabase(engine))
}
