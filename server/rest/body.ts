import { Fault } from '#server/base/fault.ts'
import { requireShallow } from '#server/db/nesting.ts'
import { invalidBody } from './fault.ts'

/** Our requests are far smaller; rows with files do not belong in JSON. */
const maxBodyBytes = 5 * 1024 * 1024

function tooLarge(): Fault {
  return new Fault(413, 'PGRST102', `The body is larger than ${maxBodyBytes} bytes`)
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge()
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > maxBodyBytes) throw tooLarge()
      chunks.push(chunk)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (error) {
    // Truncated on the way, or not UTF-8.
    throw error instanceof Fault ? error : invalidBody()
  }
}

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A JSON body: its text goes to PostgreSQL; of its value only keys and shape are used. */
export type JsonBody = { text: string; value: unknown }

/** Reads a JSON body. Another Content-Type is 415; invalid JSON, UTF-8, or an empty body is 400 PGRST102. */
export async function readJson(request: Request, ifEmpty?: string): Promise<JsonBody> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  const text = (await readText(request)) || (ifEmpty ?? '')
  const isJson = !type || type === 'application/json' || type === 'application/vnd.pgrst.object+json'
  // fetch() sends a plain string as text/plain; the type of an empty body does not matter.
  if (!isJson && text !== ifEmpty) throw new Fault(415, 'PGRST102', `Content-Type not acceptable: ${type}`)
  requireShallow(text, true)
  try {
    return { text, value: JSON.parse(text) }
  } catch {
    throw invalidBody()
  }
}

/** As many as a read may return: writing many rows holds up everybody else who writes to the table. */
const maxRows = 1000

/** The rows of a body: one object or a list of objects with the same keys, unless `columns` says which keys count. */
export type Payload = { text: string; list: boolean; columns: string[] }

export function payloadOf({ text, value }: JsonBody, columns: readonly string[] | undefined): Payload {
  const list = Array.isArray(value)
  const rows: unknown[] = list ? value : [value]
  if (rows.length > maxRows) {
    throw new Fault(413, 'PGRST102', `A request writes at most ${maxRows} rows`)
  }
  if (!rows.every(isObject)) throw invalidBody('Expected a JSON object or an array of JSON objects')
  if (columns) return { text, list, columns: [...new Set(columns)] }
  const keys = Object.keys(rows[0] ?? {})
  for (const row of rows) {
    const own = Object.keys(row)
    if (own.length !== keys.length || !keys.every((key) => Object.hasOwn(row, key))) {
      throw invalidBody('All object keys must match')
    }
  }
  return { text, list, columns: keys }
}
