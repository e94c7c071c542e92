import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '#web/hooks/use-live.ts'
import { pendingCountKey, pendingCountQuery } from '#web/queries/pending-count.ts'

/** The number of pending requests, at the icon of their menu entry, live; nothing for none. */
export function PendingCount() {
  const client = useQueryClient()
  // The screen beside it reads its own rows again.
  useLive('study_requests', '', () => void client.invalidateQueries({ queryKey: pendingCountKey }))
  const { data: waiting = 0 } = useQuery(pendingCountQuery())
  if (waiting === 0) return null
  const words = waiting > 999 ? 'más de 999' : String(waiting)
  return (
    <>
      <span
        aria-hidden
        className="absolute top-1 left-5 min-w-5 rounded-full bg-pend px-1 text-center text-tag text-surface tabular-nums"
      >
        {waiting > 999 ? '999+' : waiting}
      </span>
      <span className="sr-only">{waiting === 1 ? '1 pendiente' : `${words} pendientes`}</span>
    </>
  )
}
