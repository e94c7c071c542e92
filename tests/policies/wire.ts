import { SignJWT } from 'jose'
import type { Database, Queryable } from '#server/base/database.ts'
import { createIdentify, createVerifyToken, type Keys, type Service } from '#server/identity.ts'
import { createRest } from '#server/rest/rest.ts'
import { type Caller, callers, identityOf } from './people.ts'
import { outcomeOf } from './rehearse.ts'

const jwtSecret = 'a secret of the matrix, long enough for HS256'

/** A token with these claims, valid for an hour. */
export const signed = (claims: Record<string, unknown>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(jwtSecret))

export const keys: Keys = {
  jwtSecret,
  anonKey: await signed({ role: 'anon' }),
  serviceRoleKey: await signed({ role: 'service_role' }),
}

/** The token of each caller, signed like the auth service's. */
export const tokens = Object.fromEntries(
  await Promise.all(callers.map(async (caller) => [caller, await signed(identityOf(caller).claims)])),
) as Record<Caller, string>

export const identify = createIdentify(createVerifyToken(keys))

/** Reads as the owner of the database within a request's transaction, before it is rolled back. */
export type Look = (sql: string) => Promise<Record<string, unknown>[]>

class Undo extends Error {}

/** The same database, but every request's transaction is rolled back after `look` has seen its effect. */
export function undoing(database: Database, look?: (owner: Look) => Promise<void>): Database {
  const owner =
    (tx: Queryable): Look =>
    async (sql) => {
      await tx.query(`select set_config('role', 'none', true)`)
      return (await tx.query(sql)).rows
    }
  return {
    ...database,
    as: async (identity, run, info) => {
      let answer: { value: Awaited<ReturnType<typeof run>> } | undefined
      try {
        await database.as(
          identity,
          async (tx) => {
            answer = { value: await run(tx) }
            await look?.(owner(tx))
            throw new Undo()
          },
          info,
        )
      } catch (error) {
        if (!(error instanceof Undo)) throw error
      }
      if (!answer) throw new Error('A transaction ended before it was undone')
      return answer.value
    },
  }
}

export type Sent = { outcome: string; rows: Record<string, unknown>[] }

/**
 * One request to PostgREST's wire as the caller, then rolled back. Outcomes are named as in `Attempt`; a status that
 * does not fit its SQLSTATE is an outcome of its own.
 */
export async function send(
  database: Database,
  caller: Caller,
  path: string,
  request: { method?: string; body?: string; prefer?: string; look?: (owner: Look) => Promise<void> } = {},
): Promise<Sent> {
  const { method = 'GET', body, prefer, look } = request
  const service = createRestOf(database, look)
  const response = await service(
    new Request(`http://clinica.test/rest/v1/${path}`, {
      method,
      headers: {
        apikey: keys.anonKey,
        authorization: `Bearer ${tokens[caller]}`,
        'x-forwarded-for': '192.0.2.44',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(prefer && { prefer }),
      },
      ...(body !== undefined && { body }),
    }),
  )
  const text = await response.text()
  const json: unknown = text === '' ? [] : JSON.parse(text)
  if (response.ok) return { outcome: 'done', rows: Array.isArray(json) ? json : [json] }
  const { code, message } = json as { code: string; message: string }
  return {
    outcome: statusFits(response.status, code, caller)
      ? outcomeOf({ code, message })
      : `${response.status} ${code}`,
    rows: [],
  }
}

const services = new WeakMap<
  Database,
  { service: Service; now: { look: ((owner: Look) => Promise<void>) | undefined } }
>()

/** One service per database, because it reads the catalogue first; `look` changes with every request. */
function createRestOf(database: Database, look: ((owner: Look) => Promise<void>) | undefined): Service {
  let known = services.get(database)
  if (!known) {
    const now: { look: ((owner: Look) => Promise<void>) | undefined } = { look: undefined }
    const watched = undoing(database, async (owner) => now.look?.(owner))
    known = { service: createRest({ database: watched, identify }), now }
    services.set(database, known)
  }
  known.now.look = look
  return known.service
}

/** A refusal is 401 without a session and 403 with one; a broken rule 400, a conflict 409, too often 429. */
function statusFits(status: number, code: string, caller: Caller): boolean {
  if (code === '42501') return status === (caller === 'anonymous' ? 401 : 403)
  if (code === '23505') return status === 409
  if (code.startsWith('PT')) return status === Number(code.slice(2))
  return /^(22|23)/.test(code) && status === 400
}
