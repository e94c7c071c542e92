import { queryOptions } from '@tanstack/react-query'
import type { ReferrerMerge, ReferrerSuggestion, ReferringDoctor } from '#web/backend/answers.ts'
import { ask, type Page } from '#web/backend/client.ts'
import { keepShown, type Order, type PageOf } from '#web/backend/paging.ts'

export const referrerKeys = { all: ['referrers'] as const }

/** One page of the doctors that requests name, spellings of one name together; most named first unless told otherwise. */
export function referringDoctorsQuery({
  search,
  order = { column: 'count', ascending: false },
  page,
  pageSize,
}: PageOf & { search: string; order?: Order<'count' | 'name'> }) {
  return queryOptions({
    queryKey: [...referrerKeys.all, 'page', search, order, page, pageSize],
    queryFn: (): Promise<Page<ReferringDoctor>> =>
      ask('load_referring_doctors', (client) =>
        client.rpc('referring_doctors', {
          term: search,
          sort_by: order.column,
          descending: !order.ascending,
          page,
          page_size: pageSize,
        }),
      ),
    placeholderData: keepShown,
  })
}

/** Names so alike that they may be one doctor's. */
export function referrerSuggestionsQuery() {
  return queryOptions({
    queryKey: [...referrerKeys.all, 'suggestions'],
    queryFn: (): Promise<ReferrerSuggestion[]> =>
      ask('load_referring_doctors', (client) => client.rpc('referrer_suggestions')),
  })
}

/** What was merged by hand, newest first. */
export function referrerMergesQuery() {
  return queryOptions({
    queryKey: [...referrerKeys.all, 'merges'],
    queryFn: (): Promise<ReferrerMerge[]> =>
      ask('load_referring_doctors', (client) => client.rpc('referrer_merges')),
  })
}

/** Lets one name count with another; the requests stay as they were written. */
export async function mergeReferrers({
  from_key,
  into_key,
}: Pick<ReferrerSuggestion, 'from_key' | 'into_key'>): Promise<void> {
  await ask('merge_referrers', (client) => client.rpc('merge_referrers', { from_key, into_key }))
}

export async function undoReferrerMerge(mergeId: string): Promise<void> {
  await ask('undo_referrer_merge', (client) => client.rpc('undo_referrer_merge', { merge_id: mergeId }))
}
