import { queryOptions } from '@tanstack/react-query'
import { askPage } from '#web/backend/client.ts'
import { counted } from '#web/backend/paging.ts'
import { requestKeys } from './request-keys.ts'

export const pendingCountKey = [...requestKeys.all, 'pending count'] as const

/** How many requests wait for an answer; with `before` (ISO) only those that came earlier. */
export function pendingCountQuery(before?: string) {
  return queryOptions({
    queryKey: [...pendingCountKey, before ?? null],
    queryFn: async (): Promise<number> => {
      const { total } = await askPage('load_requests', (client) => {
        const pending = client.from('study_requests').select('id', counted).eq('status', 'pendiente')
        return (before ? pending.lt('created_at', before) : pending).limit(1)
      })
      return total
    },
  })
}
