import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'

/** Before the installation's own suffix (docs/product/admin.md). */
export const adminPrefix = 'admin-control-panel-'

/** Whether an address is the panel's. Anybody may ask; the answer opens nothing. */
export function isAdminSuffixQuery(suffix: string) {
  return queryOptions({
    queryKey: ['admin', 'is suffix', suffix],
    queryFn: () => ask('load_panel', (client) => client.rpc('is_admin_suffix', { suffix })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Where the panel is; only an administrator is told. */
export async function fetchAdminPath(): Promise<string> {
  const suffix = await ask('load_panel', (client) => client.rpc('admin_suffix'))
  return `/${adminPrefix}${suffix}`
}

export function adminPathQuery() {
  return queryOptions({
    queryKey: ['admin', 'path'],
    queryFn: fetchAdminPath,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
