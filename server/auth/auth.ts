import type { Database } from '#server/db/database.ts'
import { createTurns } from '#server/db/turns.ts'
import { Fault } from '#server/http/fault.ts'
import { createVerifyToken, type Keys, type Service } from '#server/identity.ts'
import type { SendMail } from '#server/mail/mail.ts'
import { readUser, signOut, updateUser } from './account.ts'
import { createUser, deleteUser, readUserById, readUsers, updateUserById } from './admin.ts'
import { deleteFactor, readFactors } from './admin-factors.ts'
import { createBudgets } from './budgets.ts'
import { closedDoors } from './closed-doors.ts'
import type { AuthContext, Endpoint } from './context.ts'
import { createDigests } from './digests.ts'
import { challenge, enroll, unenroll, verifyFactor } from './factors.ts'
import { faultResponse, toFault } from './fault.ts'
import { clientNetwork, createSignInLimits } from './limits.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover, verify, verifyLink } from './recovery.ts'
import { createRefusals, type Refusals } from './refusals.ts'
import { token } from './sign-in.ts'
import { createTokens } from './tokens.ts'

export type AuthDeps = {
  database: Database
  keys: Keys
  /** Address that people see, without a path. */
  publicUrl: string
  /** A password that only says this is refused. */
  clinicName?: string
  sendMail: SendMail
  /** Counts the sign-ins that are refused; whoever gives it writes them into the trail. */
  refusals?: Refusals
  now?: () => Date
  /** Life of an access token. */
  accessTokenSeconds?: number
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Route = { path: RegExp; open?: boolean } & Partial<Record<Method, Endpoint>>

const routes: readonly Route[] = [
  { path: /^\/token$/, POST: token },
  { path: /^\/user$/, GET: readUser, PUT: updateUser },
  { path: /^\/logout$/, POST: signOut },
  { path: /^\/recover$/, POST: recover },
  // Opened from a message, where nobody adds a key.
  { path: /^\/verify$/, open: true, GET: verifyLink, POST: verify },
  { path: /^\/reauthenticate$/, GET: reauthenticate, POST: reauthenticate },
  { path: /^\/factors$/, POST: enroll },
  { path: /^\/factors\/([^/]+)$/, DELETE: unenroll },
  { path: /^\/factors\/([^/]+)\/challenge$/, POST: challenge },
  { path: /^\/factors\/([^/]+)\/verify$/, POST: verifyFactor },
  { path: /^\/admin\/users$/, GET: readUsers, POST: createUser },
  { path: /^\/admin\/users\/([^/]+)$/, GET: readUserById, PUT: updateUserById, DELETE: deleteUser },
  { path: /^\/admin\/users\/([^/]+)\/factors$/, GET: readFactors },
  { path: /^\/admin\/users\/([^/]+)\/factors\/([^/]+)$/, DELETE: deleteFactor },
  { path: /^\/settings$/, GET: settings },
  { path: /^\/health$/, open: true, GET: health },
  { path: /^\/\.well-known\/jwks\.json$/, open: true, GET: jwks },
]

/** The auth service on `/auth/v1`: GoTrue's wire, over the tables of schema auth. */
export function createAuth(deps: AuthDeps): Service {
  const now = deps.now ?? (() => new Date())
  const context: AuthContext = {
    database: deps.database,
    tokens: createTokens({
      jwtSecret: deps.keys.jwtSecret,
      issuer: `${deps.publicUrl}/auth/v1`,
      lifetimeSeconds: deps.accessTokenSeconds ?? 3600,
      now,
    }),
    limits: createSignInLimits(),
    budgets: createBudgets(),
    refusals: deps.refusals ?? createRefusals(deps.database),
    publicUrl: deps.publicUrl,
    clinicName: deps.clinicName ?? '',
    digests: createDigests(deps.keys.jwtSecret),
    sendMail: deps.sendMail,
    now,
  }
  const verifyToken = createVerifyToken(deps.keys)
  // As many as check passwords at once (four threads) and a few more; one address never has them all.
  const turns = createTurns({ atOnce: 8, each: 4 })

  /** A hosted project's gateway: no request gets further without one of the project's keys. */
  const checkKey = async (request: Request, query: URLSearchParams) => {
    const key = request.headers.get('apikey') ?? query.get('apikey')
    if (!key) {
      if (request.headers.has('authorization')) return
      throw new Fault(401, 'no_authorization', 'No API key found in request')
    }
    await verifyToken(key).catch(() => {
      throw new Fault(401, 'no_authorization', 'Invalid API key')
    })
  }

  return async (request) => {
    try {
      const url = new URL(request.url)
      const path = url.pathname.replace(/^\/auth\/v1/, '')
      const route = routes.find((candidate) => candidate.path.test(path))
      if (!route?.open) await checkKey(request, url.searchParams)
      const closed = closedDoors(path)
      if (closed) throw closed
      if (!route) throw new Fault(404, 'not_found', 'Not found')
      const endpoint = isMethod(request.method) ? route[request.method] : undefined
      if (!endpoint) throw new Fault(405, 'method_not_allowed', 'Method not allowed')
      const [, id = '', subId = ''] = route.path.exec(path) ?? []
      const end = await turns.take(clientNetwork(request))
      return await endpoint(context, { request, query: url.searchParams, id, subId }).finally(end)
    } catch (error) {
      return faultResponse(toFault(error))
    }
  }
}

function isMethod(method: string): method is Method {
  return method === 'GET' || method === 'POST' || method === 'PUT' || method === 'DELETE'
}

async function settings(): Promise<Response> {
  return Response.json({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: true,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    mfa_enabled: true,
  })
}

async function health(): Promise<Response> {
  return Response.json({
    version: 'indice',
    name: 'GoTrue',
    description: 'Accounts, in the protocol of GoTrue',
  })
}

/** Tokens are signed with a shared secret, so there is no public key to tell. */
async function jwks(): Promise<Response> {
  return Response.json({ keys: [] })
}
