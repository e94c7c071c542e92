import { queryOptions } from '@tanstack/react-query'
import type { AdminOverview } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'

/** What the administration's first screen counts (docs/product/admin.md). */
export function overviewQuery() {
  return queryOptions({
    queryKey: ['admin', 'overview'],
    queryFn: (): Promise<AdminOverview> => ask('load_panel', (client) => client.rpc('admin_overview')),
  })
}
