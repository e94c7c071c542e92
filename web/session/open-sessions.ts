import { queryOptions } from '@tanstack/react-query'
import type { OpenSession } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'
import { AppError } from '#web/backend/errors.ts'
import { authenticate } from './session.ts'

export const openSessionsKey = ['open sessions'] as const

/** Where the person is signed in: this session first, then the latest. */
export function openSessionsQuery() {
  return queryOptions({
    queryKey: openSessionsKey,
    queryFn: (): Promise<OpenSession[]> => ask('load_sessions', (client) => client.rpc('my_sessions')),
  })
}

/** Ends one of the own sessions at once; one that is already gone is no failure. */
export async function endSession(id: string): Promise<void> {
  try {
    await ask('end_session', (client) => client.rpc('end_session', { session_id: id }))
  } catch (failure) {
    if (!(failure instanceof AppError && failure.reason === 'missing')) throw failure
  }
}

/** Ends all own sessions but this one. */
export function endOtherSessions(): Promise<void> {
  return authenticate('end_session', async ({ auth }) => (await auth.signOut({ scope: 'others' })).error)
}
