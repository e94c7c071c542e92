import { ask } from './client.ts'
import type { ErrorCode } from './errors.ts'

/** Leaves a trace of who opened, downloaded or exported a record. Throws with `code`: no trace, no access. */
export async function logAccess(kind: string, id: string, code: ErrorCode): Promise<void> {
  await ask(code, (client) => client.rpc('log_access', { kind, id }))
}
