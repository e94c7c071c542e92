import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { ask } from './client.ts'
import { AppError, type ErrorCode } from './errors.ts'
import type { Client } from './make-client.ts'

type Request<Data> = (client: Client) => PromiseLike<PostgrestSingleResponse<Data>>

/**
 * Inserts a row whose id the browser made. After a lost answer the same insert is sent again and refused as a duplicate: `find`
 * then reads the row by its id, and when it is there it was stored. Any other conflict is thrown.
 */
export async function insertOnce(
  code: ErrorCode,
  { insert, find }: { insert: Request<null>; find: Request<{ id: string }[]> },
): Promise<void> {
  try {
    await ask(code, insert)
  } catch (failure) {
    if (!(failure instanceof AppError) || failure.reason !== 'conflict') throw failure
    const stored = await ask(code, find)
    if (stored.length === 0) throw failure
  }
}

/** False when the failure says that nothing was stored; a lost answer leaves that open. */
export function mayBeStored(failure: unknown): boolean {
  return failure instanceof AppError && failure.reason === 'network'
}
