import { queryOptions } from '@tanstack/react-query'
import type { AccountKind } from '#domain/account-kind.ts'
import { ask, askFarPage, type Page } from '#web/backend/client.ts'
import type { Profile } from '#web/backend/database.ts'
import { type CreatedPatient, createAccount, invoke, type NewPatient } from '#web/backend/functions.ts'
import { counted, keepShown, newestFirst, type Order, type PageOf, rangeOf } from '#web/backend/paging.ts'
import { profileKeys } from './profiles.ts'

const columns =
  'id, full_name, email, phone, role, specialty, professional_license, age, is_admin, may_report, created_at, second_factor'

export type User = Omit<Profile, 'photo_path'> & {
  may_report: boolean
  /** Whether an authenticator app guards the account. */
  second_factor: boolean | null
}

/** Whom the list of users shows; `patient` in both spellings. */
export type UserKind = AccountKind | 'admin'

export const userKeys = { all: [...profileKeys.all, 'users'] as const }

/**
 * One page of all open accounts, newest first unless told otherwise. `search` looks in name, e-mail, phone and the word
 * for the role (docs/product/admin.md).
 */
export function usersQuery({
  search: term = '',
  kind,
  order = newestFirst,
  ...page
}: PageOf & { search?: string; kind?: UserKind; order?: Order<'created_at' | 'full_name'> }) {
  return queryOptions({
    queryKey: [...userKeys.all, 'page', term, kind ?? null, order, page],
    queryFn: (): Promise<Page<User>> =>
      askFarPage('load_users', page, 'full_name, role, is_admin, created_at', (client) => {
        let rows = term
          ? client.rpc('search_profiles', { term }, counted).select(columns)
          : client.from('profiles').select(columns, counted)
        if (kind === 'admin') rows = rows.eq('is_admin', true)
        else if (kind === 'doctor' || kind === 'dentist') rows = rows.eq('role', kind)
        else if (kind) rows = rows.in('role', ['patient', 'paciente'])
        return rows
          .order(order.column, { ascending: order.ascending })
          .order('id')
          .range(...rangeOf(page))
      }),
    placeholderData: keepShown,
  })
}

/** What an administrator may change of an account; never its e-mail. */
export type UserChange = Pick<
  Profile,
  'full_name' | 'phone' | 'age' | 'role' | 'specialty' | 'professional_license' | 'is_admin'
> & { may_report: boolean }

/** Throws with reason `missing` when the account was closed or erased meanwhile. */
export async function updateUser(id: string, change: UserChange): Promise<void> {
  await ask('update_user', (client) =>
    client.from('profiles').update(change).eq('id', id).select('id').single(),
  )
}

export type NewUser = NewPatient &
  Pick<Profile, 'role' | 'specialty' | 'professional_license' | 'is_admin'> & { password: string }

/** Creates an account whose password is temporary, or links a patient who exists under the same name. */
export function createUser(user: NewUser): Promise<CreatedPatient> {
  return createAccount('create_user', user)
}

/** What to do with a doctor's coming appointments when the account is removed. */
export type AppointmentsPlan = { citas: 'keep' | 'cancel' } | { citas: 'give'; newDoctor: string }

/**
 * Closes an account that clinical or payment rows name, and erases any other; returns which. Reason `conflict`,
 * with the times in `detail`, when the new doctor is busy at some of them: then nothing was changed.
 */
export async function deleteUser(id: string, plan?: AppointmentsPlan): Promise<'closed' | 'erased'> {
  const { outcome } = await invoke<{ outcome: 'closed' | 'erased' }>('delete_user', 'admin-delete-user', {
    userIdToDelete: id,
    ...plan,
  })
  return outcome
}

/** Removes the second factor of an owner who lost it; the account's sessions end. `detail` says why it was refused. */
export async function freeSecondFactor(id: string): Promise<void> {
  await invoke<{ removed: number }>('free_user_factor', 'remove-second-factor', { userId: id })
}

/** The account that is always an administrator's and cannot be deleted. */
export function mainAdminQuery() {
  return queryOptions({
    queryKey: ['admin', 'main administrator'],
    queryFn: () => ask('load_users', (client) => client.rpc('main_admin_id')),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
