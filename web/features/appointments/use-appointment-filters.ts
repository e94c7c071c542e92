import { parseAppointmentStatus } from '#domain/appointment-status.ts'
import { isDay } from '#domain/days.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { useListState } from '#web/hooks/list-state.ts'
import type { AppointmentsOrder, AppointmentsSpan } from '#web/queries/appointments.ts'

export type AppointmentFilters = ReturnType<typeof useAppointmentFilters>

/** The parts of the list, under their names in the address. */
export const spans = { proximas: 'Próximas', anteriores: 'Anteriores', todas: 'Todas' } as const
export type SpanName = keyof typeof spans
const isSpan = (name: string): name is SpanName => Object.hasOwn(spans, name)

/**
 * What the list shows, in the address: `cuando`, `buscar`, `estado`, `fecha` ('hoy' or a day), `pagina`. Without `cuando` it is what
 * lies ahead, or where something is searched everything.
 */
export function useAppointmentFilters() {
  const { filters, setFilter, ...list } = useListState(['estado', 'cuando', 'fecha'])
  const today = useClinicToday()
  const unasked: SpanName = list.search ? 'todas' : 'proximas'
  const span = isSpan(filters.cuando) ? filters.cuando : unasked
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
    span,
    setSpan: (name: SpanName) => setFilter('cuando', name === unasked ? '' : name),
    ...asked(span, today, filters.estado !== ''),
  }
}

/**
 * The nearest first: what lies ahead from today upwards, what is over from yesterday downwards. What is closed of today belongs to what
 * lies ahead only where a status is asked for.
 */
function asked(
  span: SpanName,
  today: string,
  ofStatus: boolean,
): { days: AppointmentsSpan; order: AppointmentsOrder } {
  if (span === 'proximas') return { days: { from: today, closed: ofStatus }, order: 'oldest' }
  return { days: span === 'anteriores' ? { before: today } : null, order: 'newest' }
}
