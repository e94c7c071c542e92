import type { RequestInfo } from '#server/base/database.ts'
import type { Identity } from '#server/identity.ts'
import { networkOf } from './network.ts'

/**
 * The key under which a transaction queues: the account, or the network without one. Undefined does not queue:
 * the server's own work (no request) and the service key.
 */
export function queueKey(identity: Identity, info: RequestInfo | undefined): string | undefined {
  if (info === undefined || identity.role === 'service_role') return undefined
  const { sub } = identity.claims
  return typeof sub === 'string' ? sub : networkOf(info.headers?.['x-forwarded-for'] ?? '')
}
