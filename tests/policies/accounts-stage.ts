import { erasedId, type Person, people } from './people.ts'
import type { Stage } from './rehearse.ts'

export const newId = erasedId
export const newEmail = 'nueva.persona@fuera.test'

type Answer = { outcome?: string; id?: string; role?: string; email?: string; full_name?: string }

/** Calls an RPC with one argument; returns its result, or the outcome of a refusal. */
export async function ask(stage: Stage, name: string, argument: unknown): Promise<Answer> {
  const { outcome, rows } = await stage.attempt(`select public.${name}($1) as answer`, [argument])
  return outcome === 'done' ? (rows[0]?.answer as Answer) : { outcome }
}

export const prepare = (stage: Stage, details: Record<string, unknown>) =>
  ask(stage, 'prepare_account', details)

export const makeUser = (stage: Stage, id: string, email: string) =>
  stage.attempt(`insert into auth.users (id, email, encrypted_password) values ($1, $2, 'first')`, [
    id,
    email,
  ])

export const setPassword = (stage: Stage, person: Person, hash = 'second') =>
  stage.attempt('update auth.users set encrypted_password = $1 where id = $2', [hash, people[person]])

/** What `private.account_state` says of an account, as the owner reads it. */
export const stateOf = async (stage: Stage, id: string) =>
  (
    await stage.owner(
      `select must_change, temp_expires_at = now() + interval '7 days' as seven_days, temp_expires_at is null as no_end,
         issuing is not null as issuing, closed_at is not null as closed
       from private.account_state where user_id = $1`,
      [id],
    )
  )[0]

/** Details of somebody new, as a form sends them. */
export const person = (other: Record<string, unknown> = {}) => ({
  full_name: 'Nueva Persona',
  email: newEmail,
  ...other,
})

/** The auth service makes users as the owner of the database, after the caller prepared them. */
export async function makePrepared(stage: Stage, id: string | undefined, email = newEmail) {
  await stage.become('owner')
  return makeUser(stage, id ?? '', email)
}
