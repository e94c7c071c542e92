import { queryOptions } from '@tanstack/react-query'
import type { AccessLine } from '#web/backend/answers.ts'
import { ask, type Page } from '#web/backend/client.ts'
import type { Study, StudySeen } from '#web/backend/database.ts'
import type { ErrorCode } from '#web/backend/errors.ts'
import { keepShown } from '#web/backend/paging.ts'

/** How many lines the backend answers at once. */
export const accessPageSize = 20

/**
 * Records who opened, downloaded or exported a record; `id` is null for all of a kind. Throws with `code`: no trace, no access.
 */
export async function logAccess(kind: string, id: string | null, code: ErrorCode): Promise<void> {
  await ask(code, (client) => client.rpc('log_access', id === null ? { kind } : { kind, id }))
}

/** Records the same of a study, which is not 'Nuevo' to its patient any more; nobody waits for that. */
export async function logStudy(kind: string, { id }: Pick<Study, 'id'>, code: ErrorCode): Promise<void> {
  await logAccess(kind, id, code)
  noteSeen(id).catch(() => {})
}

/** Notes that the caller has opened a study's images or its report; of doctors nothing is noted. */
export function noteSeen(study_id: Study['id'], what: StudySeen['what'] = 'images'): Promise<void> {
  return ask('load_study', (client) => client.rpc('note_seen', { study_id, what }))
}

/** One page of others' access to the patient's own data, newest first; `page` counts from 1. */
export function myAccessLogQuery(page: number) {
  return queryOptions({
    queryKey: ['access log', page],
    queryFn: (): Promise<Page<AccessLine>> =>
      ask('load_access_log', (client) => client.rpc('my_access_log', { page })),
    placeholderData: keepShown,
  })
}
