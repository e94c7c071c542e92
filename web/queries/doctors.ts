import { queryOptions } from '@tanstack/react-query'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'
import type { Profile } from '#web/backend/database.ts'
import { mostPersonOptions, optionColumns, profileKeys } from './profiles.ts'

// With what they are chosen by: PostgREST filters and orders what a function found by what is read of it.
const columns = `${optionColumns}, role` as const

/** The doctors that `term` fits, for an administrator, by name; one more than a picker shows, so that it knows of others. */
export function doctorOptionsQuery(term: string) {
  return queryOptions({
    queryKey: [...profileKeys.all, 'doctor options', term],
    queryFn: (): Promise<DoctorPatient[]> =>
      ask('load_users', (client) =>
        (term
          ? client.rpc('search_profiles', { term }).select(columns)
          : client.from('profiles').select(columns)
        )
          .eq('role', 'doctor')
          .order('full_name')
          .order('id')
          .limit(mostPersonOptions + 1),
      ),
    placeholderData: (before) => before,
  })
}

/**
 * The name of a doctor whose account was closed, from an invoice or
 * appointment that still holds it. Null when the reader may see none.
 */
export function departedDoctorQuery(id: string) {
  return queryOptions({
    queryKey: [...profileKeys.all, 'departed doctor', id],
    queryFn: async (): Promise<string | null> => {
      const named = (table: 'invoices' | 'citas') =>
        ask('load_initial_data', (client) =>
          client.from(table).select('doctor_name').eq('doctor_id', id).limit(1),
        )
      const [invoice] = await named('invoices')
      const [row] = invoice ? [invoice] : await named('citas')
      return row?.doctor_name ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** How many doctors a filter offers at most; others are found by searching or in the list of incomes. */
const mostDoctors = 100

/** The doctors that a list can be filtered by, by name. */
export function doctorNamesQuery() {
  return queryOptions({
    queryKey: [...profileKeys.all, 'doctor names'],
    queryFn: (): Promise<Pick<Profile, 'id' | 'full_name'>[]> =>
      ask('load_initial_data', (client) =>
        client
          .from('profiles')
          .select('id, full_name')
          .eq('role', 'doctor')
          .order('full_name')
          .order('id')
          .limit(mostDoctors),
      ),
  })
}
