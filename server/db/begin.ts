import type { RequestInfo } from '#server/base/database.ts'
import { statementLimits } from '#server/base/numbers.ts'
import type { Identity } from '#server/identity.ts'
import { quoteLiteral } from './quote.ts'

// A fixed table, so that no text from a token ever becomes a name in the statement.
const roles = { anon: 'anon', authenticated: 'authenticated', service_role: 'service_role' } as const

/**
 * The SQL that makes a transaction act as the caller, like PostgREST: role, claims, request settings and search
 * path, all local to the transaction, in one round trip.
 */
export function actAs(identity: Identity, info: RequestInfo = {}): string {
  const settings: [string, string][] = [
    ['search_path', 'public, extensions'],
    ['statement_timeout', String(statementLimits[identity.role === 'service_role' ? 'service' : 'people'])],
    ['request.jwt.claims', JSON.stringify(identity.claims)],
    ['request.method', info.method ?? ''],
    ['request.path', info.path ?? ''],
    ['request.headers', JSON.stringify(info.headers ?? {})],
    // Cleared, whatever the connection was used for before.
    ['response.status', ''],
    ['response.headers', ''],
    ['role', roles[identity.role]],
  ]
  const calls = settings.map(([name, value]) => `set_config('${name}', ${quoteLiteral(value)}, true)`)
  return `select ${calls.join(', ')};`
}
