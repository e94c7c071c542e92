import { heldFirst } from '#domain/agenda.ts'
import { longDay } from '#domain/days.ts'
import type { CalendarCita } from '#web/queries/citas.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CitaBlock } from './cita-block.tsx'
import { type As, countWords } from './cita-words.ts'
import { DayDots } from './day-dots.tsx'
import { DayNumber } from './day-number.tsx'
import { GridCell } from './grid.tsx'

const shown = 3

/** A day of the month: its first appointments, cancelled ones last, and '+N más'; or dots on small screens. */
export function MonthCell({
  day,
  citas,
  as,
  wide,
  chosen,
  today,
  outside,
  onChoose,
  onOpenDay,
  onOpen,
}: {
  day: string
  citas: readonly CalendarCita[] | undefined
  as: As
  wide: boolean
  chosen: boolean
  today: boolean
  /** It belongs to the month before or after. */
  outside: boolean
  onChoose: () => void
  onOpenDay: () => void
  onOpen: (cita: CalendarCita) => void
}) {
  const more = (citas?.length ?? 0) - shown
  return (
    <GridCell
      active={chosen}
      aria-selected={chosen}
      aria-current={today ? 'date' : undefined}
      onChoose={onChoose}
      className={cx(
        'cursor-pointer border-t border-line align-top',
        wide ? 'h-34 border-l p-1 first:border-l-0' : 'h-14 p-0.5 text-center',
        outside && 'bg-paper',
        chosen && 'bg-brand-50',
      )}
    >
      <span className="sr-only">
        {longDay(day)}
        {today && ', hoy'}
        {citas ? `, ${countWords(citas).toLowerCase()}` : ''}
      </span>
      <DayNumber day={day} today={today} chosen={chosen} outside={outside} />
      {!wide && <DayDots citas={citas} />}
      {wide && (
        <div className="grid grid-cols-1 gap-0.75">
          {citas === undefined && <Skeleton className="h-5.5 w-full" />}
          {citas
            ?.toSorted(heldFirst)
            .slice(0, shown)
            .map((cita) => (
              <CitaBlock key={cita.id} cita={cita} as={as} onOpen={() => onOpen(cita)} />
            ))}
          {more > 0 && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`+${more} más el ${longDay(day)}`}
              onClick={onOpenDay}
              className="rounded-tag px-1.5 py-0.5 text-left text-tag font-semibold text-brand-700 hover:underline"
            >
              +{more} más
            </button>
          )}
        </div>
      )}
    </GridCell>
  )
}
