import { queryOptions } from '@tanstack/react-query'
import type { AdminAnalytics, NoShows } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'

/** The clinic in figures, as the database counts them (docs/product/admin.md). */
export function analyticsQuery() {
  return queryOptions({
    queryKey: ['admin', 'analytics'],
    queryFn: (): Promise<AdminAnalytics> => ask('load_analytics', (client) => client.rpc('admin_analytics')),
  })
}

/** How many appointments nobody came to, from one day to another (yyyy-MM-dd, both included). */
export function noShowsQuery(from: string, to: string) {
  return queryOptions({
    queryKey: [...analyticsQuery().queryKey, 'no-shows', from, to],
    queryFn: (): Promise<NoShows> =>
      ask('load_analytics', (client) => client.rpc('no_shows', { from_day: from, to_day: to })),
  })
}
