import type { Queryable } from '#server/base/database.ts'
import { Fault } from '#server/base/fault.ts'
import { isObject } from './body.ts'

/** The single row that every statement returns (`statementSql`). */
export type Answer = {
  body: string | null
  rows: number
  total: number | null
  /** What a function or trigger set as `response.status`. */
  status?: number
  /** What a function or trigger set as `response.headers`. */
  headers?: readonly (readonly [string, string])[]
}

type Row = Pick<Answer, 'body' | 'rows' | 'total'> & { status: string | null; headers: string | null }

function statusOf(text: string): number {
  const status = /^[2-5]\d\d$/.test(text) ? Number(text) : undefined
  if (status) return status
  throw new Fault(500, 'PGRST112', 'response.status GUC must be a valid status code')
}

function headersOf(text: string): [string, string][] {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) throw new TypeError('No list')
    return list.map((one: unknown) => {
      const [[name, value] = ['', undefined], ...more] = isObject(one) ? Object.entries(one) : []
      if (typeof value !== 'string' || more.length > 0) throw new TypeError('Not one header')
      // Throws for text that is not allowed in a header.
      new Headers([[name, value]])
      return [name, value]
    })
  } catch {
    const message =
      'response.headers GUC must be a JSON array composed of objects with a single key and a string value'
    throw new Fault(500, 'PGRST111', message)
  }
}

/** Runs a statement of `statementSql`. Throws 500 PGRST111 or PGRST112, like PostgREST, for an invalid response setting. */
export async function ask(tx: Queryable, sql: string, params: readonly unknown[]): Promise<Answer> {
  const [row] = (await tx.query<Row>(sql, params)).rows
  if (!row) throw new Error('A statement answered no row')
  const { status, headers, ...answer } = row
  return {
    ...answer,
    ...(status !== null && { status: statusOf(status) }),
    ...(headers !== null && { headers: headersOf(headers) }),
  }
}

const bodiless = new Set([204, 205, 304])

/** Builds the response; status and headers set by the database take precedence over ours. */
export function respondWith(
  answer: Pick<Answer, 'status' | 'headers'>,
  status: number,
  headers: Record<string, string>,
  body: string | null,
): Response {
  const all = new Headers(headers)
  for (const [name] of answer.headers ?? []) all.delete(name)
  for (const [name, value] of answer.headers ?? []) all.append(name, value)
  const said = answer.status ?? status
  return new Response(bodiless.has(said) ? null : body, { status: said, headers: all })
}
