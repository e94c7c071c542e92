import { ownStatus } from '../../../domain/own-message.ts'
import type { FunctionContext } from './context.ts'
import { notAllowed, Refusal, signInAgain, tryLater } from './refusal.ts'

/**
 * Calls a database function as the caller. Errors become a Refusal with a fitting status: messages marked as
 * ours by their code are passed on, the engine's are not.
 */
export async function ask(
  context: FunctionContext,
  name: string,
  parameters: Record<string, unknown>,
): Promise<unknown> {
  return settled(await context.caller.rpc(name, parameters))
}

/** Returns the database's data, or throws its error as a Refusal. */
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
