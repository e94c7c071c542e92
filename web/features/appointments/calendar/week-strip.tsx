import { viewTitle, weekOf } from '#domain/calendar.ts'
import { longDay } from '#domain/days.ts'
import type { CalendarAppointment } from '#web/queries/appointments.ts'
import { cx } from '#web/ui/cx.ts'
import { countWords } from './appointment-words.ts'
import { DayDots } from './day-dots.tsx'
import { DayNumber } from './day-number.tsx'
import { Grid, GridCell } from './grid.tsx'
import type { CalendarState } from './use-calendar-state.ts'
import { useDayKeys } from './use-day-keys.ts'
import { WeekdayHead } from './weekday-head.tsx'

/** The seven days of a week on a small screen; the chosen one's hours stand below. */
export function WeekStrip({
  appointments,
  today,
  calendar,
}: {
  appointments: ReadonlyMap<string, CalendarAppointment[]> | undefined
  today: string
  calendar: CalendarState
}) {
  const { day: chosen, walk } = calendar
  const onKeyDown = useDayKeys(calendar)
  return (
    <Grid
      active={chosen}
      label={viewTitle('semana', chosen)}
      loading={appointments === undefined}
      onKeyDown={onKeyDown}
      className="table-fixed border-collapse border-b border-line"
    >
      <WeekdayHead wide={false} />
      <tbody>
        <tr>
          {weekOf(chosen).map((day) => (
            <GridCell
              key={day}
              active={day === chosen}
              aria-selected={day === chosen}
              aria-current={day === today ? 'date' : undefined}
              onChoose={() => walk(() => day)}
              className={cx(
                'h-14 cursor-pointer p-0.5 text-center',
                day === chosen && 'rounded-small bg-brand-50 shadow-[inset_0_-2px_0_var(--color-brand-600)]',
              )}
            >
              <span className="sr-only">
                {longDay(day)}
                {day === today && ', hoy'}
                {appointments ? `, ${countWords(appointments.get(day) ?? []).toLowerCase()}` : ''}
              </span>
              <DayNumber day={day} today={day === today} chosen={day === chosen} />
              <DayDots appointments={appointments?.get(day) ?? (appointments && [])} />
            </GridCell>
          ))}
        </tr>
      </tbody>
    </Grid>
  )
}
