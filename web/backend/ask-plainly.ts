import { loadConfig } from './config.ts'
import { type ErrorCode, toAppError } from './errors.ts'
import { fetchNotingWaits } from './retry-after.ts'

const patience = 30_000

/**
 * What a function of the database answers to anybody, without the backend's client, which is too much for a quick look on a
 * phone. Throws an AppError `code`; reason `limit` after too many tries.
 */
export async function askPlainly<Answer>(
  code: ErrorCode,
  name: string,
  args: object,
): Promise<Answer | null> {
  try {
    const { supabaseUrl, supabaseAnonKey } = await loadConfig()
    const response = await fetchNotingWaits(`${supabaseUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: supabaseAnonKey,
        Authorization: `Bearer ${supabaseAnonKey}`,
        'Content-Type': 'application/json',
      },
      // In the body, because logs keep addresses.
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(patience),
    })
    // A function that answers nothing.
    const body = response.status === 204 ? null : await response.json()
    if (!response.ok) throw { status: response.status, ...body }
    return body
  } catch (failure) {
    throw toAppError(failure, code)
  }
}
