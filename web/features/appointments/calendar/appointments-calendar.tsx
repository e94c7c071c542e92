import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { isOutsideHours } from '#domain/agenda.ts'
import { visibleDays } from '#domain/calendar.ts'
import { seedHours } from '#domain/clinic-hours.ts'
import { dayInZone } from '#domain/days.ts'
import { useClinicZone, useNow } from '#web/hooks/clock.ts'
import { useClinicHours } from '#web/hooks/use-clinic-hours.ts'
import { usePreload } from '#web/hooks/use-preload.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import {
  type AppointmentWithPeople,
  appointmentsBetweenQuery,
  type CalendarAppointment,
  calendarLimit,
  type WhoseAppointments,
} from '#web/queries/appointments.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { countWords } from './appointment-words.ts'
import { CalendarHead } from './calendar-head.tsx'
import { DayAgenda } from './day-agenda.tsx'
import { DayList } from './day-list.tsx'
import { MonthGrid } from './month-grid.tsx'
import { OutsideContext } from './outside-context.ts'
import { useCalendarState } from './use-calendar-state.ts'
import { useOpenAppointment } from './use-open-appointment.ts'
import { useWide } from './use-wide.ts'
import { WeekStrip } from './week-strip.tsx'

// The heaviest view, and only for wide screens.
const weekGrid = loadLater(async () => (await import('./week-grid.tsx')).WeekGrid)
const later = [weekGrid]

/**
 * The appointments of a doctor or a patient by month, week or day (docs/product/appointments.md). Reads only the days that
 * are shown, anew whenever the screen around it, which follows their changes, says so. `onOpen` gets an appointment that was chosen; `onNew` a day (yyyy-MM-dd) and its time (HH:mm, or
 * null to be chosen), where `canBook`.
 */
export function AppointmentsCalendar({
  whose,
  canBook,
  onOpen,
  onNew,
}: {
  whose: WhoseAppointments
  canBook: boolean
  onOpen: (appointment: AppointmentWithPeople) => void
  onNew: (day: string, time: string | null) => void
}) {
  const zone = useClinicZone()
  const now = new Date(useNow(60_000))
  const today = dayInZone(now, zone)
  const calendar = useCalendarState(today)
  const { view, day } = calendar
  const wide = useWide()
  usePreload(later)
  const { from, to } = visibleDays(view, day)
  const { data, error, refetch } = useQuery(appointmentsBetweenQuery(whose, from, to))
  const known = useClinicHours(whose.as === 'doctor' ? whose.id : null, whose.as)
  const appointments = data && known.hours && byDay(data)
  const ofDay = appointments && (appointments.get(day) ?? [])
  const open = useOpenAppointment(onOpen)
  // Until they are known, the usual hours give the shape of what comes.
  const shared = {
    appointments,
    hours: known.hours ?? seedHours,
    today,
    now,
    zone,
    as: whose.as,
    calendar,
    onOpen: open,
  }
  const book = canBook ? onNew : null
  const { hours } = known
  const isOutside = (appointment: CalendarAppointment) =>
    whose.as === 'doctor' && hours !== undefined && isOutsideHours(appointment, hours, today)

  return (
    <Card className="overflow-clip">
      <CalendarHead calendar={calendar} summary={data ? summaryOf(data, view, day) : ''} />
      {error && !data ? (
        <FailedLoad error={error} code="load_appointments" onRetry={refetch} />
      ) : known.error && !known.hours ? (
        <FailedLoad error={known.error} code="load_clinic_hours" onRetry={known.refetch} />
      ) : (
        <OutsideContext value={isOutside}>
          {appointments === undefined && (
            <p role="status" className="sr-only">
              Cargando...
            </p>
          )}
          {view === 'mes' && <MonthGrid {...shared} wide={wide} />}
          {view === 'mes' && !wide && (
            <DayList
              day={day}
              appointments={ofDay}
              as={whose.as}
              onOpen={open}
              onNew={book && day >= today ? () => book(day, null) : null}
            />
          )}
          {view === 'semana' && !wide && <WeekStrip {...shared} />}
          {view === 'semana' && wide && (
            <Suspense fallback={<SkeletonRows rows={8} />}>
              <weekGrid.Later {...shared} onNew={book} />
            </Suspense>
          )}
          {(view === 'dia' || (view === 'semana' && !wide)) && (
            <DayAgenda {...shared} appointments={ofDay} onNew={book} />
          )}
        </OutsideContext>
      )}
    </Card>
  )
}

function byDay(rows: readonly CalendarAppointment[]): Map<string, CalendarAppointment[]> {
  const days = new Map<string, CalendarAppointment[]>()
  for (const appointment of rows) {
    const day = days.get(appointment.appointment_date)
    if (day) day.push(appointment)
    else days.set(appointment.appointment_date, [appointment])
  }
  return days
}

const none = { mes: 'No hay citas este mes.', semana: 'No hay citas esta semana.', dia: 'Sin citas' }

/** How many appointments the view shows; a month does not count the days around it. */
function summaryOf(rows: readonly CalendarAppointment[], view: keyof typeof none, day: string): string {
  if (rows.length >= calendarLimit) {
    return `Se muestran las primeras ${calendarLimit} citas. Elige la vista de semana o de día para ver las demás.`
  }
  const counted =
    view === 'mes'
      ? rows.filter((appointment) => appointment.appointment_date.startsWith(day.slice(0, 8)))
      : rows
  return counted.length === 0 ? none[view] : countWords(counted)
}
