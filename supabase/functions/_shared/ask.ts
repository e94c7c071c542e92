import type { FunctionContext } from './context.ts'
import { notAllowed, Refusal, signInAgain, tryLater } from './refusal.ts'

/**
 * Asks a function of the database as the caller. What the database refuses becomes a Refusal with the fitting status:
 * what our own rules raise is in Spanish and passes, the engine's own words do not.
 */
export async function ask(
  context: FunctionContext,
  name: string,
  parameters: Record<string, unknown>,
): Promise<unknown> {
  return settled(await context.caller.rpc(name, parameters))
}

/** What the database answered, or throws the Refusal that its refusal becomes. */
export function settled({ data, error, status }: DatabaseAnswer): unknown {
  if (!error) return data
  throw toRefusal(status, error)
}

type DatabaseAnswer = { data: unknown; error: DatabaseRefusal | null; status: number }

type DatabaseRefusal = { code: string; message: string; details: string | null }

function toRefusal(status: number, { code, message, details }: DatabaseRefusal): Refusal {
  if (status === 401) return signInAgain()
  if (status >= 500 || status === 0) return tryLater()
  if (code === '42501') return /^permission denied/.test(message) ? notAllowed() : new Refusal(403, message)
  if (/^PT4\d\d$/.test(code)) return new Refusal(Number(code.slice(2)), message)
  // A broken constraint names its row in the details; a rule that we raise has none.
  if ((code === '23514' || code === 'P0001') && !details) return new Refusal(400, message)
  return new Refusal(status === 409 ? 409 : 400, 'Revisa los datos e inténtalo de nuevo.')
}
