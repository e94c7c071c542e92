import { Activity as ActivityIcon, Inbox, UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import type { Activity } from '#web/backend/answers.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { wholeCard } from '#web/ui/stat-card.tsx'

const kinds = {
  profile: { said: 'Cuenta nueva', Icon: UserPlus },
  request: { said: 'Solicitud de estudio', Icon: Inbox },
}

/** The screen of what happened: the account among the users, or the request's sheet. */
function placeOf({ kind, id, detail }: Activity): string {
  return kind === 'profile' ? adminPaths.usersNamed(detail) : paths.request(id)
}

/** What came last: new accounts and requests, newest first; each leads to its screen. */
export function ActivityList({ activity }: { activity: readonly Activity[] }) {
  const zone = useClinicZone()
  const origin = useAsOrigin()
  if (activity.length === 0) {
    return <EmptyState icon={<ActivityIcon className="size-6" />}>Todavía no hay actividad.</EmptyState>
  }
  return (
    <ul className="divide-y divide-line">
      {activity.map((one) => {
        const { kind, id, title, detail, at } = one
        const { said, Icon } = kinds[kind]
        const { day, time } = clinicMoment(at, zone)
        return (
          <li key={`${kind} ${id}`} className="relative flex items-center gap-3 px-4.5 py-3 hover:bg-sunken">
            <span className="grid size-10 shrink-0 place-items-center rounded-field bg-brand-100 text-brand-800">
              <Icon aria-hidden className="size-5" />
            </span>
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-break-word">
                <Link to={placeOf(one)} relative="path" state={origin} className={wholeCard}>
                  {title}
                </Link>
              </p>
              <p className="text-meta text-ink-3 wrap-break-word">
                <Dotted parts={[said, detail && <EmailText key="detail">{detail}</EmailText>]} />
              </p>
            </div>
            <time
              dateTime={at}
              className="shrink-0 text-right text-meta whitespace-nowrap text-ink-3 tabular-nums"
            >
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
