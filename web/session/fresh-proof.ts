import { getClient } from '#web/backend/client.ts'

/** For how long a password or a code counts when something is signed, in seconds; a minute less than the database's. */
const freshFor = 9 * 60

/**
 * Whether this session was opened, or confirmed, by that method a few minutes ago: then a signature asks for nothing. The
 * database decides; this only spares a question.
 */
export async function hasFreshProof(method: 'password' | 'totp', now = new Date()): Promise<boolean> {
  const { auth } = await getClient()
  const { session } = (await auth.getSession()).data
  return session !== null && isFresh(claimsOf(session.access_token), method, now)
}

type Claims = { amr?: unknown }

/** Whether the times in a token's `amr` hold the method, recently enough. */
export function isFresh({ amr }: Claims, method: string, now: Date): boolean {
  if (!Array.isArray(amr)) return false
  const oldest = now.getTime() / 1000 - freshFor
  return amr.some((entry) => entry?.method === method && Number(entry.timestamp) >= oldest)
}

function claimsOf(token: string): Claims {
  try {
    const payload = token.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return {}
  }
}
