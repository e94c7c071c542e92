import { queryOptions } from '@tanstack/react-query'
import type { DentistForm } from '#domain/dentist-form.ts'
import { ask } from '#web/backend/client.ts'
import type { DentistApplication } from '#web/backend/database.ts'
import { type CreatedPatient, createAccount, type NewDentist } from '#web/backend/functions.ts'
import { referrerKeys } from './referrers.ts'

/** Below referrers: whoever is answered or invited changes their list as well. */
const applications = [...referrerKeys.all, 'applications'] as const

/** Who asked for an account: those that wait first, newest first; of the answered ones the last. For administrators. */
export function dentistApplicationsQuery() {
  return queryOptions({
    queryKey: applications,
    queryFn: (): Promise<DentistApplication[]> =>
      ask('load_applications', (client) =>
        client
          .from('dentist_applications')
          .select()
          .order('decided_at', { ascending: false, nullsFirst: true })
          .order('asked_at', { ascending: false })
          .order('id')
          .limit(200)
          .overrideTypes<DentistApplication[], { merge: false }>(),
      ),
  })
}

/**
 * Makes a dentist's account, of the group of spellings or for the application if given. Reason `conflict` when the e-mail is
 * somebody's, or the application was answered meanwhile. Sent again with the same id it is the same account, with a new password.
 */
export function inviteDentist(
  { full_name, email, practice, phone, address, licence }: DentistForm,
  from: Pick<NewDentist, 'referrer_key' | 'application_id'>,
  requestId: string,
): Promise<CreatedPatient> {
  return createAccount('invite_dentist', {
    full_name: full_name.trim(),
    email: email.trim(),
    phone: phone.trim(),
    age: null,
    role: 'dentist',
    practice: practice.trim(),
    address: address.trim() || null,
    licence: licence.trim() || null,
    ...from,
    requestId,
  })
}

/** Reason `conflict` when it was answered meanwhile. */
export async function rejectDentist(applicationId: string): Promise<void> {
  await ask('reject_dentist', (client) => client.rpc('reject_dentist', { application_id: applicationId }))
}

/** The account ends: sessions, its link to activate it, signing in. */
export async function closeDentist(dentistId: string): Promise<void> {
  await ask('close_dentist', (client) => client.rpc('close_dentist', { dentist_id: dentistId }))
}
