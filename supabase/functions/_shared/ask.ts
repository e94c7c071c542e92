import { ownStatus } from '../../../domain/own-message.ts'
import type { FunctionContext } from './context.ts'
import { notAllowed, Refusal, signInAgain, tryLater } from './refusal.ts'

/**
 * Asks a function of the database as the caller. What the database refuses becomes a Refusal with the fitting status:
 * our own messages pass, told by their code; the engine's do not.
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

type DatabaseRefusal = { code: string; message: string }

function toRefusal(status: number, { code, message }: DatabaseRefusal): Refusal {
  if (status === 401) return signInAgain()
  if (status >= 500 || status === 0) return tryLater()
  const own = ownStatus(code)
  if (own !== null) return new Refusal(own, message)
  if (code === '42501') return notAllowed()
  return new Refusal(status === 409 ? 409 : 400, 'Revisa los datos e inténtalo de nuevo.')
}
