import { newPasswordProblem } from '../../../domain/password.ts'
import { settled } from '../_shared/ask.ts'
import { isObject, openEndpoint } from '../_shared/endpoint.ts'
import { refuseWeak } from '../_shared/issue-password.ts'
import { invalidRequest, Refusal, refusalResponse } from '../_shared/refusal.ts'

const refusals = {
  wrong: new Refusal(403, 'El correo no coincide con este enlace.'),
  ended: new Refusal(410, 'Este enlace ya no sirve. Pide otro a la clínica.'),
  busy: new Refusal(503, 'No se pudo activar tu cuenta. Inténtalo de nuevo.'),
} as const

/**
 * Body `{token, email, password}` of a link of activation; open to anybody. Returns `{}`: the account has this password, and the
 * temporary one and all sessions ended. Refusals give the reason: `{error, code, outcome?}`. The database decides and counts;
 * when the password cannot be set, the same link works again within a minute (docs/product/accounts.md).
 */
export const activateAccount = openEndpoint(async (body, context) => {
  const { token, email, password } = body
  if (typeof token !== 'string' || typeof email !== 'string' || typeof password !== 'string')
    throw invalidRequest()
  const problem = newPasswordProblem(password, password, [email])
  if (problem) throw new Refusal(400, problem)
  const claim = readClaim(settled(await context.activations.claim({ token, email, sender: context.sender })))
  if (claim.outcome !== 'ok') {
    // Somebody else's claim lasts a minute at most.
    const wait = claim.outcome === 'busy' && { 'retry-after': '60' }
    return refusalResponse(refusals[claim.outcome], { outcome: claim.outcome }, { ...wait })
  }
  const { error } = await context.accounts.updateUserById(claim.id, { password })
  if (error) {
    // Of any other failure nobody knows whether the password is set: the claim runs out by itself.
    if (error.code === 'weak_password') await context.activations.release({ token })
    refuseWeak(error)
    throw refusals.busy
  }
  return Response.json({}, { headers: { 'cache-control': 'no-store' } })
})

type Claim = { outcome: 'ok'; id: string } | { outcome: keyof typeof refusals }

/** Parses the result of `claim_activation`. Throws when the database and this function have different versions. */
function readClaim(answer: unknown): Claim {
  const { outcome, id } = isObject(answer) ? answer : {}
  if (outcome === 'ok' && typeof id === 'string') return { outcome, id }
  if (outcome === 'wrong' || outcome === 'ended' || outcome === 'busy') return { outcome }
  throw new Error('claim_activation gave an unknown answer')
}
