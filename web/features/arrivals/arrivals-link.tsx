import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { arrivalCountQuery, arrivalKeys } from '#web/queries/arrivals.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

/** 'Recibidos', on a phone a sign alone where it is `brief`, with how many wait, live; nothing while none does (docs/product/machines.md). */
export function ArrivalsLink({ brief = false }: { brief?: boolean }) {
  const client = useQueryClient()
  const origin = useAsOrigin()
  useLive('arrivals', '', () => void client.invalidateQueries({ queryKey: arrivalKeys.all }))
  const { data: waiting = 0 } = useQuery(arrivalCountQuery())
  if (waiting === 0) return null
  return (
    <Link
      to={paths.arrivals}
      state={origin}
      className={buttonStyle('secondary', 'normal', brief ? 'max-lg:px-3.5 max-sm:px-2.5' : 'max-lg:px-3.5')}
    >
      <Inbox aria-hidden className={cx('size-5', !brief && 'max-sm:hidden')} />
      <span className={brief ? 'max-sm:sr-only' : undefined}>Recibidos</span>
      <span className="flex h-5 min-w-5 items-center justify-center rounded-full bg-pend px-1 text-chip text-surface tabular-nums">
        {waiting > 999 ? '999+' : waiting}
      </span>
    </Link>
  )
}
