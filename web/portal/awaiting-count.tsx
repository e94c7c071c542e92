import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '#web/hooks/use-live.ts'
import { reportKeys } from '#web/queries/report-keys.ts'
import { awaitingCountQuery } from '#web/queries/report-lists.ts'
import { MenuCount } from './menu-count.tsx'

/** The number of studies that wait for a report, at the end of their menu entry, live; nothing for none. */
export function AwaitingCount() {
  const client = useQueryClient()
  const again = () => void client.invalidateQueries({ queryKey: reportKeys.count })
  useLive('studies', '', again)
  useLive('report_heads', '', again)
  const { data: waiting = 0 } = useQuery(awaitingCountQuery())
  return <MenuCount count={waiting} />
}
