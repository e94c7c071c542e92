import { type KeyboardEvent, useState } from 'react'
import { type Agenda, type AgendaRow, agendaOf } from '#domain/agenda.ts'
import { dayAfterKey, viewTitle, weekOf } from '#domain/calendar.ts'
import type { ClinicHours } from '#domain/clinic-hours.ts'
import { slotTimes } from '#domain/day-slots.ts'
import { timeInZone } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import type { CalendarAppointment } from '#web/queries/appointments.ts'
import type { As } from './appointment-words.ts'
import { Grid } from './grid.tsx'
import type { CalendarState } from './use-calendar-state.ts'
import { WeekCell } from './week-cell.tsx'
import { WeekHead } from './week-head.tsx'

/** The row of what has no slot. */
const loose = 'Por definir'

/** A week by half hours, with a row for appointments without one; the arrow keys walk, Enter does what the cell offers. */
export function WeekGrid({
  appointments,
  hours,
  today,
  now,
  zone,
  as,
  calendar,
  onOpen,
  onNew,
}: {
  appointments: ReadonlyMap<string, CalendarAppointment[]> | undefined
  hours: ClinicHours
  today: string
  now: Date
  zone: string
  as: As
  calendar: CalendarState
  onOpen: (appointment: CalendarAppointment) => void
  /** Null where nothing can be booked. */
  onNew: ((day: string, time: string) => void) | null
}) {
  const { day: chosen, walk, openDay } = calendar
  const clock = timeInZone(now, zone)
  const days = weekOf(chosen)
  const agendas = new Map(
    days.map((day) => [day, agendaOf(day, appointments?.get(day) ?? [], { hours, now, zone })]),
  )
  const hasLoose = [...agendas.values()].some((agenda) => agenda.loose.length > 0)
  const times = [...new Set(days.flatMap((day) => slotTimes(day, hours)))].sort()
  // A week that is closed keeps a row to walk on.
  const rows = [...(hasLoose || times.length === 0 ? [loose] : []), ...times]
  const [wanted, setWanted] = useState('09:30')
  const row = rows.includes(wanted) ? wanted : (rows[0] ?? '')

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.metaKey) return
    const next = rowAfterKey(rows, row, event)
    const { key } = event
    if (next !== null) setWanted(next)
    else if (!event.ctrlKey && dayAfterKey(chosen, { key }, 'semana') !== null)
      walk((from) => dayAfterKey(from, { key }, 'semana') ?? from)
    else return
    event.preventDefault()
  }

  return (
    <Grid
      active={`${chosen} ${row}`}
      label={viewTitle('semana', chosen)}
      loading={appointments === undefined}
      hasNow={days.includes(today)}
      onKeyDown={onKeyDown}
      className="table-fixed border-collapse"
    >
      <WeekHead days={days} today={today} chosen={chosen} onOpenDay={openDay} />
      <tbody>
        {rows.map((name, index) => (
          <tr key={name}>
            <th
              scope="row"
              className="border-t border-line px-2 py-1.5 text-right align-top text-[0.8125rem]/tight font-normal whitespace-nowrap text-ink-3 tabular-nums"
            >
              {name === loose ? loose : formatTime(name)}
            </th>
            {days.map((day, weekday) => (
              <WeekCell
                key={day}
                day={day}
                slot={name === loose ? looseOf(agendas.get(day)) : slotOf(agendas.get(day), name)}
                loading={appointments === undefined && (index * 3 + weekday) % 5 === 0}
                as={as}
                active={day === chosen && name === row}
                today={day === today}
                now={day === today && name !== loose ? clock : null}
                onActivate={() => {
                  setWanted(name)
                  walk(() => day)
                }}
                onOpenDay={() => openDay(day)}
                onOpen={onOpen}
                onNew={appointments ? onNew : null}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </Grid>
  )
}

/** The row that a key leads to, or null when the key is not about rows. */
function rowAfterKey(
  rows: readonly string[],
  row: string,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
): string | null {
  const at = rows.indexOf(row)
  if (ctrlKey) return (key === 'Home' ? rows[0] : key === 'End' ? rows.at(-1) : null) ?? null
  if (key === 'ArrowUp') return rows[Math.max(at - 1, 0)] ?? row
  if (key === 'ArrowDown') return rows[at + 1] ?? row
  return null
}

/** What a day has at a time; null when the clinic is closed then. */
function slotOf(
  agenda: Agenda<CalendarAppointment> | undefined,
  time: string,
): AgendaRow<CalendarAppointment> | null {
  return agenda?.rows.find((slot) => slot.time === time) ?? null
}

function looseOf(agenda: Agenda<CalendarAppointment> | undefined): AgendaRow<CalendarAppointment> {
  return { time: '', appointments: agenda?.loose ?? [], free: false }
}
