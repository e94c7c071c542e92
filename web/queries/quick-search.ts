import { queryOptions } from '@tanstack/react-query'
import type { Found } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'

/** The quick search starts at this many letters. */
export const fewestLetters = 2

/** Up to five patients, requests and invoices each whose text has the term (docs/product/dashboard.md). */
export function quickSearchQuery(term: string) {
  return queryOptions({
    queryKey: ['quick search', term],
    queryFn: (): Promise<Found[]> => ask('quick_search', (client) => client.rpc('quick_search', { term })),
    placeholderData: (before) => before,
  })
}
