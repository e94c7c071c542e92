import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import { appointmentStatuses, appointmentStatusLabels } from '#domain/appointment-status.ts'
import type { AppointmentsOrder } from '#web/queries/appointments.ts'
import { Button } from '#web/ui/button.tsx'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { AppointmentFilters } from './use-appointment-filters.ts'

/** Search, status, day and order of the list. */
export function AppointmentsToolbar({ filters, search }: { filters: AppointmentFilters; search: string }) {
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <SearchField
        label={search}
        value={filters.typed}
        onChange={filters.setSearch}
        className="w-full xl:w-auto xl:flex-1 xl:basis-80"
      />
      <Select
        bare
        label="Filtrar por estado"
        value={filters.status ?? ''}
        onChange={(event) => filters.setStatus(event.target.value)}
        placeholder="Todos los estados"
        options={appointmentStatuses.map((value) => ({ value, label: appointmentStatusLabels[value] }))}
        className="min-w-52 flex-1 sm:max-w-56"
      />
      <DayFilter
        bare
        label="Filtrar por día"
        value={filters.day}
        today={filters.today}
        onChange={filters.setDay}
        className="min-w-44 flex-1 sm:max-w-48"
      />
      <Button
        aria-pressed={filters.day === filters.today}
        className="aria-pressed:border-brand-700 aria-pressed:bg-brand-50 aria-pressed:text-brand-800 max-sm:px-3.5"
        onClick={() => filters.setDay(filters.day === filters.today ? '' : filters.today)}
      >
        Hoy
      </Button>
      <OrderButton order={filters.order} onChange={filters.setOrder} />
    </div>
  )
}

/** Shows and reverses the order of the days; on small screens its text is only for screen readers. */
function OrderButton({
  order,
  onChange,
}: {
  order: AppointmentsOrder
  onChange: (order: AppointmentsOrder) => void
}) {
  const newest = order === 'newest'
  const words = newest ? 'Más recientes primero' : 'Más antiguas primero'
  const Icon = newest ? ArrowDownWideNarrow : ArrowUpNarrowWide
  return (
    <Button
      title="Cambiar el orden"
      icon={<Icon aria-hidden className="size-5" />}
      className="max-sm:px-3.5"
      onClick={() => onChange(newest ? 'oldest' : 'newest')}
    >
      <span className="max-sm:sr-only">{words}</span>
    </Button>
  )
}
