import type { Queryable } from '#server/base/database.ts'

/** A user as GoTrue writes it on the wire. */
export type UserDocument = {
  id: string
  email: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  factors: { id: string; status: string; factor_type: string }[] | null
} & Record<string, unknown>

/** The document as it is sent: GoTrue omits empty fields. */
export function wireUser(document: UserDocument): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null))
}

/** What this service must know about an account before letting anyone in. */
export type Account = {
  id: string
  email: string
  passwordHash: string | null
  confirmed: boolean
  /** Banned until later, or closed (private.account_state.closed_at). */
  barred: boolean
  /** Its password is temporary and has expired. */
  temporaryPasswordExpired: boolean
  /** The account may do nothing but choose a new password. */
  mustChange: boolean
  document: UserDocument
}

const stamp = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const identities = `(
  select coalesce(json_agg(json_build_object(
    'identity_id', i.id::text, 'id', i.provider_id, 'user_id', i.user_id::text, 'identity_data', i.identity_data,
    'provider', i.provider, 'last_sign_in_at', ${stamp('i.last_sign_in_at')},
    'created_at', ${stamp('i.created_at')}, 'updated_at', ${stamp('i.updated_at')}, 'email', i.email
  ) order by i.created_at), '[]'::json)
  from auth.identities i where i.user_id = u.id)`

const factors = `(
  select json_agg(json_build_object(
    'id', f.id::text, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type::text,
    'status', f.status::text, 'created_at', ${stamp('f.created_at')}, 'updated_at', ${stamp('f.updated_at')}
  ) order by f.created_at)
  from auth.mfa_factors f where f.user_id = u.id)`

const userDocument = `json_build_object(
  'id', u.id::text, 'aud', u.aud, 'role', u.role, 'email', u.email, 'phone', '',
  'email_confirmed_at', ${stamp('u.email_confirmed_at')}, 'confirmed_at', ${stamp('u.email_confirmed_at')},
  'last_sign_in_at', ${stamp('u.last_sign_in_at')}, 'banned_until', ${stamp('u.banned_until')},
  'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
  'identities', ${identities}, 'factors', ${factors},
  'created_at', ${stamp('u.created_at')}, 'updated_at', ${stamp('u.updated_at')}, 'is_anonymous', false)`

/** `$1` is the current time. */
const account = `select json_build_object(
    'id', u.id::text,
    'email', u.email,
    'passwordHash', nullif(u.encrypted_password, ''),
    'confirmed', u.email_confirmed_at is not null,
    'barred', s.closed_at is not null or coalesce(u.banned_until > $1::text::timestamptz, false)
      or u.deleted_at is not null,
    'temporaryPasswordExpired', coalesce(s.must_change and s.temp_expires_at <= $1::text::timestamptz, false),
    'mustChange', coalesce(s.must_change, false),
    'document', ${userDocument}) as account
  from auth.users u left join private.account_state s on s.user_id = u.id`

type AccountRow = { account: Account }

/** The password hash of an e-mail, read before anything else of the account. */
export async function storedPassword(
  db: Queryable,
  email: string,
): Promise<{ id: string; hash: string | null } | undefined> {
  const { rows } = await db.query<{ id: string; hash: string | null }>(
    `select id::text as id, nullif(encrypted_password, '') as hash from auth.users where lower(email) = $1::text`,
    [email],
  )
  return rows[0]
}

export async function accountByEmail(db: Queryable, email: string, now: Date): Promise<Account | undefined> {
  const { rows } = await db.query<AccountRow>(`${account} where lower(u.email) = $2::text`, [
    now.toISOString(),
    email,
  ])
  return rows[0]?.account
}

export async function accountById(db: Queryable, id: string, now: Date): Promise<Account | undefined> {
  const { rows } = await db.query<AccountRow>(`${account} where u.id = $2::text::uuid`, [
    now.toISOString(),
    id,
  ])
  return rows[0]?.account
}

/** One page of users, oldest first as GoTrue lists them, and how many there are. */
export async function listUsers(
  db: Queryable,
  page: number,
  perPage: number,
): Promise<{ users: UserDocument[]; total: number }> {
  const { rows } = await db.query<{ users: UserDocument[]; total: number }>(
    `select (select count(*)::int from auth.users) as total, coalesce((
       select json_agg(p.document order by p.created_at, p.id) from (
         select ${userDocument} as document, u.created_at, u.id from auth.users u
         order by u.created_at, u.id limit $1::int offset $2::int) p), '[]'::json) as users`,
    [perPage, (page - 1) * perPage],
  )
  return rows[0] ?? { users: [], total: 0 }
}
