import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import type { Database } from '#server/base/database.ts'
import { createFunctions } from '#server/functions/functions.ts'
import { createBackend } from '#server/http/backend.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import type { Letter } from '#server/mail/letters.ts'
import { createRest } from '#server/rest/rest.ts'
import { createStorage } from '#server/storage/storage.ts'
import { addAccount, keys, url } from '#tests/contract/accounts.ts'
import { type Engine, type FreshDatabase, freshDatabase } from '#tests/engines.ts'

export const password = 'Demo-2026!'

const accounts = {
  admin: { role: 'doctor', is_admin: true },
  doctora: { role: 'doctor' },
  doctor: { role: 'doctor' },
  paciente: { role: 'patient' },
  ajena: { role: 'paciente' },
  /** The temporary password is still due to be changed. */
  nueva: { role: 'patient', must_change: true },
} as const

export type Person = keyof typeof accounts

const people = Object.keys(accounts).filter((name): name is Person => name in accounts)

export const emailOf = (person: Person) => `${person}@clinica.test`

export type Session = { access_token: string; refresh_token: string; user: { id: string } }

export type Answer = { status: number; headers: Headers; text: string; json: Record<string, unknown> }

export type Ask = {
  token?: string | undefined
  /** Sent as JSON; text, bytes and forms as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** The address that the socket layer would write. */
  from?: string
}

/** A clinic behind all services, as an attacker sees it: requests in, answers out. */
export type TestBackend = {
  database: Database
  service: Service
  folder: string
  ids: Record<Person, string>
  letters: Letter[]
  /** A service key that stays valid however the clock moves. */
  serviceKey: string
  call(method: string, path: string, ask?: Ask): Promise<Answer>
  signIn(person: Person, from?: string): Promise<Session>
  /** The auth service's clock, and how to move it. */
  now(): Date
  advance(seconds: number): void
}

/** The whole backend on a fresh database of the engine, with a few people in it; the doctor `doctora` is linked to `paciente`. */
export function useTestBackend(engine: Engine): () => TestBackend {
  let fresh: FreshDatabase | undefined
  let made: TestBackend | undefined
  let folder = ''
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'indice-hostile-'))
    made = await build(fresh.database, folder)
  })
  afterAll(async () => {
    await fresh?.dispose()
    await rm(folder, { recursive: true, force: true })
  })
  return () => {
    if (!made) throw new Error('The backend is made in beforeAll')
    return made
  }
}

async function build(database: Database, folder: string): Promise<TestBackend> {
  let ahead = 0
  const letters: Letter[] = []
  const identify = createIdentify(createVerifyToken(keys))
  const sendMail = async (letter: Letter) => void letters.push(letter)
  const now = () => new Date(Date.now() + ahead)
  const auth = createAuth({ database, keys, publicUrl: url, sendMail, now })
  const backend: Service = createBackend({
    auth,
    rest: createRest({ database, identify }),
    storage: createStorage({ database, identify, folder, keys }),
    functions: createFunctions({ url, keys, identify, fetchBackend: (request) => backend(request) }),
  })
  await database.query(
    `insert into private.app_settings (key, value) values ('admin_email', 'principal@clinica.test')
     on conflict (key) do update set value = excluded.value`,
  )
  const ids: Partial<Record<Person, string>> = {}
  for (const person of people) {
    ids[person] = await addAccount(database, auth, { email: emailOf(person), password, ...accounts[person] })
  }
  const all = ids as Record<Person, string>
  await database.query('insert into private.doctor_patients (doctor_id, patient_id) values ($1, $2)', [
    all.doctora,
    all.paciente,
  ])

  const call: TestBackend['call'] = async (
    method,
    path,
    { token, body, headers, from = '192.0.2.7' } = {},
  ) => {
    const request = new Request(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        apikey: keys.anonKey,
        'x-forwarded-for': from,
        ...(body !== undefined && !isBytes(body) && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: bodyOf(body) }),
    })
    const response = await backend(request)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: objectOf(text) }
  }
  return {
    database,
    service: backend,
    folder,
    ids: all,
    letters,
    serviceKey: await forge({ role: 'service_role' }),
    call,
    signIn: async (person, from) => {
      const { status, text } = await call('POST', '/auth/v1/token?grant_type=password', {
        body: { email: emailOf(person), password },
        ...(from !== undefined && { from }),
      })
      if (status !== 200) throw new Error(`${person} could not sign in: ${text}`)
      return JSON.parse(text)
    },
    now,
    advance: (seconds) => {
      ahead += seconds * 1000
    },
  }
}

const isBytes = (body: unknown) => body instanceof FormData || body instanceof Uint8Array

function bodyOf(body: unknown): string | FormData | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof FormData) return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** A token with the installation's own signature, which needs its secret. */
export function forge(claims: Record<string, unknown>, secret = keys.jwtSecret): Promise<string> {
  return (
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt()
      // Longer than any of the tests moves the clock.
      .setExpirationTime('10y')
      .sign(new TextEncoder().encode(secret))
  )
}
