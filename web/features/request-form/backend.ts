import { ownMessage } from '#domain/own-message.ts'
import type { RequestRow } from '#domain/request-form.ts'
import { requestNumber } from '#domain/request-number.ts'
import { spacedCode } from '#domain/tracking.ts'
import { loadConfig } from '#web/backend/config.ts'

/**
 * Why it was not stored: `offline`, nobody answered; `later`, the server cannot take it for so many seconds (0 when it did
 * not say); `refused`. `message` says why in words for the visitor.
 */
export type SendResult =
  | { sent: true }
  | { sent: false; why: 'offline' | 'later' | 'refused'; seconds: number; message?: string }

/** What a visitor keeps of a request: folio, code as people read it, and how to come prepared. */
export type Receipt = { folio: string; code: string; preparation: string | null }

const patience = 30_000
/** For what is told of a request that is stored already. */
const shortPatience = 8_000

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
    return {
      sent: false,
      why: response.status === 429 || response.status >= 500 ? 'later' : 'refused',
      seconds: Number(response.headers.get('retry-after')) || 0,
      message: messageOf(await response.json().catch(() => null)),
    }
  } catch {
    return { sent: false, why: 'offline', seconds: 0 }
  }
}

/** Folio, code and preparation of the request that was just sent; null when they cannot be read. */
export async function readReceipt(submissionId: string, study: string): Promise<Receipt | null> {
  try {
    const body = JSON.stringify({ submission_id: submissionId })
    const [receipt, preparation] = await Promise.all([
      call('rpc/request_receipt', { method: 'POST', body, signal: AbortSignal.timeout(shortPatience) }).then(
        bodyOf,
      ),
      readPreparation(study),
    ])
    if (typeof receipt !== 'object' || receipt === null) return null
    const { folio, code }: { folio?: unknown; code?: unknown } = receipt
    if (typeof folio !== 'number' || typeof code !== 'string') return null
    return { folio: requestNumber(folio), code: spacedCode(code), preparation }
  } catch {
    return null
  }
}

async function readPreparation(study: string): Promise<string | null> {
  try {
    const name = encodeURIComponent(study)
    const rows = await bodyOf(
      await call(`services?select=preparation&name=eq.${name}`, {
        signal: AbortSignal.timeout(shortPatience),
      }),
    )
    const found: unknown = Array.isArray(rows) ? rows[0]?.preparation : null
    return typeof found === 'string' && found !== '' ? found : null
  } catch {
    return null
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  return response.ok ? response.json() : null
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
