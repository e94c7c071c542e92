import { loadConfig } from './config.ts'
import { toAppError } from './errors.ts'

/** All that a receipt's code reveals; the day is yyyy-MM-dd, the total in pesos (docs/product/payments.md). */
export type VerifiedReceipt = {
  status: 'VÁLIDO' | 'CANCELADO'
  invoice_number: string
  payment_date: string
  total_amount: number
}

const patience = 30_000

/**
 * The receipt with that token, or null. Does without the backend's client, which is too much for a
 * quick look on a phone. Throws an AppError `verify_receipt`; reason `limit` after too many tries.
 */
export async function verifyReceipt(token: string): Promise<VerifiedReceipt | null> {
  try {
    const { supabaseUrl, supabaseAnonKey } = await loadConfig()
    const response = await fetch(`${supabaseUrl}/rest/v1/rpc/verify_receipt`, {
      method: 'POST',
      headers: {
        apikey: supabaseAnonKey,
        Authorization: `Bearer ${supabaseAnonKey}`,
        'Content-Type': 'application/json',
      },
      // In the body, because logs keep addresses.
      body: JSON.stringify({ token }),
      signal: AbortSignal.timeout(patience),
    })
    const body: VerifiedReceipt | null | { message?: unknown } = await response.json()
    if (!response.ok) throw { status: response.status, ...body }
    return body && 'status' in body ? body : null
  } catch (failure) {
    throw toAppError(failure, 'verify_receipt')
  }
}
