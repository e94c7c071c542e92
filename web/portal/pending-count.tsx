import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '#web/hooks/use-live.ts'
import { pendingCountKey, pendingCountQuery } from '#web/queries/pending-count.ts'
import { MenuCount } from './menu-count.tsx'

/** The number of pending requests, at the end of their menu entry, live; nothing for none. */
export function PendingCount() {
  const client = useQueryClient()
  // The screen beside it reads its own rows again.
  useLive('study_requests', '', () => void client.invalidateQueries({ queryKey: pendingCountKey }))
  const { data: waiting = 0 } = useQuery(pendingCountQuery())
  return <MenuCount count={waiting} />
}
