import { CalendarDays, Plus } from 'lucide-react'
import { dayWithoutYear } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import type { CalendarAppointment } from '#web/queries/appointments.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AppointmentLine } from './appointment-line.tsx'
import type { As } from './appointment-words.ts'

/** The appointments of the chosen day under a month of a small screen. */
export function DayList({
  day,
  appointments,
  as,
  onOpen,
  onNew,
}: {
  day: string
  appointments: readonly CalendarAppointment[] | undefined
  as: As
  onOpen: (appointment: CalendarAppointment) => void
  /** Null where nothing can be booked. */
  onNew: (() => void) | null
}) {
  return (
    <section aria-labelledby="calendario-dia" className="border-t border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <h3 id="calendario-dia" className="text-label first-letter:uppercase">
          {dayWithoutYear(day)}
        </h3>
        {onNew && (
          <Button size="compact" icon={<Plus aria-hidden className="size-4.5" />} onClick={onNew}>
            Nueva cita
          </Button>
        )}
      </div>
      {appointments === undefined ? (
        <SkeletonRows rows={3} />
      ) : appointments.length === 0 ? (
        <EmptyState icon={<CalendarDays className="size-6" />}>No hay citas este día.</EmptyState>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {appointments.map((appointment) => (
            <li key={appointment.id}>
              <button
                type="button"
                onClick={() => onOpen(appointment)}
                className="flex min-h-14 w-full gap-3 px-4 py-2.5 text-left transition hover:bg-sunken"
              >
                <span className="w-20 shrink-0 pt-0.5 text-meta whitespace-nowrap text-ink-2 tabular-nums">
                  {formatTime(appointment.appointment_time)}
                </span>
                <AppointmentLine appointment={appointment} as={as} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
