import { Hono } from 'hono'
import { createContext, type FunctionHandler } from '#functions/_shared/context.ts'
import { Refusal, refusalResponse, signInAgain } from '#functions/_shared/refusal.ts'
import { acceptStudyRequest } from '#functions/accept-study-request/handler.ts'
import { activateAccount } from '#functions/activate-account/handler.ts'
import { adminDeleteUser } from '#functions/admin-delete-user/handler.ts'
import { createPatientManual } from '#functions/create-patient-manual/handler.ts'
import { issueTemporaryPassword } from '#functions/issue-temporary-password/handler.ts'
import { openSharedStudy } from '#functions/open-shared-study/handler.ts'
import { removeSecondFactor } from '#functions/remove-second-factor/handler.ts'
import { turnLimits } from '#server/base/numbers.ts'
import { type Identify, IdentityError, type Keys, type Service } from '#server/identity.ts'
import { networkOf } from '#server/limits/network.ts'
import { createTurns } from '#server/limits/turns.ts'
import { ClosedWebSocket } from './closed-web-socket.ts'

const handlers: Readonly<Record<string, FunctionHandler>> = {
  'accept-study-request': acceptStudyRequest,
  'create-patient-manual': createPatientManual,
  'admin-delete-user': adminDeleteUser,
  'issue-temporary-password': issueTemporaryPassword,
  'remove-second-factor': removeSecondFactor,
  'open-shared-study': openSharedStudy,
  'activate-account': activateAccount,
}
/** Functions open to strangers. They use the service key, which does not queue for the database. */
const forStrangers = new Set(['open-shared-study', 'activate-account'])

/**
 * The server functions on `/functions/v1/{name}`, in this process, with the same handlers as on a hosted project.
 * `fetchBackend` handles their calls to the other services; `url` is any address for those calls.
 */
export function createFunctions(deps: {
  url: string
  keys: Keys
  identify: Identify
  fetchBackend: (request: Request) => Promise<Response>
  /** Functions that only this backend has. */
  own?: Readonly<Record<string, FunctionHandler>>
}): Service {
  const { url, keys, identify, fetchBackend, own } = deps
  const strangers = createTurns(turnLimits.strangersFunctions)

  const app = new Hono({ getPath: (request) => new URL(request.url).pathname })
  // Rethrown, so that the server answers it as for every other service.
  app.onError((error) => {
    throw error
  })
  app.notFound(() => refusalResponse(new Refusal(404, 'Esa función no existe.')))
  for (const [name, handler] of Object.entries({ ...handlers, ...own }))
    app.all(`/functions/v1/${name}`, async (c) => {
      const request = c.req.raw
      const refused = request.method === 'OPTIONS' ? undefined : await refuse(identify, request)
      if (refused) return refused
      const address = request.headers.get('x-forwarded-for')
      const context = createContext(request, {
        url,
        anonKey: keys.anonKey,
        serviceRoleKey: keys.serviceRoleKey,
        realtime: { transport: ClosedWebSocket },
        fetch: (input, init) => {
          const call = new Request(input, init)
          // So that limits by address see the person's address and not this process's.
          if (address) call.headers.set('x-forwarded-for', address)
          return fetchBackend(call)
        },
      })
      if (!forStrangers.has(name)) return handler(request, context)
      const end = await strangers.take(networkOf(address ?? ''))
      return handler(request, context).finally(end)
    })
  return async (request) => app.fetch(request)
}

/** Like the gateway of a hosted project: no function runs without a valid token. */
async function refuse(identify: Identify, request: Request): Promise<Response | undefined> {
  try {
    await identify(request)
    return undefined
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error
    return refusalResponse(signInAgain())
  }
}
