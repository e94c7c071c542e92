import { appointmentStatuses, appointmentStatusLabels } from '#domain/appointment-status.ts'
import { Button } from '#web/ui/button.tsx'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { Filters } from '#web/ui/filters.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { type AppointmentFilters, type SpanName, spans } from './use-appointment-filters.ts'

const options = (Object.keys(spans) as SpanName[]).map((value) => ({ value, label: spans[value] }))

/** What lies ahead or behind, search, status and day of the list. */
export function AppointmentsToolbar({
  filters,
  search,
  few,
}: {
  filters: AppointmentFilters
  search: string
  /** There is so little that only what lies ahead or behind is told apart. */
  few: boolean
}) {
  const { status, day, today } = filters
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      {/* A day shows everything that it has: nothing is chosen here then. */}
      <Segmented
        label="Citas que se muestran"
        value={day ? null : filters.span}
        options={options}
        onChange={(span) => filters.setSpan(span)}
        // As high as the fields beside it.
        className="w-full items-center sm:w-auto pointer-coarse:p-px"
      />
      {!few && (
        <Filters
          search={<SearchField label={search} value={filters.typed} onChange={filters.setSearch} />}
          set={[status, day].filter(Boolean).length}
          many
          onClear={() => {
            filters.setStatus('')
            filters.setDay('')
          }}
          className="min-w-0 flex-1 basis-full sm:basis-72"
        >
          {(isSheet) => (
            <>
              <Select
                bare
                label="Filtrar por estado"
                value={status ?? ''}
                onChange={(event) => filters.setStatus(event.target.value)}
                placeholder="Todos los estados"
                options={appointmentStatuses.map((value) => ({
                  value,
                  label: appointmentStatusLabels[value],
                }))}
              />
              <div className="flex items-end gap-3">
                <DayFilter
                  bare={!isSheet}
                  label="Filtrar por día"
                  value={day}
                  today={today}
                  onChange={filters.setDay}
                  className="min-w-0 flex-1 min-[85rem]:w-40"
                />
                <Button
                  aria-pressed={day === today}
                  className="aria-pressed:border-brand-700 aria-pressed:bg-brand-50 aria-pressed:text-brand-800"
                  onClick={() => filters.setDay(day === today ? '' : today)}
                >
                  Hoy
                </Button>
              </div>
            </>
          )}
        </Filters>
      )}
    </div>
  )
}
