import { Activity as ActivityIcon, Inbox, UserPlus } from 'lucide-react'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/data/clock.ts'
import type { Activity } from '#web/data/database.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

const kinds = {
  profile: { said: 'Cuenta nueva', Icon: UserPlus },
  request: { said: 'Solicitud de estudio', Icon: Inbox },
}

/** What came last: new accounts and requests, newest first. */
export function ActivityList({ activity }: { activity: readonly Activity[] }) {
  const zone = useClinicZone()
  if (activity.length === 0) {
    return <EmptyState icon={<ActivityIcon className="size-6" />}>Todavía no hay actividad.</EmptyState>
  }
  return (
    <ul className="divide-y divide-line">
      {activity.map(({ kind, id, title, detail, at }) => {
        const { said, Icon } = kinds[kind]
        const { day, time } = clinicMoment(at, zone)
        return (
          <li key={`${kind} ${id}`} className="flex items-center gap-3 px-4.5 py-3">
            <span className="grid size-10 shrink-0 place-items-center rounded-field bg-brand-100 text-brand-800">
              <Icon aria-hidden className="size-5" />
            </span>
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-anywhere">{title}</p>
              <p className="text-meta text-ink-3 wrap-anywhere">
                {said} · {detail}
              </p>
            </div>
            <time dateTime={at} className="text-right text-meta text-ink-3 tabular-nums">
              {formatDay(day)}
              <br />
              {time}
            </time>
          </li>
        )
      })}
    </ul>
  )
}
