import { Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { unassignedWords } from '#domain/arrival.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLateArrivals } from '#web/hooks/use-late-arrivals.ts'

/** That studies have waited for more than two days, with the way to them; nothing while none has. */
export function LateArrivals() {
  const origin = useAsOrigin()
  const { data: late = 0 } = useLateArrivals()
  if (late === 0) return null
  return (
    <Link
      to={paths.arrivals}
      state={origin}
      className="mb-4 flex min-h-12 items-center gap-2.5 rounded-field bg-pend-soft px-4 py-2 font-semibold text-pend underline-offset-4 hover:underline"
    >
      <Inbox aria-hidden className="size-5 shrink-0" />
      {unassignedWords(late)}
    </Link>
  )
}
