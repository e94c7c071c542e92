import { viewTitle, weeksOfMonth } from '#domain/calendar.ts'
import { monthStart } from '#domain/days.ts'
import type { CalendarCita } from '#web/queries/citas.ts'
import type { As } from './cita-words.ts'
import { Grid } from './grid.tsx'
import { MonthCell } from './month-cell.tsx'
import type { CalendarState } from './use-calendar-state.ts'
import { useDayKeys } from './use-day-keys.ts'
import { WeekdayHead } from './weekday-head.tsx'

/** A month by weeks; arrow keys move between days and Enter opens one. `citas` is undefined while loading. */
export function MonthGrid({
  citas,
  today,
  as,
  wide,
  calendar,
  onOpen,
}: {
  citas: ReadonlyMap<string, CalendarCita[]> | undefined
  today: string
  as: As
  wide: boolean
  calendar: CalendarState
  onOpen: (cita: CalendarCita) => void
}) {
  const { day: chosen } = calendar
  const onKeyDown = useDayKeys(calendar)
  return (
    <Grid
      active={chosen}
      label={viewTitle('mes', chosen)}
      loading={citas === undefined}
      onKeyDown={onKeyDown}
      className="table-fixed border-collapse"
    >
      <WeekdayHead wide={wide} />
      <tbody>
        {weeksOfMonth(chosen).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <MonthCell
                key={day}
                day={day}
                citas={citas && (citas.get(day) ?? [])}
                as={as}
                wide={wide}
                chosen={day === chosen}
                today={day === today}
                outside={monthStart(day) !== monthStart(chosen)}
                onChoose={() => calendar.walk(() => day)}
                onOpenDay={() => calendar.openDay(day)}
                onOpen={onOpen}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </Grid>
  )
}
