import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Database } from '#server/base/database.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { createRest } from '#server/rest/rest.ts'
import { keys } from '#tests/contract/accounts.ts'
import type { Engine } from '#tests/engines.ts'
import { type Caller, identityOf } from '#tests/policies/people.ts'
import { useWorld } from '#tests/policies/world.ts'

const secret = new TextEncoder().encode(keys.jwtSecret)

/** A token as the auth service signs it, for anybody in the permission matrix. */
export function tokenOf(caller: Caller, claims: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT({ ...identityOf(caller).claims, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(secret)
}

export type Shot = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  body?: unknown
  /** Sent as it is, in place of `body`. */
  text?: string
  headers?: Record<string, string>
}

export type Hit = {
  status: number
  code: string
  message: string
  json: unknown
  text: string
  headers: Headers
}

/** A request to `/rest/v1/{path}` as somebody. */
type Shoot = (caller: Caller | 'service', path: string, shot?: Shot) => Promise<Hit>

async function read(response: Response): Promise<Hit> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  const json: unknown = isJson ? JSON.parse(text) : undefined
  const field = (name: string) => {
    const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
    return typeof value === 'string' ? value : ''
  }
  return {
    status: response.status,
    code: field('code'),
    message: field('message'),
    json,
    text,
    headers: response.headers,
  }
}

const kept = [
  'public.profiles',
  'public.services',
  'public.study_requests',
  'public.citas',
  'public.studies',
  'public.medical_notes',
  'public.invoices',
  'private.app_settings',
  'private.doctor_patients',
  'private.account_state',
  'private.prepared_accounts',
  'private.deleted_studies',
  'private.audit_log',
  'auth.users',
]

/** A digest of each table that an attack could change. */
async function digestOf(database: Database): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const table of kept) {
    const { rows } = await database.query<{ digest: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${table} t`,
    )
    digests[table] = rows[0]?.digest ?? ''
  }
  return digests
}

/** Runs an attack and expects no trace in any table. */
export async function untouched<T>(database: Database, attack: () => Promise<T>): Promise<T> {
  const before = await digestOf(database)
  const result = await attack()
  expect(await digestOf(database)).toEqual(before)
  return result
}

/** The clinic of the permission tests with the REST service in front of it. */
export function useClinic(engine: Engine): { database: () => Database; shoot: Shoot } {
  const world = useWorld(engine)
  let rest: Service | undefined
  const tokens = new Map<string, string>()
  beforeAll(async () => {
    rest = createRest({ database: world(), identify: createIdentify(createVerifyToken(keys)) })
  })
  afterAll(() => tokens.clear())
  return {
    database: world,
    shoot: async (caller, path, { method = 'GET', body, text, headers = {} } = {}) => {
      if (!rest) throw new Error('The service is made in beforeAll')
      const token = tokens.get(caller) ?? (caller === 'service' ? keys.serviceRoleKey : await tokenOf(caller))
      tokens.set(caller, token)
      const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
      return read(
        await rest(
          new Request(`http://clinica.test/rest/v1/${path}`, {
            method: method === 'GET' && sent !== undefined ? 'POST' : method,
            headers: {
              authorization: `Bearer ${token}`,
              'x-forwarded-for': '192.0.2.7',
              ...(sent !== undefined && { 'content-type': 'application/json' }),
              ...headers,
            },
            ...(sent !== undefined && { body: sent }),
          }),
        ),
      )
    },
  }
}
