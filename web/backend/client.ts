import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { loadConfig } from './config.ts'
import { type ErrorCode, toAppError } from './errors.ts'
import type { Client } from './make-client.ts'
import type { PageOf } from './paging.ts'

let client: Promise<Client> | null = null

/** The backend's client, made on first use: visitors who only read the landing do not load it. */
export function getClient(): Promise<Client> {
  client ??= createClient().catch((error: unknown) => {
    client = null
    throw error
  })
  return client
}

async function createClient(): Promise<Client> {
  const [{ makeClient }, { supabaseUrl, supabaseAnonKey }] = await Promise.all([
    import('./make-client.ts'),
    loadConfig(),
  ])
  return makeClient(supabaseUrl, supabaseAnonKey)
}

/** The data of one request to the tables or procedures. Throws an `AppError` with the given code. */
export async function ask<Data>(
  code: ErrorCode,
  request: (client: Client) => PromiseLike<PostgrestSingleResponse<Data>>,
): Promise<Data> {
  return (await answer(code, request)).data
}

/** One page of rows and the total; a total above `countLimit` only means that there are more. */
export type Page<Row> = { rows: Row[]; total: number }

/**
 * Like `ask`, for a request made with `counted` and a range. A page past the
 * end has no rows, but the total: rows were removed, or the address is old.
 */
export async function askPage<Row>(
  code: ErrorCode,
  request: (client: Client) => PromiseLike<PostgrestSingleResponse<Row[]>>,
): Promise<Page<Row>> {
  const response = await answer(code, async (client) => {
    const response = await request(client)
    const total = rowsBeforeEnd(response.error)
    if (total === null) return response
    return { ...response, success: true as const, error: null, data: [], count: total }
  })
  return { rows: response.data, total: response.count ?? response.data.length }
}

/** A list's request that may still be narrowed: to some of its columns, and to some of its rows. */
type Narrowable<Row> = PromiseLike<PostgrestSingleResponse<Row[]>> & {
  select(columns: string): PromiseLike<PostgrestSingleResponse<{ id: string }[]>>
  in(column: 'id', ids: readonly string[]): Narrowable<Row>
  range(from: number, to: number): Narrowable<Row>
}

/**
 * Like `askPage`, for a list with computed fields, such as names. The database computes them
 * even for the rows that a page skips, so a far page first asks for the ids of its rows, and for the columns that the list
 * is filtered and ordered by: PostgREST knows no others of what a function found.
 */
export async function askFarPage<Row>(
  code: ErrorCode,
  { page, pageSize }: PageOf,
  sortedBy: string,
  request: (client: Client) => Narrowable<Row>,
): Promise<Page<Row>> {
  if ((page - 1) * pageSize < farFrom) return askPage(code, request)
  const found = await askPage(code, (client) => request(client).select(`id, ${sortedBy}`))
  const ids = found.rows.map(({ id }) => id)
  if (ids.length === 0) return { rows: [], total: found.total }
  const rows = await ask(code, (client) =>
    request(client)
      .in('id', ids)
      .range(0, ids.length - 1),
  )
  return { rows, total: found.total }
}

/** How many skipped rows are cheaper than a second request. */
const farFrom = 100

/** Reads the total from the error for a range past the end; null for any other answer. */
function rowsBeforeEnd(error: { code: string; details: string } | null): number | null {
  if (error?.code !== 'PGRST103') return null
  const count = /only (\d+) rows/.exec(error.details)?.[1]
  return count === undefined ? null : Number(count)
}

async function answer<Data>(
  code: ErrorCode,
  request: (client: Client) => PromiseLike<PostgrestSingleResponse<Data>>,
): Promise<{ data: Data; count: number | null }> {
  let response: PostgrestSingleResponse<Data>
  try {
    response = await request(await getClient())
  } catch (failure) {
    throw toAppError(failure, code)
  }
  if (response.error) throw toAppError(response.error, code, response.status)
  return response
}
