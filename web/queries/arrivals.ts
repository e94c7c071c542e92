import { queryOptions } from '@tanstack/react-query'
import type { Arrival, AssignedArrival } from '#web/backend/answers.ts'
import { ask, askPage } from '#web/backend/client.ts'
import { AppError, toAppError } from '#web/backend/errors.ts'
import { counted } from '#web/backend/paging.ts'
import { getStorage } from '#web/backend/services-on-demand.ts'
import { studyBucket } from '#web/backend/study-bucket.ts'

export const arrivalKeys = { all: ['arrivals'] as const }

/** What somebody else assigned leaves a doctor's sight, of which nothing is announced; milliseconds. */
const refetchInterval = 60_000

/** What waits for the caller, newest first; for administrators also what was discarded in the last 30 days. */
export function arrivalsQuery() {
  return queryOptions({
    queryKey: [...arrivalKeys.all, 'list'],
    queryFn: (): Promise<Arrival[]> => ask('load_arrivals', (client) => client.rpc('list_arrivals')),
    refetchInterval,
  })
}

/** How many wait for the caller; with `before` (ISO) only those that were complete earlier. */
export function arrivalCountQuery(before?: string) {
  return queryOptions({
    queryKey: [...arrivalKeys.all, 'count', before ?? null],
    queryFn: async (): Promise<number> => {
      const { total } = await askPage('load_arrivals', (client) => {
        const waiting = client.from('arrivals').select('id', counted).eq('state', 'complete')
        return (before ? waiting.lt('completed_at', before) : waiting).limit(1)
      })
      return total
    },
    placeholderData: (known) => known,
    refetchInterval,
  })
}

/** Whose an arrival becomes; a doctor's own, or for an administrator anybody's. */
export type Assignment = {
  patient_id: string
  doctor_id: string
  study_type: string
  cita_id: string | null
}

/**
 * Makes an arrival somebody's study, and answers its id. Its file is moved into the patient's folder on the way; when that is
 * interrupted, the same call goes on where it ended.
 */
export async function assignArrival(id: Arrival['id'], assignment: Assignment): Promise<string> {
  const assign = (): Promise<AssignedArrival> =>
    ask('assign_arrival', (client) => client.rpc('assign_arrival', { arrival_id: id, ...assignment }))
  const asked = await assign()
  if ('study_id' in asked) return asked.study_id
  await moveFile(asked.from, asked.to)
  const filed = await assign()
  if (!('study_id' in filed)) throw new AppError('assign_arrival', 'conflict')
  return filed.study_id
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    const storage = await getStorage()
    const { error } = await storage.from(studyBucket).move(from, to)
    if (error) throw error
  } catch (failure) {
    throw toAppError(failure, 'assign_arrival')
  }
}

/** Puts an arrival away, with the reason; its file stays in the archive. */
export async function discardArrival(id: Arrival['id'], reason: string): Promise<void> {
  await ask('discard_arrival', (client) => client.rpc('discard_arrival', { arrival_id: id, reason }))
}
