import { type Handler, Hono, type MiddlewareHandler } from 'hono'
import type { Database } from '#server/base/database.ts'
import { Fault } from '#server/base/fault.ts'
import { turnLimits } from '#server/base/numbers.ts'
import { createVerifyToken, type Keys, type Service } from '#server/identity.ts'
import { createBudgets } from '#server/limits/budgets.ts'
import { clientNetwork } from '#server/limits/network.ts'
import { createSignInLimits } from '#server/limits/sign-in.ts'
import { createTurns } from '#server/limits/turns.ts'
import type { SendMail } from '#server/mail/mail.ts'
import { readUser, signOut, updateUser } from './account.ts'
import { createUser, deleteUser, readUserById, readUsers, updateUserById } from './admin.ts'
import { deleteFactor, readFactors } from './admin-factors.ts'
import type { AuthContext, Endpoint } from './context.ts'
import { createDigests } from './digests.ts'
import { disabled } from './disabled.ts'
import { challenge, enroll, unenroll, verifyFactor } from './factors.ts'
import { faultResponse, toFault } from './fault.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover, verify } from './recovery.ts'
import { createRefusals, type Refusals } from './refusals.ts'
import { token } from './sign-in.ts'
import { createTokens } from './tokens.ts'

export type AuthDeps = {
  database: Database
  keys: Keys
  /** The public address, without a path. */
  publicUrl: string
  /** A password made only of this name is refused. */
  clinicName?: string
  sendMail: SendMail
  /** Counts refused sign-ins; whoever passes it writes them to the trail. */
  refusals?: Refusals
  now?: () => Date
  /** Lifetime of an access token. */
  accessTokenSeconds?: number
}

/** The auth service on `/auth/v1`: GoTrue's protocol over the tables of schema auth. */
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
  const turns = createTurns(turnLimits.auth)

  const run =
    (endpoint: Endpoint): Handler =>
    async (c) => {
      const request = c.req.raw
      // Hono answers HEAD as GET; GoTrue has no HEAD.
      if (request.method === 'HEAD') wrongMethod()
      const end = await turns.take(clientNetwork(request))
      const query = new URL(request.url).searchParams
      const [id = '', subId = ''] = [c.req.param('id'), c.req.param('subId')]
      return endpoint(context, { request, query, id, subId }).finally(end)
    }
  /** Like the gateway of a hosted project: every request needs one of the project's keys. */
  const requireKey: MiddlewareHandler = async (c, next) => {
    const { headers, url } = c.req.raw
    const key = headers.get('apikey') ?? new URL(url).searchParams.get('apikey')
    if (key) {
      await verifyToken(key).catch(() => {
        throw new Fault(401, 'no_authorization', 'Invalid API key')
      })
    } else if (!headers.has('authorization')) {
      throw new Fault(401, 'no_authorization', 'No API key found in request')
    }
    return next()
  }

  const app = new Hono({ getPath })
  app.onError((error) => faultResponse(toFault(error)))
  app.notFound(() => faultResponse(new Fault(404, 'not_found', 'Not found')))

  // These are open at a hosted project's gateway as well.
  app.post('/verify', run(verify)).all(wrongMethod)
  app.get('/health', run(health)).all(wrongMethod)
  app.get('/.well-known/jwks.json', run(jwks)).all(wrongMethod)

  app.use(requireKey)
  for (const [path, fault] of Object.entries(disabled))
    app.all(path, () => {
      throw fault()
    })
  app.post('/token', run(token)).all(wrongMethod)
  app.get('/user', run(readUser)).put(run(updateUser)).all(wrongMethod)
  app.post('/logout', run(signOut)).all(wrongMethod)
  app.post('/recover', run(recover)).all(wrongMethod)
  app.get('/reauthenticate', run(reauthenticate)).post(run(reauthenticate)).all(wrongMethod)
  app.post('/factors', run(enroll)).all(wrongMethod)
  app.delete('/factors/:id', run(unenroll)).all(wrongMethod)
  app.post('/factors/:id/challenge', run(challenge)).all(wrongMethod)
  app.post('/factors/:id/verify', run(verifyFactor)).all(wrongMethod)
  app.get('/admin/users', run(readUsers)).post(run(createUser)).all(wrongMethod)
  app
    .get('/admin/users/:id', run(readUserById))
    .put(run(updateUserById))
    .delete(run(deleteUser))
    .all(wrongMethod)
  app.get('/admin/users/:id/factors', run(readFactors)).all(wrongMethod)
  app.delete('/admin/users/:id/factors/:subId', run(deleteFactor)).all(wrongMethod)
  app.get('/settings', run(settings)).all(wrongMethod)
  return async (request) => app.fetch(request)
}

/** Hono decodes parameters; ids must arrive as they were sent. */
function getPath(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/auth\/v1/, '').replaceAll('%', '%25') || '/'
}

function wrongMethod(): never {
  throw new Fault(405, 'method_not_allowed', 'Method not allowed')
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

/** Tokens are signed with a shared secret, so there is no public key to publish. */
async function jwks(): Promise<Response> {
  return Response.json({ keys: [] })
}
