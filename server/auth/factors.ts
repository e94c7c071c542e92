import { isIP } from 'node:net'
import { z } from 'zod'
import { isUuid } from '#domain/contact.ts'
import type { Queryable } from '#server/base/database.ts'
import { DatabaseError } from '#server/base/errors.ts'
import { Fault } from '#server/base/fault.ts'
import { clientAddress } from '#server/limits/network.ts'
import type { AuthContext, Call } from './context.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { isWellFormed, readBody } from './input.ts'
import { qrSvg } from './qr.ts'
import { sessionResponse } from './session-response.ts'
import { issueRefreshToken, raiseSession, type Session } from './sessions.ts'
import { signedIn } from './signed-in.ts'
import { matchTotp, newTotpSecret, totpUri } from './totp.ts'
import { accountById } from './users.ts'

const MOST_FACTORS = 10
const CHALLENGE_SECONDS = 300
/** A code is valid for at most 90 seconds; used ones must be remembered that long. */
const KEEP_CHALLENGES_SECONDS = 3600

const enrolment = z.object({
  factor_type: z.string(),
  friendly_name: z.string().max(100).refine(isWellFormed).nullish(),
  issuer: z.string().max(100).refine(isWellFormed).nullish(),
})

/** `POST /factors`: starts a second factor (an authenticator app); it counts after its first code was verified. */
export async function enroll(context: AuthContext, { request }: Call): Promise<Response> {
  const { account, session } = await signedIn(context, request)
  const wanted = await readBody(request, enrolment)
  if (wanted.factor_type === 'phone' || wanted.factor_type === 'webauthn')
    throw new Fault(
      422,
      `mfa_${wanted.factor_type}_enroll_not_enabled`,
      'Only authenticator apps are offered as second factor',
    )
  if (wanted.factor_type !== 'totp') throw new Fault(400, 'validation_failed', 'factor_type needs to be totp')
  if (account.mustChange)
    throw new Fault(403, 'insufficient_aal', 'The temporary password must be changed first')
  context.budgets.enroll.spend(account.id)

  const id = crypto.randomUUID()
  const secret = newTotpSecret()
  const name = wanted.friendly_name?.trim() ?? ''
  const now = context.now().toISOString()
  await context.database
    .transaction(async (tx) => {
      await lockFactors(tx, account.id)
      await requireFactorPassed(tx, account.id, session.aal)
      requireFreshProof(account, session, context.now())
      // Delete enrolments that were started and never finished: they must not block a new one.
      await tx.query(
        `delete from auth.mfa_factors where user_id = $1::text::uuid and status = 'unverified'
         and created_at < $2::text::timestamptz - make_interval(secs => ${CHALLENGE_SECONDS})`,
        [account.id, now],
      )
      const { rows } = await tx.query<{ count: number }>(
        'select count(*)::int as count from auth.mfa_factors where user_id = $1::text::uuid',
        [account.id],
      )
      if ((rows[0]?.count ?? 0) >= MOST_FACTORS)
        throw new Fault(422, 'too_many_enrolled_mfa_factors', 'Too many second factors: remove one first')
      await tx.query(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
         values ($1::text::uuid, $2::text::uuid, $3::text, 'totp', 'unverified', $4::text,
           $5::text::timestamptz, $5::text::timestamptz)`,
        [id, account.id, name, secret, now],
      )
    })
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === '23505')
        throw new Fault(422, 'mfa_factor_name_conflict', 'A factor with this friendly name already exists')
      throw error
    })
  const uri = totpUri(secret, wanted.issuer?.trim() || new URL(context.publicUrl).hostname, account.email)
  return answer({
    id,
    type: 'totp',
    friendly_name: name,
    totp: { qr_code: qrSvg(uri), secret, uri },
  })
}

/** `POST /factors/{id}/challenge`: opens five minutes for showing a code. */
export async function challenge(context: AuthContext, { request, id }: Call): Promise<Response> {
  const { account } = await signedIn(context, request)
  context.budgets.challenge.spend(account.id)
  const now = context.now()
  const address = clientAddress(request)
  const challengeId = crypto.randomUUID()
  await context.database.transaction(async (tx) => {
    await ownFactor(tx, id, account.id)
    await tx.query(
      `delete from auth.mfa_challenges where factor_id = $1::text::uuid
       and created_at < $2::text::timestamptz - make_interval(secs => ${KEEP_CHALLENGES_SECONDS})`,
      [id, now.toISOString()],
    )
    await tx.query(
      `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
       values ($1::text::uuid, $2::text::uuid, $3::text::timestamptz, $4::text::inet)`,
      [challengeId, id, now.toISOString(), isIP(address) ? address.replace(/%.*$/, '') : '0.0.0.0'],
    )
  })
  const expiresAt = Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS
  return answer({ id: challengeId, type: 'totp', expires_at: expiresAt })
}

const verification = z.object({ challenge_id: z.string(), code: z.string().max(20) })

/** `POST /factors/{id}/verify`: a correct code raises the session to aal2 and activates a new factor. */
export async function verifyFactor(context: AuthContext, { request, id }: Call): Promise<Response> {
  const { account: known, session: asked } = await signedIn(context, request)
  const { challenge_id: challengeId, code } = await readBody(request, verification)
  if (!isUuid(challengeId)) throw challengeExpired()
  context.budgets.factorDay.spend(known.id)
  context.budgets.factor.spend(known.id)
  const now = context.now()
  const raised = await context.database.transaction(async (tx) => {
    await lockFactors(tx, known.id)
    const factor = await ownFactor(tx, id, known.id)
    if (factor.status !== 'verified') await requireFactorPassed(tx, known.id, asked.aal)
    const { rows: open } = await tx.query(
      `select 1 as one from auth.mfa_challenges
       where id = $1::text::uuid and factor_id = $2::text::uuid and verified_at is null
         and created_at > $3::text::timestamptz - make_interval(secs => ${CHALLENGE_SECONDS})`,
      [challengeId, id, now.toISOString()],
    )
    if (open.length === 0) throw challengeExpired()
    const { rows: used } = await tx.query<{ step: number | null }>(
      `select max(otp_code::int) as step from auth.mfa_challenges
       where factor_id = $1::text::uuid and verified_at is not null`,
      [id],
    )
    const step = matchTotp(factor.secret, code.replaceAll(' ', ''), now, used[0]?.step ?? undefined)
    if (step === undefined) {
      if (factor.status === 'verified') context.refusals.add(known.email, now)
      throw new Fault(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    }

    await tx.query(
      `update auth.mfa_challenges set verified_at = $2::text::timestamptz, otp_code = $3::text
       where id = $1::text::uuid`,
      [challengeId, now.toISOString(), String(step)],
    )
    if (factor.status !== 'verified') await beginToCount(tx, id, known.id, asked.id, now)
    const session = await raiseSession(tx, asked.id, known.id, id, now)
    const account = await accountById(tx, known.id, now)
    if (!account) throw factorMissing()
    const refreshToken = await issueRefreshToken(tx, session, context.digests, now)
    return { account, session, refreshToken, isNew: factor.status !== 'verified' }
  })
  context.budgets.factor.restore(known.id)
  context.budgets.factorDay.restore(known.id)
  if (raised.isNew) void context.sendMail({ kind: 'factor-added', to: known.email })
  return sessionResponse(context, raised.account, raised.session, raised.refreshToken)
}

/** Activates the factor: ends all other password-only sessions and deletes unfinished enrolments. */
async function beginToCount(
  tx: Queryable,
  id: string,
  userId: string,
  sessionId: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `update auth.mfa_factors set status = 'verified', updated_at = $2::text::timestamptz
     where id = $1::text::uuid`,
    [id, now.toISOString()],
  )
  await tx.query(`delete from auth.mfa_factors where user_id = $1::text::uuid and status = 'unverified'`, [
    userId,
  ])
  await tx.query(
    `delete from auth.sessions where user_id = $1::text::uuid and id <> $2::text::uuid
     and coalesce(aal, 'aal1') = 'aal1'`,
    [userId, sessionId],
  )
}

/** `DELETE /factors/{id}`: an active factor can only be removed by a session that just passed it. */
export async function unenroll(context: AuthContext, { request, id }: Call): Promise<Response> {
  const { account, session } = await signedIn(context, request)
  let counted = false
  await context.database.transaction(async (tx) => {
    const factor = await ownFactor(tx, id, account.id)
    counted = factor.status === 'verified'
    if (counted && session.aal !== 'aal2')
      throw new Fault(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    if (counted) requireFreshProof(account, session, context.now())
    await removeFactor(tx, id)
  })
  if (counted) void context.sendMail({ kind: 'factor-removed', to: account.email })
  return answer({ id })
}

/** Removes a factor; sessions that it raised fall back to password only (aal1). */
export async function removeFactor(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
     and session_id in (select s.id from auth.sessions s where s.factor_id = $1::text::uuid)`,
    [id],
  )
  await tx.query(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1::text::uuid`, [
    id,
  ])
  await tx.query('delete from auth.mfa_factors where id = $1::text::uuid', [id])
}

/** Serialises changes to an account's factors. */
async function lockFactors(tx: Queryable, userId: string): Promise<void> {
  await tx.query('select 1 as one from auth.users where id = $1::text::uuid for update', [userId])
}

/** A password-only session may not add a factor to an account that has one, nor finish one started earlier. */
async function requireFactorPassed(tx: Queryable, userId: string, aal: Session['aal']): Promise<void> {
  if (aal === 'aal2') return
  const { rows } = await tx.query(
    `select 1 as one from auth.mfa_factors where user_id = $1::text::uuid and status = 'verified' limit 1`,
    [userId],
  )
  if (rows.length > 0) throw new Fault(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
}

type Factor = { status: string; secret: string }

/** The account's own factor, locked so that codes are tried one at a time. */
export async function ownFactor(tx: Queryable, id: string, userId: string): Promise<Factor> {
  if (!isUuid(id)) throw factorMissing()
  const { rows } = await tx.query<Factor>(
    `select status::text as status, coalesce(secret, '') as secret from auth.mfa_factors
     where id = $1::text::uuid and user_id = $2::text::uuid and factor_type = 'totp' for update`,
    [id, userId],
  )
  const factor = rows[0]
  if (!factor) throw factorMissing()
  return factor
}

function factorMissing(): Fault {
  return new Fault(404, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found')
}

function challengeExpired(): Fault {
  return new Fault(422, 'mfa_challenge_expired', 'MFA challenge is unknown, used or has expired')
}

function answer(body: Record<string, unknown>): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}
