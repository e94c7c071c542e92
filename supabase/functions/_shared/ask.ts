import type { FunctionContext } from './context.ts'
import { notAllowed, Refusal, signInAgain, tryLater } from './refusal.ts'

/**
 * Asks a function of the database as the caller. What the database refuses becomes a Refusal with the fitting status;
 * texts that our own functions raise are in Spanish and pass, the engine's own do not.
 */
export async function ask(
  context: FunctionContext,
  name: string,
  parameters: Record<string, unknown>,
): Promise<unknown> {
  const { data, error, status } = await context.caller.rpc(name, parameters)
  if (!error) return data
  throw toRefusal(status, error.code, error.message)
}

function toRefusal(status: number, code: string, message: string): Refusal {
  if (status === 401) return signInAgain()
  if (status === 403 || code === '42501') return notAllowed()
  if (status >= 500 || status === 0) return tryLater()
  if (code === 'P0002') return new Refusal(404, message)
  if (status === 409) return new Refusal(409, message)
  return new Refusal(400, message)
}
