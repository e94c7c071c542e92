import { z } from 'zod'
import { recoveryLinkPath } from '#domain/addresses.ts'
import { DatabaseError } from '#server/base/errors.ts'
import { Fault } from '#server/base/fault.ts'
import { clientNetwork } from '#server/limits/network.ts'
import type { AuthContext, Call } from './context.ts'
import { normalEmail, readBody } from './input.ts'
import { type Proof, spendRecovery, startRecovery } from './one-time.ts'
import { checkMayEnter, type SessionBody, sessionBody } from './session-response.ts'
import { openSession } from './sessions.ts'
import { accountByEmail, accountById } from './users.ts'

const request = z.object({ email: z.string().max(320), code_challenge: z.string().nullish() })

/**
 * `POST /recover`: mails a link and a code for choosing a new password if the e-mail belongs to an open account. The link
 * leads to the portal's own page, whatever `redirect_to` says.
 * Responds before looking it up, so neither the response nor its timing shows which e-mails exist.
 */
export async function recover(context: AuthContext, call: Call): Promise<Response> {
  const { email, code_challenge: challenge } = await readBody(call.request, request)
  if (challenge) throw new Fault(400, 'validation_failed', 'Only the implicit flow is offered')
  const name = normalEmail(email)
  if (!/^[^\s@\0]+@[^\s@\0]+$/.test(name))
    throw new Fault(400, 'validation_failed', 'Unable to validate email address: invalid format')
  context.budgets.mailFrom.spend(clientNetwork(call.request))
  context.budgets.mailTo.spend(name)
  sendRecovery(context, name).catch((error: unknown) => {
    const code = error instanceof DatabaseError ? error.code : 'unexpected'
    console.error(`auth: a recovery was not prepared (${code})`)
  })
  return Response.json({}, { headers: { 'cache-control': 'no-store' } })
}

async function sendRecovery(context: AuthContext, email: string): Promise<void> {
  const now = context.now()
  const started = await context.database.transaction(async (tx) => {
    const account = await accountByEmail(tx, email, now)
    // Only the clinic renews an expired temporary password.
    if (!account || account.barred || !account.confirmed || account.temporaryPasswordExpired) return undefined
    return startRecovery(tx, account, context.digests, now)
  })
  if (!started) return
  const link = `${context.publicUrl}${recoveryLinkPath(started.token)}`
  await context.sendMail({ kind: 'recovery', to: email, link, code: started.code })
}

const proof = z.object({
  type: z.string(),
  token_hash: z.string().max(200).nullish(),
  token: z.string().max(200).nullish(),
  email: z.string().max(320).nullish(),
})

/**
 * `POST /verify`: opens a session for a link's token, or for an e-mail and its code. There is no GET: the filters of mail
 * servers open every address, and would use the link up.
 */
export async function verify(context: AuthContext, { request }: Call): Promise<Response> {
  const { type, token_hash: hash, token, email } = await readBody(request, proof)
  if (type !== 'recovery')
    throw new Fault(400, 'validation_failed', 'Only verification of type recovery is offered')
  if (hash) return Response.json(await enter(context, request, { token: hash }), noStore)
  if (!token || !email)
    throw new Fault(400, 'validation_failed', 'Verify requires a token and an email, or a token hash')
  return Response.json(await enter(context, request, { email: normalEmail(email), code: token }), noStore)
}

async function enter(context: AuthContext, request: Request, proof: Proof): Promise<SessionBody> {
  context.budgets.verifyFrom.spend(clientNetwork(request))
  if ('code' in proof) context.budgets.codes.spend(proof.email)
  const now = context.now()
  const { account, session, refreshToken } = await context.database.transaction(async (tx) => {
    const id = await spendRecovery(tx, proof, context.digests, now)
    const account = id ? await accountById(tx, id, now) : undefined
    if (!account) {
      if ('code' in proof) context.refusals.add(proof.email, now)
      throw new Fault(403, 'otp_expired', 'Email link is invalid or has expired')
    }
    checkMayEnter(account)
    const userAgent = request.headers.get('user-agent') ?? ''
    return {
      account,
      ...(await openSession(tx, account.id, 'otp', { userAgent, digests: context.digests, now })),
    }
  })
  context.budgets.codes.restore(account.email)
  return sessionBody(context, account, session, refreshToken)
}

const noStore = { headers: { 'cache-control': 'no-store' } }
