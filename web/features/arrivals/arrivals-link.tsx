import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { arrivalCountQuery, arrivalKeys } from '#web/queries/arrivals.ts'
import { buttonStyle } from '#web/ui/button.tsx'

/** 'Recibidos' with how many wait, live; nothing while none does (docs/product/machines.md). */
export function ArrivalsLink() {
  const client = useQueryClient()
  const origin = useAsOrigin()
  useLive('arrivals', '', () => void client.invalidateQueries({ queryKey: arrivalKeys.all }))
  const { data: waiting = 0 } = useQuery(arrivalCountQuery())
  if (waiting === 0) return null
  return (
    <Link to={paths.arrivals} state={origin} className={buttonStyle('secondary', 'normal', 'max-lg:px-3.5')}>
      <Inbox aria-hidden className="size-5 max-sm:hidden" />
      Recibidos
      <span className="flex h-5 min-w-5 items-center justify-center rounded-full bg-pend px-1 text-tag text-surface tabular-nums">
        {waiting > 999 ? '999+' : waiting}
      </span>
    </Link>
  )
}
