import { createContext, type FunctionHandler } from '#functions/_shared/context.ts'
import { Refusal, refusalResponse, signInAgain } from '#functions/_shared/refusal.ts'
import { acceptStudyRequest } from '#functions/accept-study-request/handler.ts'
import { adminDeleteUser } from '#functions/admin-delete-user/handler.ts'
import { createPatientManual } from '#functions/create-patient-manual/handler.ts'
import { issueTemporaryPassword } from '#functions/issue-temporary-password/handler.ts'
import { openSharedStudy } from '#functions/open-shared-study/handler.ts'
import { removeSecondFactor } from '#functions/remove-second-factor/handler.ts'
import { createTurns } from '#server/db/turns.ts'
import { type Identify, IdentityError, type Keys, type Service } from '#server/identity.ts'
import { networkOf } from '#server/network.ts'
import { NeverOpened } from './never-opened.ts'

const handlers: ReadonlyMap<string, FunctionHandler> = new Map([
  ['accept-study-request', acceptStudyRequest],
  ['create-patient-manual', createPatientManual],
  ['admin-delete-user', adminDeleteUser],
  ['issue-temporary-password', issueTemporaryPassword],
  ['remove-second-factor', removeSecondFactor],
  ['open-shared-study', openSharedStudy],
])
/** What strangers may ask for and the service key answers, which never waits for its turn at the database. */
const forStrangers = new Set(['open-shared-study'])

/**
 * The server functions on `/functions/v1/{name}`, in this process and with the handlers that a hosted project runs.
 * `fetchBackend` answers their calls to the other services; `url` is any address that those calls may carry.
 */
export function createFunctions(deps: {
  url: string
  keys: Keys
  identify: Identify
  fetchBackend: (request: Request) => Promise<Response>
  /** Functions that only this backend has. */
  own?: Readonly<Record<string, FunctionHandler>>
}): Service {
  const { url, keys, identify, fetchBackend } = deps
  const own = new Map(Object.entries(deps.own ?? {}))
  const strangers = createTurns({ atOnce: 4, each: 2 })
  return async (request) => {
    const name = new URL(request.url).pathname.replace(/^\/functions\/v1\//, '')
    const handler = handlers.get(name) ?? own.get(name)
    if (!handler) return refusalResponse(new Refusal(404, 'Esa función no existe.'))
    const refused = request.method === 'OPTIONS' ? undefined : await refuse(identify, request)
    if (refused) return refused
    const address = request.headers.get('x-forwarded-for')
    const context = createContext(request, {
      url,
      anonKey: keys.anonKey,
      serviceRoleKey: keys.serviceRoleKey,
      realtime: { transport: NeverOpened },
      fetch: (input, init) => {
        const call = new Request(input, init)
        // What is limited by address is limited by the address of the person, not of this process.
        if (address) call.headers.set('x-forwarded-for', address)
        return fetchBackend(call)
      },
    })
    if (!forStrangers.has(name)) return handler(request, context)
    const end = await strangers.take(networkOf(address ?? ''))
    return handler(request, context).finally(end)
  }
}

/** What a hosted project's gateway does before a function runs: no valid token, no call. */
async function refuse(identify: Identify, request: Request): Promise<Response | undefined> {
  try {
    await identify(request)
    return undefined
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error
    return refusalResponse(signInAgain())
  }
}
