import { appointmentStatuses, appointmentStatusLabels } from '#domain/appointment-status.ts'
import { Button } from '#web/ui/button.tsx'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { MoreFilters } from '#web/ui/more-filters.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { type AppointmentFilters, type SpanName, spans } from './use-appointment-filters.ts'

const options = (Object.keys(spans) as SpanName[]).map((value) => ({ value, label: spans[value] }))

/** What lies ahead or behind, search, status and day of the list. */
export function AppointmentsToolbar({ filters, search }: { filters: AppointmentFilters; search: string }) {
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      {/* A day shows everything that it has: nothing is chosen here then. */}
      <Segmented
        label="Citas que se muestran"
        value={filters.day ? null : filters.span}
        options={options}
        onChange={(span) => filters.setSpan(span)}
        className="w-full items-center sm:w-auto"
      />
      <SearchField
        label={search}
        value={filters.typed}
        onChange={filters.setSearch}
        className="min-w-0 flex-1 sm:basis-72"
      />
      <MoreFilters active={Boolean(filters.status || filters.day)}>
        <Select
          bare
          label="Filtrar por estado"
          value={filters.status ?? ''}
          onChange={(event) => filters.setStatus(event.target.value)}
          placeholder="Todos los estados"
          options={appointmentStatuses.map((value) => ({ value, label: appointmentStatusLabels[value] }))}
          className="max-sm:col-span-full sm:min-w-52 sm:max-w-56 sm:flex-1"
        />
        <DayFilter
          bare
          label="Filtrar por día"
          value={filters.day}
          today={filters.today}
          onChange={filters.setDay}
          className="sm:min-w-40 sm:max-w-44 sm:flex-1"
        />
        <Button
          aria-pressed={filters.day === filters.today}
          className="aria-pressed:border-brand-700 aria-pressed:bg-brand-50 aria-pressed:text-brand-800 max-sm:px-3.5"
          onClick={() => filters.setDay(filters.day === filters.today ? '' : filters.today)}
        >
          Hoy
        </Button>
      </MoreFilters>
    </div>
  )
}
