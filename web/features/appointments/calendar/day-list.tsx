import { CalendarDays, Plus } from 'lucide-react'
import { longDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import type { CalendarCita } from '#web/queries/citas.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CitaLine } from './cita-line.tsx'
import type { As } from './cita-words.ts'

/** The appointments of the chosen day under a month of a small screen. */
export function DayList({
  day,
  citas,
  as,
  onOpen,
  onNew,
}: {
  day: string
  citas: readonly CalendarCita[] | undefined
  as: As
  onOpen: (cita: CalendarCita) => void
  /** Null where nothing can be booked. */
  onNew: (() => void) | null
}) {
  return (
    <section aria-labelledby="calendario-dia" className="border-t border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <h3 id="calendario-dia" className="text-label first-letter:uppercase">
          {longDay(day).replace(/ de \d+$/, '')}
        </h3>
        {onNew && (
          <Button size="compact" icon={<Plus aria-hidden className="size-4.5" />} onClick={onNew}>
            Nueva cita
          </Button>
        )}
      </div>
      {citas === undefined ? (
        <SkeletonRows rows={3} />
      ) : citas.length === 0 ? (
        <EmptyState icon={<CalendarDays className="size-6" />}>No hay citas este día.</EmptyState>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {citas.map((cita) => (
            <li key={cita.id}>
              <button
                type="button"
                onClick={() => onOpen(cita)}
                className="flex min-h-14 w-full gap-3 px-4 py-2.5 text-left transition hover:bg-sunken"
              >
                <span className="w-20 shrink-0 pt-0.5 text-meta whitespace-nowrap text-ink-2 tabular-nums">
                  {formatTime(cita.appointment_time)}
                </span>
                <CitaLine cita={cita} as={as} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
