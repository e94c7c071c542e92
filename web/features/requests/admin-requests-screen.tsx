import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { parseRequestStatus, requestStatuses, requestStatusLabel } from '#domain/request-status.ts'
import { useListState } from '#web/data/list-state.ts'
import { useLive } from '#web/data/realtime.ts'
import { requestKeys, requestsQuery } from '#web/data/requests.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedLoad } from '#web/ui/failed-load.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonTable } from '#web/ui/skeleton.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { AdminRequestsTable } from './admin-requests-table.tsx'

const pageSize = 10

const sorts = {
  '-fecha': 'Más recientes primero',
  fecha: 'Más antiguas primero',
  paciente: 'Por paciente, de la A a la Z',
  '-paciente': 'Por paciente, de la Z a la A',
}

/** 'Gestión de Solicitudes': every request, to see, correct and delete; live (docs/product/admin.md). */
export function AdminRequestsScreen() {
  const list = useListState(['estado'], { fecha: 'created_at', paciente: 'patient_name' })
  const status = parseRequestStatus(list.filters.estado) ?? undefined
  const { data, error, refetch } = useQuery(
    requestsQuery({ search: list.search, status, order: list.order, page: list.page, pageSize }),
  )
  const client = useQueryClient()
  useLive('study_requests', '', () => void client.invalidateQueries({ queryKey: requestKeys.all }))

  return (
    <>
      <PageHeader
        title="Gestión de Solicitudes"
        description="Todas las solicitudes de estudio: corrige sus datos, cambia su estado o elimínalas."
      />
      <div className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <SearchField
          label="Buscar por paciente, correo o estudio..."
          value={list.typed}
          onChange={list.setSearch}
        />
        <Select
          bare
          label="Filtrar por estado"
          value={status ?? ''}
          onChange={(event) => list.setFilter('estado', event.target.value)}
          placeholder="Todos los estados"
          options={requestStatuses.map((value) => ({ value, label: requestStatusLabel(value) }))}
        />
        <SortSelect value={list.sort} options={sorts} onChange={list.setSort} className="table:hidden" />
      </div>
      <Card className="overflow-clip">
        {data ? (
          data.total > 0 ? (
            <AdminRequestsTable rows={data.rows} sort={list.sort} onSort={list.setSort} />
          ) : (
            <EmptyState icon={<Inbox className="size-6" />}>
              {list.search || status
                ? 'No se encontraron solicitudes con los filtros aplicados.'
                : 'No hay solicitudes de estudio.'}
            </EmptyState>
          )
        ) : error ? (
          <FailedLoad error={error} code="load_requests" onRetry={refetch} />
        ) : (
          <SkeletonTable columns={5} rows={pageSize} />
        )}
      </Card>
      {data && data.total > 0 && (
        <div className="mt-4">
          <Pagination
            page={list.page}
            pageSize={pageSize}
            total={data.total}
            onPage={list.setPage}
            noun={['solicitud', 'solicitudes']}
          />
        </div>
      )}
    </>
  )
}
