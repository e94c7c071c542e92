import { BellRing, CalendarX, Clock, Inbox, UsersRound } from 'lucide-react'
import {
  type Badged,
  badgeWords,
  isOverbooked,
  isWarned,
  overbookingReason,
} from '#domain/appointment-badges.ts'
import { Chip } from '#web/ui/chip.tsx'

/** What staff must know of an appointment beside its status: 'Atrasada', 'Avisó que no vendrá', 'Estudio recibido', 'Sobrecupo' with its reason and 'Fuera de horario'. */
export function AppointmentBadges(props: {
  appointment: Badged
  /** It lies at no slot of its doctor's day. */
  isOutside: boolean
  /** It is open although its time is past. */
  isLate?: boolean
  className?: string
}) {
  const { appointment, isOutside, isLate = false, className } = props
  const [overbooked, warned] = [isOverbooked(appointment, isOutside), isWarned(appointment)]
  const arrived = appointment.study_arrived === true
  if (!overbooked && !warned && !isOutside && !isLate && !arrived) return null
  return (
    <span className={className}>
      <span className="flex flex-wrap gap-1.5">
        {isLate && (
          <Chip tone="orange" Icon={Clock}>
            {badgeWords.late}
          </Chip>
        )}
        {warned && (
          <Chip tone="red" Icon={BellRing}>
            {badgeWords.warned}
          </Chip>
        )}
        {arrived && (
          <Chip tone="green" Icon={Inbox}>
            {badgeWords.arrived}
          </Chip>
        )}
        {overbooked && (
          <Chip tone="blue" Icon={UsersRound}>
            {badgeWords.overbooked}
          </Chip>
        )}
        {isOutside && (
          <Chip tone="orange" Icon={CalendarX}>
            {badgeWords.outside}
          </Chip>
        )}
      </span>
      {overbooked && (
        <span className="mt-1 block text-meta wrap-break-word text-ink-3">
          {overbookingReason(appointment)}
        </span>
      )}
    </span>
  )
}
