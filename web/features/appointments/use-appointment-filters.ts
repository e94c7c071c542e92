import { parseAppointmentStatus } from '#domain/appointment-status.ts'
import type { CitasOrder } from '#web/data/citas.ts'
import { useListState } from '#web/data/list-state.ts'

export type AppointmentFilters = ReturnType<typeof useAppointmentFilters>

/** What the list shows, in the address: `buscar`, `estado`, `orden`, `pagina`. */
export function useAppointmentFilters() {
  const { filters, setFilter, ...list } = useListState(['estado', 'orden'])
  const order: CitasOrder = filters.orden === 'fecha' ? 'oldest' : 'newest'
  return {
    ...list,
    // Empty is no filter here, not 'pendiente'.
    status: (filters.estado && parseAppointmentStatus(filters.estado)) || undefined,
    setStatus: (status: string) => setFilter('estado', status),
    order,
    setOrder: (next: CitasOrder) => setFilter('orden', next === 'oldest' ? 'fecha' : ''),
  }
}
