import { queryOptions } from '@tanstack/react-query'
import { loadClinic } from '#web/backend/config.ts'

/** Name, address and hours of the clinic; they do not change while a page is open. */
export function clinicQuery() {
  return queryOptions({ queryKey: ['clinic'], queryFn: loadClinic, staleTime: Number.POSITIVE_INFINITY })
}
