import { queryOptions } from '@tanstack/react-query'
import type { AdminAnalytics } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'

/** The clinic in figures, as the database counts them (docs/product/admin.md). */
export function analyticsQuery() {
  return queryOptions({
    queryKey: ['admin', 'analytics'],
    queryFn: (): Promise<AdminAnalytics> => ask('load_analytics', (client) => client.rpc('admin_analytics')),
  })
}
