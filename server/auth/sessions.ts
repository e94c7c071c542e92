import type { Queryable } from '#server/base/database.ts'
import { Fault } from '#server/base/fault.ts'
import type { Digests } from './digests.ts'
import { type Amr, newRefreshToken } from './tokens.ts'

export type Session = { id: string; userId: string; aal: 'aal1' | 'aal2'; amr: Amr }

const sessionColumns = `s.id::text as "id", s.user_id::text as "userId", coalesce(s.aal::text, 'aal1') as aal,
  (select coalesce(json_agg(json_build_object('method', a.authentication_method,
     'timestamp', floor(extract(epoch from a.updated_at))::int) order by a.updated_at), '[]'::json)
   from auth.mfa_amr_claims a where a.session_id = s.id) as amr`

/** Opens a session for one sign-in method ('password'), with its first refresh token. */
export async function openSession(
  tx: Queryable,
  userId: string,
  method: string,
  from: { userAgent: string; digests: Digests; now: Date },
): Promise<{ session: Session; refreshToken: string }> {
  const refreshToken = newRefreshToken()
  const { rows } = await tx.query<Session>(
    `with s as (
       insert into auth.sessions (id, user_id, aal, created_at, updated_at, user_agent)
       values (gen_random_uuid(), $1::text::uuid, 'aal1', $2::text::timestamptz, $2::text::timestamptz, $3::text)
       returning id
     ), t as (
       insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
       select $5::text, $1::text, id, false, $2::text::timestamptz, $2::text::timestamptz from s
     )
     insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
     select gen_random_uuid(), id, $4::text, $2::text::timestamptz, $2::text::timestamptz from s
     returning session_id::text as "id", $1::text as "userId", 'aal1' as aal,
       json_build_array(json_build_object('method', $4::text,
         'timestamp', floor(extract(epoch from $2::text::timestamptz))::int)) as amr`,
    [
      userId,
      from.now.toISOString(),
      from.userAgent.slice(0, 400),
      method,
      from.digests.refreshToken(refreshToken),
    ],
  )
  const session = rows[0]
  if (!session) throw new Error('a session was not written')
  return { session, refreshToken }
}

/** SQL: whether a session is still valid at the time in `parameter`. The database decides how long one lasts. */
const standsAt = (parameter: string) => `coalesce(private.session_ends(
  (select p.role from public.profiles p where p.id = s.user_id),
  s.created_at, s.updated_at, s.refreshed_at, s.not_after) > ${parameter}::text::timestamptz, false)`

/** The session of an access token, unless it was signed out or has expired. */
export async function liveSession(
  db: Queryable,
  sessionId: string,
  userId: string,
  now: Date,
): Promise<Session | undefined> {
  const { rows } = await db.query<Session>(
    `select ${sessionColumns} from auth.sessions s
     where s.id = $1::text::uuid and s.user_id = $2::text::uuid and ${standsAt('$3')}`,
    [sessionId, userId, now.toISOString()],
  )
  return rows[0]
}

/** Creates a session's next refresh token; `parent` is the digest of the one it replaces. */
export async function issueRefreshToken(
  tx: Queryable,
  session: Session,
  digests: Digests,
  now: Date,
  parent: string | null = null,
): Promise<string> {
  const token = newRefreshToken()
  await tx.query(
    `insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ($1::text, $2::text, $3::text::uuid, $4::text, false, $5::text::timestamptz, $5::text::timestamptz)`,
    [digests.refreshToken(token), session.userId, session.id, parent, now.toISOString()],
  )
  return token
}

export type Scope = 'global' | 'local' | 'others'

/**
 * Ends the user's sessions that `scope` names, relative to one session, with their refresh tokens. `how` goes
 * into the trail: signed out, expired, or (the default) ended.
 */
export async function endSessions(
  tx: Queryable,
  userId: string,
  scope: Scope,
  sessionId: string,
  how: 'sign_out' | 'expire_session' | 'end_session' = 'end_session',
): Promise<void> {
  await tx.query(`select set_config('indice.session_end', $1::text, true)`, [how])
  await tx.query(
    `delete from auth.sessions where user_id = $1::text::uuid
     and case $2::text when 'local' then id = $3::text::uuid when 'others' then id <> $3::text::uuid else true end`,
    [userId, scope, sessionId],
  )
}

/** How long a replaced token stays valid: the answer with its successor may have been lost. */
const REUSE_GRACE_MS = 10_000

export type Rotation =
  | { outcome: 'rotated'; session: Session; refreshToken: string }
  | { outcome: 'unknown' }
  | { outcome: 'over' }
  | { outcome: 'reused' }

/**
 * Exchanges a refresh token for the session's next one. A replaced token used after the grace period means that two parties
 * hold it: the session ends. An expired session ends too. Commit the transaction whatever the outcome.
 */
export async function rotateRefreshToken(
  tx: Queryable,
  token: string,
  digests: Digests,
  now: Date,
): Promise<Rotation> {
  const digest = digests.refreshToken(token)
  const { rows: sessions } = await tx.query<Session & { stands: boolean }>(
    `select ${sessionColumns}, ${standsAt('$2')} as stands from auth.sessions s
     where s.id = (select t.session_id from auth.refresh_tokens t where t.token = $1::text) for update of s`,
    [digest, now.toISOString()],
  )
  const session = sessions[0]
  if (!session) return { outcome: 'unknown' }
  if (!session.stands) {
    await endSessions(tx, session.userId, 'local', session.id, 'expire_session')
    return { outcome: 'over' }
  }
  // Read again under the session's lock: another request may just have replaced it.
  const { rows } = await tx.query<{ stale: boolean }>(
    `select revoked and updated_at <= $2::text::timestamptz as stale from auth.refresh_tokens where token = $1::text`,
    [digest, new Date(now.getTime() - REUSE_GRACE_MS).toISOString()],
  )
  const stored = rows[0]
  if (!stored) return { outcome: 'unknown' }
  if (stored.stale) {
    await endSessions(tx, session.userId, 'local', session.id)
    return { outcome: 'reused' }
  }
  // Also revoke tokens issued within an earlier grace period, so that two parties cannot go on side by side.
  await tx.query(
    `update auth.refresh_tokens set revoked = true, updated_at = $3::text::timestamptz
     where session_id = $2::text::uuid and not revoked
       and exists (select from auth.refresh_tokens t where t.token = $1::text and not t.revoked)`,
    [digest, session.id, now.toISOString()],
  )
  const refreshToken = await issueRefreshToken(tx, session, digests, now, digest)
  await tx.query(
    `update auth.sessions set refreshed_at = $2::text::timestamptz at time zone 'UTC',
       updated_at = $2::text::timestamptz where id = $1::text::uuid`,
    [session.id, now.toISOString()],
  )
  return { outcome: 'rotated', session, refreshToken }
}

/** The error for a token whose session no longer exists. */
export function sessionGone(): Fault {
  return new Fault(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

/**
 * Raises a session to aal2 with a second factor and revokes its older refresh tokens: used after the grace
 * period, they end the session. Throws session_not_found when it was signed out meanwhile.
 */
export async function raiseSession(
  tx: Queryable,
  sessionId: string,
  userId: string,
  factorId: string,
  now: Date,
): Promise<Session> {
  const { affected } = await tx.query(
    `update auth.sessions set aal = 'aal2', factor_id = $3::text::uuid, updated_at = $4::text::timestamptz
     where id = $1::text::uuid and user_id = $2::text::uuid`,
    [sessionId, userId, factorId, now.toISOString()],
  )
  if (affected === 0) throw sessionGone()
  await tx.query(
    `update auth.refresh_tokens set revoked = true, updated_at = $2::text::timestamptz
     where session_id = $1::text::uuid and not revoked`,
    [sessionId, now.toISOString()],
  )
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
     values (gen_random_uuid(), $1::text::uuid, 'totp', $2::text::timestamptz, $2::text::timestamptz)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [sessionId, now.toISOString()],
  )
  const session = await liveSession(tx, sessionId, userId, now)
  if (!session) throw sessionGone()
  return session
}
