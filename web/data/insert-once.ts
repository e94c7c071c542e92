import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { useRef } from 'react'
import { ask } from './client.ts'
import { AppError, type ErrorCode } from './errors.ts'
import { newId } from './ids.ts'
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

/**
 * Ids for what a form stores. The same values get the same id, so that pressing again after a lost answer meets the row that
 * exists; other values are another row. `forget` once it was stored: the same words may be meant a second time.
 */
export function useRowId() {
  const made = useRef<{ of: string; id: string } | null>(null)
  return {
    idFor(values: object): string {
      const of = JSON.stringify(values)
      if (made.current?.of !== of) made.current = { of, id: newId() }
      return made.current.id
    },
    forget(): void {
      made.current = null
    },
  }
}

/** `run`, but while it is running a second call gets the same promise: two clicks in one tick come before a button is disabled. */
export function useOneRun<Values, Result>(
  run: (values: Values) => Promise<Result>,
): (values: Values) => Promise<Result> {
  const running = useRef<Promise<Result> | null>(null)
  return (values) => {
    running.current ??= run(values).finally(() => {
      running.current = null
    })
    return running.current
  }
}
