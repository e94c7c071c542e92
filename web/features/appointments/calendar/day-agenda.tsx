import { CalendarDays } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { dayAfterKey } from '#domain/calendar.ts'
import type { ClinicHours } from '#domain/clinic-hours.ts'
import { dayInZone, longDay, timeInZone } from '#domain/days.ts'
import type { CalendarAppointment } from '#web/queries/appointments.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { As } from './appointment-words.ts'
import { DayLine } from './day-line.tsx'
import { dayRows, emptyRows } from './day-rows.ts'
import { Grid, GridCell } from './grid.tsx'
import type { CalendarState } from './use-calendar-state.ts'

/** A day by half hours; up and down move between lines, left and right between days. */
export function DayAgenda({
  appointments,
  hours,
  now,
  zone,
  as,
  calendar,
  onOpen,
  onNew,
}: {
  appointments: readonly CalendarAppointment[] | undefined
  hours: ClinicHours
  now: Date
  zone: string
  as: As
  calendar: CalendarState
  onOpen: (appointment: CalendarAppointment) => void
  /** Null where booking is not possible: then only appointments are listed. */
  onNew: ((day: string, time: string) => void) | null
}) {
  const { day, walk } = calendar
  const canBook = onNew !== null
  const rows = appointments
    ? dayRows(day, appointments, { hours, now, zone, canBook })
    : canBook
      ? emptyRows(day, hours)
      : []
  const clock = day === dayInZone(now, zone) ? timeInZone(now, zone) : null
  const [wanted, setWanted] = useState('')
  const at = Math.max(
    rows.findIndex(({ key }) => key === wanted),
    0,
  )

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.metaKey || event.ctrlKey) return
    const { key } = event
    const next = lineAfterKey(key, at, rows.length)
    if (next !== null) setWanted(rows[next]?.key ?? '')
    else if (dayAfterKey(day, { key }, 'dia') !== null)
      walk((from) => dayAfterKey(from, { key }, 'dia') ?? from)
    else return
    event.preventDefault()
  }

  return (
    <Grid
      active={`${day} ${rows[at]?.key ?? ''}`}
      label={longDay(day)}
      loading={appointments === undefined}
      hasNow={clock !== null}
      entering={calendar.entering}
      onKeyDown={onKeyDown}
      className="block w-full"
    >
      <tbody className="block divide-y divide-line">
        {rows.length === 0 && (
          <tr className="block">
            <GridCell active className="block">
              {appointments ? (
                <EmptyState icon={<CalendarDays className="size-6" />}>No hay citas este día.</EmptyState>
              ) : (
                <SkeletonRows rows={3} />
              )}
            </GridCell>
          </tr>
        )}
        {rows.map((row, index) => (
          <DayLine
            key={row.key}
            row={row}
            repeated={index > 0 && rows[index - 1]?.time === row.time}
            loading={appointments === undefined && index % 3 === 0}
            as={as}
            now={clock}
            active={index === at}
            onActivate={() => setWanted(row.key)}
            onOpen={onOpen}
            onBook={(time) => onNew?.(day, time)}
          />
        ))}
      </tbody>
    </Grid>
  )
}

/** The line that a key moves to; null for other keys. */
function lineAfterKey(key: string, at: number, length: number): number | null {
  switch (key) {
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'ArrowDown':
      return Math.min(at + 1, length - 1)
    case 'Home':
      return 0
    case 'End':
      return length - 1
    default:
      return null
  }
}
