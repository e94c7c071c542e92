import { randomBytes, randomInt } from 'node:crypto'
import type { Queryable } from '#server/base/database.ts'
import type { Digests } from './digests.ts'

/** How long a link or code from a message is valid. */
const LIFE_MS = 60 * 60 * 1000

const CODE_DIGITS = 8

/** GoTrue allows 6 to 10 digits. With 6, trying a few codes on many accounts would succeed sooner or later. */
function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

const oldest = (now: Date) => new Date(now.getTime() - LIFE_MS).toISOString()

type Holder = { id: string; email: string }

/** Creates the account's only valid recovery: a token for the link and a code to type. Using one ends both. */
export async function startRecovery(
  tx: Queryable,
  { id, email }: Holder,
  digests: Digests,
  now: Date,
): Promise<{ token: string; code: string }> {
  const token = randomBytes(32).toString('base64url')
  const code = newCode()
  await tx.query(
    `update auth.users set recovery_token = $2::text, recovery_sent_at = $3::text::timestamptz
     where id = $1::text::uuid`,
    [id, digests.code('recovery', email, code), now.toISOString()],
  )
  await tx.query(
    `insert into auth.one_time_tokens as t (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values (gen_random_uuid(), $1::text::uuid, 'recovery_token', $2::text, $3::text,
       $4::text::timestamptz at time zone 'UTC', $4::text::timestamptz at time zone 'UTC')
     on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
       relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [id, digests.link(token), email, now.toISOString()],
  )
  return { token, code }
}

export type Proof = { token: string } | { email: string; code: string }

/** Uses up a recovery; returns the account's id, or undefined when it is unknown, used or older than an hour. */
export async function spendRecovery(
  tx: Queryable,
  proof: Proof,
  digests: Digests,
  now: Date,
): Promise<string | undefined> {
  const [condition, values] =
    'token' in proof
      ? ['t.token_hash = $2::text', [digests.link(proof.token)]]
      : [
          'lower(u.email) = $2::text and u.recovery_token = $3::text',
          [proof.email, digests.code('recovery', proof.email, proof.code)],
        ]
  const { rows } = await tx.query<{ id: string }>(
    `delete from auth.one_time_tokens t using auth.users u
     where t.user_id = u.id and t.token_type = 'recovery_token'
       and t.created_at > $1::text::timestamptz at time zone 'UTC' and ${condition}
     returning u.id::text as id`,
    [oldest(now), ...values],
  )
  const id = rows[0]?.id
  if (id) await tx.query(`update auth.users set recovery_token = '' where id = $1::text::uuid`, [id])
  return id
}

/** Creates the account's only valid code for confirming the person's identity. */
export async function startReauthentication(
  tx: Queryable,
  { id, email }: Holder,
  digests: Digests,
  now: Date,
): Promise<string> {
  const code = newCode()
  await tx.query(
    `update auth.users set reauthentication_token = $2::text, reauthentication_sent_at = $3::text::timestamptz
     where id = $1::text::uuid`,
    [id, digests.code('reauthentication', email, code), now.toISOString()],
  )
  return code
}

/** Uses up such a code; false when it is wrong, used, or older than an hour. */
export async function spendReauthentication(
  tx: Queryable,
  { id, email }: Holder,
  code: string,
  digests: Digests,
  now: Date,
): Promise<boolean> {
  const { affected } = await tx.query(
    `update auth.users set reauthentication_token = ''
     where id = $1::text::uuid and reauthentication_token = $2::text
       and reauthentication_sent_at > $3::text::timestamptz`,
    [id, digests.code('reauthentication', email, code), oldest(now)],
  )
  return affected === 1
}

/** A new password invalidates every link and code sent before. */
export async function forgetCodes(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from auth.one_time_tokens where user_id = $1::text::uuid', [userId])
  await tx.query(
    `update auth.users set recovery_token = '', reauthentication_token = ''
     where id = $1::text::uuid and (recovery_token <> '' or reauthentication_token <> '')`,
    [userId],
  )
}
