import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { type CitaWithPeople, citasQuery, type WhoseCitas } from '#web/queries/citas.ts'
import { useProfile } from '#web/session/session.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonTable } from '#web/ui/skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { AppointmentsTable } from './appointments-table.tsx'
import { AppointmentsToolbar } from './appointments-toolbar.tsx'
import { useAppointmentFilters } from './use-appointment-filters.ts'

const pageSize = 8

/** One page of a person's appointments, filtered as the address says. */
export function AppointmentsList({
  whose,
  onOpen,
}: {
  whose: WhoseCitas
  onOpen: (cita: CitaWithPeople) => void
}) {
  const me = useProfile()
  const filters = useAppointmentFilters()
  const { search, status, day, order, page, setPage } = filters
  const query = citasQuery(whose, { search, status, day, order, page, pageSize })
  const { data, error, refetch } = useQuery(query)
  return (
    <>
      <AppointmentsToolbar
        filters={filters}
        search={whose.as === 'doctor' ? 'Buscar por paciente o estudio...' : 'Buscar por doctor o estudio...'}
      />
      <Card className={cx('overflow-clip', tableRoom.medium)}>
        {data ? (
          data.total > 0 ? (
            <AppointmentsTable
              as={whose.as}
              namesDoctor={whose.id === null}
              rows={data.rows}
              onOpen={onOpen}
            />
          ) : (
            <EmptyState icon={<CalendarDays className="size-6" />}>
              {search || status || day
                ? 'No se encontraron citas con los filtros aplicados.'
                : whose.id === me.id
                  ? 'Todavía no tienes citas.'
                  : 'No hay citas.'}
            </EmptyState>
          )
        ) : error ? (
          <FailedLoad error={error} code="load_appointments" onRetry={refetch} />
        ) : (
          <SkeletonTable columns={5} rows={pageSize} />
        )}
      </Card>
      {data && data.total > 0 && (
        <div className="mt-4">
          <Pagination {...{ page, pageSize, total: data.total, onPage: setPage }} noun={['cita', 'citas']} />
        </div>
      )}
    </>
  )
}
