import { ownMessage } from '#domain/own-message.ts'
import type { RequestRow } from '#domain/request-form.ts'
import { loadConfig } from '#web/backend/config.ts'

/** Why the server refused to store it, in words for the visitor; undefined when it gave none. */
export type SendResult = { sent: true } | { sent: false; message?: string }

const patience = 30_000

/**
 * Stores the request once, however often it is sent with the same `submissionId`. Never throws: being offline is a result
 * like the others.
 */
export async function sendRequest(row: RequestRow, submissionId: string): Promise<SendResult> {
  try {
    const response = await call('study_requests', {
      method: 'POST',
      body: JSON.stringify({ ...row, submission_id: submissionId }),
      // Visitors may not read requests, so do not ask for the row back.
      headers: { Prefer: 'return=minimal' },
      signal: AbortSignal.timeout(patience),
    })
    // Already stored: the answer to an earlier try was lost.
    if (response.ok || response.status === 409) return { sent: true }
    return { sent: false, message: messageOf(await response.json()) }
  } catch {
    return { sent: false }
  }
}

/** Names of referring doctors that contain the typed text; none when they cannot be read. */
export async function suggestDoctors(text: string, signal: AbortSignal): Promise<string[]> {
  try {
    const response = await call('rpc/suggest_referring_doctors', {
      method: 'POST',
      body: JSON.stringify({ term: text }),
      signal,
    })
    const names: unknown = response.ok ? await response.json() : []
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(0, 5) : []
  } catch {
    return []
  }
}

/** Names of the services that can be requested now; undefined when they cannot be read. */
export async function readStudies(): Promise<string[] | undefined> {
  try {
    const response = await call('services?select=name&requestable=is.true&active=is.true&order=name', {})
    if (!response.ok) return undefined
    const rows: unknown = await response.json()
    if (!Array.isArray(rows)) return undefined
    return rows.flatMap((row: { name?: unknown }) => (typeof row.name === 'string' ? [row.name] : []))
  } catch {
    return undefined
  }
}

async function call(path: string, init: RequestInit): Promise<Response> {
  const { supabaseUrl, supabaseAnonKey } = await loadConfig()
  return fetch(`${supabaseUrl}/rest/v1/${path}`, {
    ...init,
    headers: {
      apikey: supabaseAnonKey,
      Authorization: `Bearer ${supabaseAnonKey}`,
      'Content-Type': 'application/json',
      ...init.headers,
    },
  })
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { code, message }: { code?: unknown; message?: unknown } = body
  return ownMessage(code, message) ?? undefined
}
