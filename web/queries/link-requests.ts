import { queryOptions } from '@tanstack/react-query'
import type { LinkRequest } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'

export const linkRequestsKey = ['link requests'] as const

/**
 * Doctors who want to see the patient's own record and wait for an answer, oldest first. Polled
 * every minute: the table is private, so there is no live event (docs/product/requests.md).
 */
export function myLinkRequestsQuery() {
  return queryOptions({
    queryKey: linkRequestsKey,
    queryFn: (): Promise<LinkRequest[]> =>
      ask('load_initial_data', (client) => client.rpc('my_link_requests')),
    refetchInterval: 60_000,
  })
}

/** Accepting links the doctor with the patient; rejecting changes nothing. Reason `conflict` when it is over. */
export async function answerLinkRequest(id: LinkRequest['id'], accept: boolean): Promise<void> {
  await ask('answer_link_request', (client) => client.rpc('answer_link_request', { request_id: id, accept }))
}
