import { BellRing, CalendarX, UsersRound } from 'lucide-react'
import { isOverbooked, isWarned, overbookingReason, signWords } from '#domain/appointment-signs.ts'
import { Chip } from '#web/ui/chip.tsx'
import type { SignsProps } from './signs-later.tsx'

/** What staff must know of an appointment beside its status; `signs-later.tsx` draws it where there is something to know. */
export function AppointmentSigns({ appointment, isOutside, className }: SignsProps) {
  const overbooked = isOverbooked(appointment, isOutside)
  return (
    <span className={className}>
      <span className="flex flex-wrap gap-1.5">
        {isWarned(appointment) && (
          <Chip tone="red" Icon={BellRing}>
            {signWords.warned}
          </Chip>
        )}
        {overbooked && (
          <Chip tone="blue" Icon={UsersRound}>
            {signWords.overbooked}
          </Chip>
        )}
        {isOutside && (
          <Chip tone="orange" Icon={CalendarX}>
            {signWords.outside}
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
