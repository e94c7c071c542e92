import { loadConfig } from './config.ts'
import { fetchNotingWaits } from './retry-after.ts'

const patience = 30_000

/**
 * Asks a server function that is open to everybody, without the backend's client, which is too much for a page behind a link.
 * Throws what `fetch` throws.
 */
export async function callPlainly<Answer>(
  name: string,
  body: object,
): Promise<{ body: Answer; ok: boolean; status: number }> {
  const { supabaseUrl, supabaseAnonKey } = await loadConfig()
  const response = await fetchNotingWaits(`${supabaseUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: supabaseAnonKey,
      Authorization: `Bearer ${supabaseAnonKey}`,
      'Content-Type': 'application/json',
    },
    // In the body, because logs keep addresses.
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patience),
  })
  const answer: Answer = await response.json()
  return { body: answer, ok: response.ok, status: response.status }
}
