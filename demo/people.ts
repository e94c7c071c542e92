import type { Queryable } from '#server/base/database.ts'
import type { DemoClinic } from './generate/demo-clinic.ts'
import { insertRows } from './insert.ts'

/** Creates accounts like the product does: prepared first, then adopted when the user appears. */
export async function insertPeople(
  tx: Queryable,
  { people, links }: { people: DemoPerson[]; links: DemoClinic['links'] },
  passwordHash: string,
): Promise<number> {
  const prepared = people.map((person) => ({ ...person, must_change: false }))
  await insertRows(tx, 'private.prepared_accounts', prepared)
  await insertRows(
    tx,
    'auth.users',
    people.map((person) => userOf(person, passwordHash)),
  )
  await insertRows(tx, 'auth.identities', people.map(identityOf))
  // A profile gets the date of its adoption, but these people came over the last months.
  await tx.query(
    `update public.profiles p set created_at = u.created_at from auth.users u
     where u.id = p.id and p.created_at <> u.created_at`,
  )
  await insertRows(tx, 'private.doctor_patients', links)
  return people.length
}

type DemoPerson = DemoClinic['people'][number] | DemoClinic['dentists'][number]

function userOf(person: DemoPerson, passwordHash: string) {
  return {
    instance_id: '00000000-0000-0000-0000-000000000000',
    id: person.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: person.email,
    encrypted_password: passwordHash,
    email_confirmed_at: person.created_at,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { full_name: person.full_name },
    created_at: person.created_at,
    updated_at: person.created_at,
  }
}

function identityOf({ id, email, created_at }: DemoPerson) {
  const identity_data = { sub: id, email, email_verified: true, phone_verified: false }
  return {
    id,
    user_id: id,
    provider: 'email',
    provider_id: id,
    identity_data,
    created_at,
    updated_at: created_at,
  }
}
