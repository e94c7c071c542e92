import { viewTitle, weeksOfMonth } from '#domain/calendar.ts'
import { monthStart } from '#domain/days.ts'
import type { CalendarAppointment } from '#web/queries/appointments.ts'
import type { As } from './appointment-words.ts'
import { Grid } from './grid.tsx'
import { MonthCell } from './month-cell.tsx'
import type { CalendarState } from './use-calendar-state.ts'
import { useDayKeys } from './use-day-keys.ts'
import { WeekdayHead } from './weekday-head.tsx'

/**
 * A month by weeks; arrow keys move between days and Enter opens one. Of the present month the weeks that are over fold to numbers, so
 * that today is in sight. `appointments` is undefined while loading.
 */
export function MonthGrid({
  appointments,
  today,
  as,
  wide,
  calendar,
  onOpen,
}: {
  appointments: ReadonlyMap<string, CalendarAppointment[]> | undefined
  today: string
  as: As
  wide: boolean
  calendar: CalendarState
  onOpen: (appointment: CalendarAppointment) => void
}) {
  const { day: chosen } = calendar
  const onKeyDown = useDayKeys(calendar)
  const isPresent = monthStart(chosen) === monthStart(today)
  return (
    <Grid
      active={chosen}
      label={viewTitle('mes', chosen)}
      loading={appointments === undefined}
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
                appointments={appointments && (appointments.get(day) ?? [])}
                as={as}
                wide={wide}
                folded={isPresent && (week.at(-1) ?? today) < today}
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
