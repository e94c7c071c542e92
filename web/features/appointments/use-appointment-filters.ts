import { parseAppointmentStatus } from '#domain/appointment-status.ts'
import { isDay } from '#domain/days.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { useListState } from '#web/hooks/list-state.ts'
import type { AppointmentsOrder } from '#web/queries/appointments.ts'

export type AppointmentFilters = ReturnType<typeof useAppointmentFilters>

/** What the list shows, in the address: `buscar`, `estado`, `fecha` ('hoy' or a day), `orden`, `pagina`. */
export function useAppointmentFilters() {
  const { filters, setFilter, ...list } = useListState(['estado', 'orden', 'fecha'])
  const today = useClinicToday()
  const order: AppointmentsOrder = filters.orden === 'fecha' ? 'oldest' : 'newest'
  return {
    ...list,
    // Empty is no filter here, not 'pendiente'.
    status: (filters.estado && parseAppointmentStatus(filters.estado)) || undefined,
    setStatus: (status: string) => setFilter('estado', status),
    today,
    /** yyyy-MM-dd, or '' for every day. */
    day: filters.fecha === 'hoy' ? today : isDay(filters.fecha) ? filters.fecha : '',
    // Today is kept as 'hoy': a list that is open tomorrow, or a link, then shows that day.
    setDay: (day: string) => setFilter('fecha', day === today ? 'hoy' : day),
    order,
    setOrder: (next: AppointmentsOrder) => setFilter('orden', next === 'oldest' ? 'fecha' : ''),
  }
}
