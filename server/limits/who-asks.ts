import type { RequestInfo } from '#server/db/database.ts'
import type { Identity } from '#server/identity.ts'
import { networkOf } from './network.ts'

/**
 * Whose turn a transaction is: the account's, or without one the network's. Undefined when nobody has to wait: the server's
 * own work (no request behind it) and the service key.
 */
export function whoAsks(identity: Identity, info: RequestInfo | undefined): string | undefined {
  if (info === undefined || identity.role === 'service_role') return undefined
  const { sub } = identity.claims
  return typeof sub === 'string' ? sub : networkOf(info.headers?.['x-forwarded-for'] ?? '')
}
