import { countHeld, openFirst } from '#domain/agenda.ts'
import { longDay } from '#domain/days.ts'
import type { CalendarAppointment } from '#web/queries/appointments.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AppointmentBlock } from './appointment-block.tsx'
import { type As, countWords } from './appointment-words.ts'
import { DayDots } from './day-dots.tsx'
import { DayNumber } from './day-number.tsx'
import { GridCell } from './grid.tsx'

const shown = 3

/** A day of the month: its first appointments, open ones first, cancelled ones last, and '+N más'; how many where `folded`; or dots on small screens. */
export function MonthCell({
  day,
  appointments,
  as,
  wide,
  folded,
  chosen,
  today,
  outside,
  onChoose,
  onOpenDay,
  onOpen,
}: {
  day: string
  appointments: readonly CalendarAppointment[] | undefined
  as: As
  wide: boolean
  folded: boolean
  chosen: boolean
  today: boolean
  /** It belongs to the month before or after. */
  outside: boolean
  onChoose: () => void
  onOpenDay: () => void
  onOpen: (appointment: CalendarAppointment) => void
}) {
  const first = folded ? 0 : shown
  const more = (appointments?.length ?? 0) - first
  const isHeld = countHeld(appointments ?? []) > 0
  const words = !folded
    ? `+${more} más`
    : isHeld
      ? countWords(appointments ?? [])
      : `${more} ${more === 1 ? 'cancelada' : 'canceladas'}`
  return (
    <GridCell
      active={chosen}
      aria-selected={chosen}
      aria-current={today ? 'date' : undefined}
      onChoose={onChoose}
      className={cx(
        'cursor-pointer border-t border-line align-top',
        wide ? 'border-l p-1 first:border-l-0 max-xl:px-0.5' : 'h-14 p-0.5 text-center',
        wide && (folded ? 'h-15' : 'h-34'),
        outside && 'bg-paper',
        chosen && 'bg-brand-50',
      )}
    >
      <span className="sr-only">
        {longDay(day)}
        {today && ', hoy'}
        {appointments ? `, ${countWords(appointments).toLowerCase()}` : ''}
      </span>
      <DayNumber day={day} today={today} chosen={chosen} outside={outside} />
      {!wide && <DayDots appointments={appointments} />}
      {wide && (
        <div className="grid grid-cols-1 gap-0.75">
          {appointments === undefined && <Skeleton className="h-5.5 w-full" />}
          {appointments
            ?.toSorted(openFirst)
            .slice(0, first)
            .map((appointment) => (
              <AppointmentBlock
                key={appointment.id}
                appointment={appointment}
                as={as}
                onOpen={() => onOpen(appointment)}
              />
            ))}
          {more > 0 && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`${words} el ${longDay(day)}`}
              onClick={onOpenDay}
              className="rounded-tag px-1.5 py-0.5 text-left text-[0.8125rem]/tight font-semibold text-brand-700 hover:underline pointer-coarse:min-h-11"
            >
              {words}
            </button>
          )}
        </div>
      )}
    </GridCell>
  )
}
