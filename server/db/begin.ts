import type { Identity } from '#server/identity.ts'
import type { RequestInfo } from './database.ts'
import { quoteLiteral } from './quote.ts'

// An own table, so that no text from a token ever reaches the statement as a name.
const roles = { anon: 'anon', authenticated: 'authenticated', service_role: 'service_role' } as const

/**
 * The statement that makes a transaction a caller's, like PostgREST: role, claims, request settings and search path, all
 * of them local to the transaction, in one round trip.
 */
export function speakAs(identity: Identity, info: RequestInfo = {}): string {
  const settings: [string, string][] = [
    ['search_path', 'public, extensions'],
    ['statement_timeout', identity.role === 'service_role' ? '30s' : '8s'],
    ['request.jwt.claims', JSON.stringify(identity.claims)],
    ['request.method', info.method ?? ''],
    ['request.path', info.path ?? ''],
    ['request.headers', JSON.stringify(info.headers ?? {})],
    // Only what is set from here on counts, whatever the connection was used for before.
    ['response.status', ''],
    ['response.headers', ''],
    ['role', roles[identity.role]],
  ]
  const calls = settings.map(([name, value]) => `set_config('${name}', ${quoteLiteral(value)}, true)`)
  return `select ${calls.join(', ')};`
}
