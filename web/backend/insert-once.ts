import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { ask } from './client.ts'
import { AppError, type ErrorCode } from './errors.ts'
import type { Client } from './make-client.ts'

type Request<Data> = (client: Client) => PromiseLike<PostgrestSingleResponse<Data>>

/**
 * Inserts a row with an id from the browser. After a lost answer the insert is sent again and refused as a
 * duplicate: `find` then reads the row by its id, and if it is there, it was stored. Any other conflict is thrown.
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

/** False when the failure proves that nothing was stored; after a lost answer it may be. */
export function mayBeStored(failure: unknown): boolean {
  return failure instanceof AppError && failure.reason === 'network'
}
