import { z } from 'zod'
import { isUuid } from '#domain/contact.ts'
import { DatabaseError } from '#server/base/errors.ts'
import { Fault } from '#server/base/fault.ts'
import { parseBan } from './ban.ts'
import type { AuthContext, Call } from './context.ts'
import { normalEmail, readBody } from './input.ts'
import { forgetCodes } from './one-time.ts'
import { checkNewPassword, hashPassword, isBcryptHash } from './passwords.ts'
import { type Account, accountById, listUsers, wireUser } from './users.ts'

const metadata = z.record(z.string(), z.unknown()).nullish()

const attributes = z.object({
  email: z.string().max(320).nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  password_hash: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  ban_duration: z.string().nullish(),
  role: z.string().nullish(),
  app_metadata: metadata,
  user_metadata: metadata,
})

type Attributes = z.infer<typeof attributes>

const creation = attributes.extend({ id: z.string().nullish() })

/** Every admin endpoint requires the service key. */
export async function requireService(context: AuthContext, request: Request): Promise<void> {
  const bearer = await context.tokens.bearer(request)
  if (bearer.kind !== 'service') throw new Fault(403, 'not_admin', 'User not allowed')
}

/** `POST /admin/users`. Triggers on auth.users decide in the same transaction whether the account may be created. */
export async function createUser(context: AuthContext, { request }: Call): Promise<Response> {
  await requireService(context, request)
  const wanted = await readBody(request, creation)
  checkAttributes(wanted)
  const email = normalEmail(wanted.email ?? '')
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new Fault(400, 'validation_failed', 'Unable to validate email address: invalid format')
  const id = wanted.id ?? crypto.randomUUID()
  if (!isUuid(id) || /^[0-]+$/.test(id))
    throw new Fault(400, 'validation_failed', 'ID must conform to the uuid v4 format')
  const hash = await wantedHash(wanted, [email, context.clinicName])
  const now = context.now()
  const created = await context.database
    .transaction(async (tx) => {
      await tx.query(
        `with u as (
           insert into auth.users (instance_id, id, email, encrypted_password, email_confirmed_at,
             banned_until, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
           values ('00000000-0000-0000-0000-000000000000', $1::text::uuid, $2::text, $3::text,
             case when $4::boolean then $5::text::timestamptz end, $6::text::timestamptz,
             '{"provider":"email","providers":["email"]}'::jsonb || $7::text::jsonb, $8::text::jsonb,
             $5::text::timestamptz, $5::text::timestamptz)
           returning id, email
         )
         insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
         select u.id, 'email', u.id::text, jsonb_build_object('sub', u.id, 'email', u.email,
           'email_verified', $4::boolean, 'phone_verified', false),
           $5::text::timestamptz, $5::text::timestamptz from u`,
        [
          id,
          email,
          hash,
          wanted.email_confirm === true,
          now.toISOString(),
          bannedUntil(wanted, now) ?? null,
          JSON.stringify(wanted.app_metadata ?? {}),
          JSON.stringify(wanted.user_metadata ?? {}),
        ],
      )
      return existing(await accountById(tx, id, now))
    })
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === '23505' && error.constraint?.includes('email'))
        throw new Fault(422, 'email_exists', 'A user with this email address has already been registered')
      throw error
    })
  return userResponse(created)
}

/** `GET /admin/users?page=&per_page=` with GoTrue's `x-total-count` and `link` headers. */
export async function readUsers(context: AuthContext, { request, query }: Call): Promise<Response> {
  await requireService(context, request)
  const page = positive(query.get('page'), 1)
  const perPage = Math.min(positive(query.get('per_page'), 50), 1000)
  const { users, total } = await context.database.transaction((tx) => listUsers(tx, page, perPage))
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [link(last, 'last')]
  return Response.json(
    { users: users.map(wireUser), aud: 'authenticated' },
    { headers: { 'x-total-count': String(total), link: links.join(', '), 'cache-control': 'no-store' } },
  )
}

/** `GET /admin/users/{id}` */
export async function readUserById(context: AuthContext, { request, id }: Call): Promise<Response> {
  await requireService(context, request)
  return userResponse(existing(await context.database.transaction((tx) => byId(context, tx, id))))
}

/** `PUT /admin/users/{id}`: a new password or a ban ends the account's sessions; metadata is merged key by key. */
export async function updateUserById(context: AuthContext, { request, id }: Call): Promise<Response> {
  await requireService(context, request)
  const wanted = await readBody(request, attributes)
  checkAttributes(wanted)
  const known = existing(await context.database.transaction((tx) => byId(context, tx, id)))
  const hash = await wantedHash(wanted, [known.email, context.clinicName])
  const now = context.now()
  const updated = await context.database.transaction(async (tx) => {
    const account = existing(await byId(context, tx, id))
    if (wanted.email && normalEmail(wanted.email) !== account.email)
      throw new Fault(422, 'email_change_not_allowed', 'The e-mail of an account cannot be changed')
    const ban = bannedUntil(wanted, now)
    await tx.query(
      `update auth.users set
         encrypted_password = coalesce($2::text, encrypted_password),
         email_confirmed_at = case when $3::boolean then coalesce(email_confirmed_at, $4::text::timestamptz)
           else email_confirmed_at end,
         banned_until = case when $5::boolean then $6::text::timestamptz else banned_until end,
         raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $7::text::jsonb,
         raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $8::text::jsonb,
         updated_at = $4::text::timestamptz
       where id = $1::text::uuid`,
      [
        id,
        hash,
        wanted.email_confirm === true,
        now.toISOString(),
        ban !== undefined,
        ban ?? null,
        JSON.stringify(wanted.app_metadata ?? {}),
        JSON.stringify(wanted.user_metadata ?? {}),
      ],
    )
    if (hash !== null) await forgetCodes(tx, id)
    if (hash !== null || ban) await tx.query('delete from auth.sessions where user_id = $1::text::uuid', [id])
    return existing(await accountById(tx, id, now))
  })
  if (hash !== null) void context.sendMail({ kind: 'password-changed', to: updated.email })
  return userResponse(updated)
}

/** `DELETE /admin/users/{id}`: erases the account; 409 when the database refuses because of rows that must stay. */
export async function deleteUser(context: AuthContext, { request, id }: Call): Promise<Response> {
  await requireService(context, request)
  const { should_soft_delete: soft } = await readBody(
    request,
    z.object({ should_soft_delete: z.boolean().nullish() }),
  )
  if (soft) throw new Fault(422, 'validation_failed', 'Soft deletion is not offered: ban the account instead')
  await context.database.transaction(async (tx) => {
    existing(await byId(context, tx, id))
    await tx.query('delete from auth.users where id = $1::text::uuid', [id])
  })
  return Response.json({})
}

function byId(context: AuthContext, tx: Parameters<typeof accountById>[0], id: string) {
  if (!isUuid(id)) throw new Fault(404, 'validation_failed', 'user_id must be an UUID')
  return accountById(tx, id, context.now())
}

export function existing(account: Account | undefined): Account {
  if (!account) throw new Fault(404, 'user_not_found', 'User not found')
  return account
}

function checkAttributes(wanted: Attributes): void {
  if (wanted.phone) throw new Fault(422, 'phone_provider_disabled', 'Accounts have no phone')
  if (wanted.role && wanted.role !== 'authenticated')
    throw new Fault(422, 'validation_failed', 'The role of an account is always authenticated')
  if (wanted.password && wanted.password_hash)
    throw new Fault(400, 'validation_failed', 'Only a password or a password hash should be provided')
}

/** `own` as in `checkNewPassword`. */
async function wantedHash(wanted: Attributes, own: readonly string[]): Promise<string | null> {
  if (wanted.password_hash) {
    if (!isBcryptHash(wanted.password_hash))
      throw new Fault(400, 'validation_failed', 'The password hash must be a bcrypt hash')
    return wanted.password_hash
  }
  if (wanted.password === undefined || wanted.password === null) return null
  checkNewPassword(wanted.password, own)
  return hashPassword(wanted.password)
}

/** When the ban ends; null lifts it, undefined leaves it as it is. */
function bannedUntil(wanted: Attributes, now: Date): string | null | undefined {
  if (wanted.ban_duration === undefined || wanted.ban_duration === null) return undefined
  const milliseconds = parseBan(wanted.ban_duration)
  if (milliseconds === undefined)
    throw new Fault(400, 'validation_failed', `Invalid format for ban duration: ${wanted.ban_duration}`)
  return milliseconds === 0 ? null : new Date(now.getTime() + milliseconds).toISOString()
}

function positive(text: string | null, otherwise: number): number {
  if (!text) return otherwise
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 1_000_000)
    throw new Fault(400, 'validation_failed', 'Bad Pagination Parameters')
  return number
}

function userResponse(account: Account): Response {
  return Response.json(wireUser(account.document), { headers: { 'cache-control': 'no-store' } })
}
