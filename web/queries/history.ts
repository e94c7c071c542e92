import { queryOptions } from '@tanstack/react-query'
import type { HistoryLine } from '#web/backend/answers.ts'
import { ask, type Page } from '#web/backend/client.ts'
import { keepShown } from '#web/backend/paging.ts'

/** How many lines the backend answers at once. */
export const historyPageSize = 20

export const historyKeys = { of: (patientId: string) => ['patient history', patientId] as const }

/** One page of what happened with a patient, newest first; `page` counts from 1. */
export function patientHistoryQuery(patientId: string, page: number) {
  return queryOptions({
    queryKey: [...historyKeys.of(patientId), page],
    queryFn: (): Promise<Page<HistoryLine>> =>
      ask('load_history', (client) => client.rpc('patient_history', { p_id: patientId, page })),
    placeholderData: keepShown,
  })
}
