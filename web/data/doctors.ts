import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { DoctorPatient } from './database.ts'
import { mostPersonOptions, optionColumns, profileKeys } from './profiles.ts'

/** The doctors that `term` fits, for an administrator, by name; one more than a picker shows, so that it knows of others. */
export function doctorOptionsQuery(term: string) {
  return queryOptions({
    queryKey: [...profileKeys.all, 'doctor options', term],
    queryFn: (): Promise<DoctorPatient[]> =>
      ask('load_users', (client) =>
        (term
          ? client.rpc('search_profiles', { term }).select(optionColumns)
          : client.from('profiles').select(optionColumns)
        )
          .eq('role', 'doctor')
          .order('full_name')
          .order('id')
          .limit(mostPersonOptions + 1),
      ),
    placeholderData: (before) => before,
  })
}
