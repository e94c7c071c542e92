import type { FunctionContext, FunctionHandler } from './context.ts'
import { readJson } from './json-body.ts'
import { invalidRequest, Refusal, refusalResponse, signInAgain, tryLater } from './refusal.ts'

const BODY_LIMIT = 64 * 1024
/** Seconds after which a retry is worth it, where no service said so. */
const soon = '5'

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-expose-headers': 'retry-after',
}

export type Body = Record<string, unknown>

type Answer<Caller> = (body: Body, context: FunctionContext, caller: Caller) => Promise<Response>
type Admit<Caller> = (request: Request, context: FunctionContext) => Promise<Caller>

/**
 * A function that accepts a JSON object by POST from a signed-in person and always returns JSON; refusals are
 * `{error, code}` in Spanish. `answer` may throw a Refusal.
 */
export function endpoint(answer: Answer<string>): FunctionHandler {
  return handle(requireSession, answer)
}

/** The same for anybody, with or without an account. */
export function openEndpoint(answer: Answer<void>): FunctionHandler {
  return handle(async () => {}, answer)
}

function handle<Caller>(admit: Admit<Caller>, answer: Answer<Caller>): FunctionHandler {
  return async (request, context) => {
    const response = await respond(request, context, admit, answer).catch((error: unknown) => {
      if (error instanceof Refusal) return refusalResponse(error)
      console.error(`function failed: ${error instanceof Error ? error.name : typeof error}`)
      return refusalResponse(new Refusal(500, 'Algo salió mal. Inténtalo de nuevo.'))
    })
    for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value)
    const isForNow = response.status === 429 || response.status === 503
    if (isForNow && !response.headers.has('retry-after'))
      response.headers.set('retry-after', context.retryAfter() ?? soon)
    return response
  }
}

async function respond<Caller>(
  request: Request,
  context: FunctionContext,
  admit: Admit<Caller>,
  answer: Answer<Caller>,
): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response('ok')
  if (request.method !== 'POST') throw new Refusal(405, 'Este servicio solo acepta POST.')
  const caller = await admit(request, context)
  const body = await readJson(request, BODY_LIMIT)
  if (!body.ok && body.problem === 'too-large') throw new Refusal(413, 'La solicitud es demasiado grande.')
  if (!body.ok || !isObject(body.value)) throw invalidRequest()
  return answer(body.value, context, caller)
}

/** The token's session must still exist: a signature alone stays valid after signing out or closing the account. */
async function requireSession(request: Request, context: FunctionContext): Promise<string> {
  const token = request.headers.get('authorization')?.match(/^Bearer\s+(\S+)$/i)?.[1]
  if (!token) throw signInAgain()
  const { data, error } = await context.caller.auth.getUser(token)
  if (!error) return data.user.id
  throw error.name === 'AuthRetryableFetchError' ? tryLater() : signInAgain()
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
