import { BellRing, UsersRound } from 'lucide-react'
import { isOverbooked, isWarned, overbookingReason, type Signed } from '#domain/appointment-signs.ts'
import { Chip } from '#web/ui/chip.tsx'
import { OutsideHours } from './outside-hours.tsx'

/** What staff must know of an appointment beside its status: 'Sobrecupo' with its reason, 'Avisó que no vendrá', 'Fuera de horario'. */
export function AppointmentSigns({
  appointment,
  isOutside,
  className,
}: {
  appointment: Signed
  isOutside: boolean
  className?: string
}) {
  const overbooked = isOverbooked(appointment, isOutside)
  const warned = isWarned(appointment)
  if (!overbooked && !warned && !isOutside) return null
  return (
    <span className={className}>
      <span className="flex flex-wrap gap-1.5">
        {warned && (
          <Chip tone="red" Icon={BellRing}>
            Avisó que no vendrá
          </Chip>
        )}
        {overbooked && (
          <Chip tone="blue" Icon={UsersRound}>
            Sobrecupo
          </Chip>
        )}
        {isOutside && <OutsideHours />}
      </span>
      {overbooked && (
        <span className="mt-1 block text-meta wrap-break-word text-ink-3">
          {overbookingReason(appointment)}
        </span>
      )}
    </span>
  )
}
