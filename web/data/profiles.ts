import { queryOptions } from '@tanstack/react-query'
import { logAccess } from './access.ts'
import { ask, askAll, askPage, type Page } from './client.ts'
import type { DoctorPatient, Profile } from './database.ts'
import { containsFilter, type PageOf, rangeOf } from './paging.ts'

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

/** A patient for the record; null when missing or not linked. The trail is told first. */
export function patientQuery(id: string) {
  return queryOptions({
    queryKey: profileKeys.one(id),
    queryFn: async (): Promise<Profile | null> => {
      await logAccess('patient', id, 'load_patient')
      return ask('load_patient', (client) =>
        client.from('profiles').select().eq('id', id).in('role', ['patient', 'paciente']).maybeSingle(),
      )
    },
  })
}

/** One page of a doctor's patients by name; `search` looks in name and e-mail. */
export function doctorPatientsQuery(
  doctorId: string,
  { search = '', ...page }: PageOf & { search?: string },
) {
  return queryOptions({
    queryKey: [...profileKeys.doctorPatients(doctorId), 'page', search, page],
    queryFn: (): Promise<Page<DoctorPatient>> =>
      askPage('load_patients', (client) => {
        const filter = containsFilter(['full_name', 'email'], search)
        const all = client.rpc('get_doctor_patients', { d_id: doctorId }, { count: 'exact' })
        return (filter ? all.or(filter) : all)
          .order('full_name')
          .order('id')
          .range(...rangeOf(page))
      }),
    placeholderData: (before) => before,
  })
}

/** All patients of a doctor by name, for pickers. */
export function doctorPatientOptionsQuery(doctorId: string) {
  return queryOptions({
    queryKey: [...profileKeys.doctorPatients(doctorId), 'all'],
    queryFn: (): Promise<DoctorPatient[]> =>
      askAll('load_patients', (client, from, to) =>
        client.rpc('get_doctor_patients', { d_id: doctorId }).order('full_name').order('id').range(from, to),
      ),
  })
}
