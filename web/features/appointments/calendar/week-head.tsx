import { longDay, weekdayName } from '#domain/days.ts'
import { DayNumber } from './day-number.tsx'

/** The days of a week above their columns; each opens its day. Stays visible while the hours scroll. */
export function WeekHead({
  days,
  today,
  chosen,
  onOpenDay,
}: {
  days: readonly string[]
  today: string
  chosen: string
  onOpenDay: (day: string) => void
}) {
  return (
    <thead className="sticky top-16 z-header bg-surface shadow-[0_1px_0_var(--color-line)] md:top-0">
      <tr>
        <td className="w-22" />
        {days.map((day) => (
          <th key={day} scope="col" className="border-l border-line p-0 font-normal">
            <button
              type="button"
              tabIndex={-1}
              onClick={() => onOpenDay(day)}
              className="flex w-full flex-col items-center gap-0.5 py-1.5 hover:bg-sunken"
            >
              <span className="sr-only">Abrir {longDay(day)}</span>
              <span aria-hidden className="text-chip text-ink-3 capitalize">
                {weekdayName(day).slice(0, 3)}
              </span>
              <DayNumber day={day} today={day === today} chosen={day === chosen} />
            </button>
          </th>
        ))}
      </tr>
    </thead>
  )
}
