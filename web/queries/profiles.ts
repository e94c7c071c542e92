import { queryOptions } from '@tanstack/react-query'
import type { DoctorPatient, SimilarPatient } from '#web/backend/answers.ts'
import { ask, askPage, type Page } from '#web/backend/client.ts'
import type { Profile, StoredProfile } from '#web/backend/database.ts'
import { counted, keepShown, type PageOf, rangeOf } from '#web/backend/paging.ts'
import { logAccess } from './access.ts'

export const profileKeys = {
  all: ['profiles'] as const,
  one: (id: string) => [...profileKeys.all, id] as const,
  doctorPatients: (doctorId: string) => [...profileKeys.all, 'patients of', doctorId] as const,
}

/** The profile, or null when there is none that one may see. */
export function fetchProfile(id: string): Promise<Profile | null> {
  return ask('load_profile', (client) => client.from('profiles').select().eq('id', id).maybeSingle())
}

/** Columns that a person may change on the own profile. */
type ProfileChange = Partial<
  Pick<Profile, 'full_name' | 'phone' | 'age' | 'specialty' | 'professional_license'>
>

export async function updateProfile(id: string, change: ProfileChange): Promise<void> {
  await ask('update_profile', (client) =>
    client.from('profiles').update(change).eq('id', id).select('id').single(),
  )
}

/** A patient with the number, and whether the password is still to be chosen. */
export type PatientRecord = Profile & Pick<StoredProfile, 'patient_number'> & { password_due: boolean | null }

/** A patient for the record; null when missing or not linked. The trail is told first. */
export function patientQuery(id: string) {
  return queryOptions({
    queryKey: profileKeys.one(id),
    queryFn: async (): Promise<PatientRecord | null> => {
      await logAccess('patient', id, 'load_patient')
      return ask('load_patient', (client) =>
        client
          .from('profiles')
          .select('*, password_due')
          .eq('id', id)
          .in('role', ['patient', 'paciente'])
          .maybeSingle(),
      )
    },
  })
}

/** A patient's number; null when one may not see the patient. */
export function patientNumberQuery(id: string) {
  return queryOptions({
    queryKey: [...profileKeys.all, 'number', id],
    queryFn: async (): Promise<number | null> =>
      (
        await ask('load_patient', (client) =>
          client.from('profiles').select('patient_number').eq('id', id).maybeSingle(),
        )
      )?.patient_number ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** One page of a doctor's patients by name; `search` looks in name, e-mail and the digits of the telephone. */
export function doctorPatientsQuery(
  doctorId: string,
  { search: term = '', ...page }: PageOf & { search?: string },
) {
  return queryOptions({
    queryKey: [...profileKeys.doctorPatients(doctorId), 'page', term, page],
    queryFn: (): Promise<Page<DoctorPatient>> =>
      askPage('load_patients', (client) =>
        client
          .rpc('search_doctor_patients', { d_id: doctorId, term }, counted)
          .order('full_name')
          .order('id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}

/** How many people a picker shows at most. */
export const mostPersonOptions = 20

/** What a picker reads of them. */
export const optionColumns = 'id, full_name, email, phone, age'
type Picker = Pick<Profile, 'id' | 'is_admin'>

/**
 * The patients whom somebody may choose, by name, that `term` fits; one more than a picker shows, so that it knows of
 * others. Doctors choose among their own, an admin among all (docs/product/patients.md).
 */
export function patientOptionsQuery({ id, is_admin }: Picker, term: string) {
  return queryOptions({
    queryKey: [...profileKeys.all, 'options', id, term],
    queryFn: (): Promise<DoctorPatient[]> =>
      ask('load_patients', (client) => {
        const all = client.from('profiles').select(optionColumns).in('role', ['patient', 'paciente'])
        const any = term ? client.rpc('search_patients', { term }).select(optionColumns) : all
        const found = is_admin ? any : client.rpc('search_doctor_patients', { d_id: id, term })
        return found
          .order('full_name')
          .order('id')
          .limit(mostPersonOptions + 1)
      }),
    placeholderData: keepShown,
  })
}

/** One of the patients whom somebody may choose; null when it is none of them. */
export function patientOptionQuery({ id, is_admin }: Picker, patientId: string) {
  return queryOptions({
    queryKey: [...profileKeys.all, 'option', id, patientId],
    queryFn: (): Promise<DoctorPatient | null> =>
      ask('load_patients', (client) => {
        if (!is_admin) {
          return client.rpc('get_doctor_patients', { d_id: id }).eq('id', patientId).maybeSingle()
        }
        const all = client.from('profiles').select(optionColumns).in('role', ['patient', 'paciente'])
        return all.eq('id', patientId).maybeSingle()
      }),
  })
}

/** Patients who may be the one that a form describes; never more than five, and none when it says too little. */
export function similarPatientsQuery(form: { full_name: string; email: string; phone: string }) {
  return queryOptions({
    queryKey: [...profileKeys.all, 'similar', form],
    queryFn: (): Promise<SimilarPatient[]> =>
      ask('load_patients', (client) => client.rpc('similar_patients', form)),
    placeholderData: keepShown,
  })
}

/** The phones of some accounts by id, for messages; those that one may not see are missing. */
export function phonesQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...profileKeys.all, 'phones', ids],
    queryFn: async (): Promise<ReadonlyMap<string, string | null>> => {
      const rows = await ask('load_patients', (client) =>
        client.from('profiles').select('id, phone').in('id', ids),
      )
      return new Map(rows.map(({ id, phone }) => [id, phone]))
    },
    placeholderData: keepShown,
  })
}
