import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { parseRequestStatus, requestStatuses, requestStatusLabel } from '#domain/request-status.ts'
import { useListState } from '#web/hooks/list-state.ts'
import { useLiveTables } from '#web/hooks/use-live-tables.ts'
import { PagedList } from '#web/parts/lists/list.tsx'
import { requestKeys } from '#web/queries/request-keys.ts'
import { type BookedRequest, requestsQuery } from '#web/queries/requests.ts'
import type { DataTableProps } from '#web/ui/data-table.tsx'
import { Filters, isFew } from '#web/ui/filters.tsx'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { tableRoom } from '#web/ui/table-room.ts'

const pageSize = 10
/** A request shows its appointment. */
const followed = ['study_requests', 'citas'] as const

const sorts = {
  '-fecha': 'Más recientes primero',
  fecha: 'Más antiguas primero',
  paciente: 'Por paciente, de la A a la Z',
  '-paciente': 'Por paciente, de la Z a la A',
}

export type RequestTableProps = Pick<DataTableProps<BookedRequest>, 'rows' | 'sort' | 'onSort'>

type RequestListProps = {
  title: string
  description: string
  /**
   * The rows with the reader's actions, and their number of columns. Dialogs
   * stand beside the list, not in it: the table disappears with its last row.
   */
  table: (props: RequestTableProps) => ReactNode
  columns: number
}

/** Every request, newest first, live; searched, filtered and paged in the database (docs/product/requests.md). */
export function RequestList({ title, description, table, columns }: RequestListProps) {
  const list = useListState(['estado'], { fecha: 'created_at', paciente: 'patient_name' })
  const status = parseRequestStatus(list.filters.estado) ?? undefined
  const query = useQuery(
    requestsQuery({ search: list.search, status, order: list.order, page: list.page, pageSize }),
  )
  const client = useQueryClient()
  useLiveTables(followed, '', () => void client.invalidateQueries({ queryKey: requestKeys.all }))

  return (
    <>
      <PageHeader title={title} description={description} />
      <div className={tableRoom.wide}>
        <Filters
          search={
            <SearchField
              label="Buscar por paciente, correo o estudio..."
              value={list.typed}
              onChange={list.setSearch}
            />
          }
          set={status ? 1 : 0}
          few={isFew(query.data?.total, list.isFiltered)}
          onClear={list.clearFilters}
          className="mb-4"
        >
          {() => (
            <>
              <Select
                bare
                label="Filtrar por estado"
                value={status ?? ''}
                onChange={(event) => list.setFilter('estado', event.target.value)}
                placeholder="Todos los estados"
                options={requestStatuses.map((value) => ({ value, label: requestStatusLabel(value) }))}
              />
              <SortSelect
                value={list.sort}
                options={sorts}
                onChange={list.setSort}
                className="table:hidden"
              />
            </>
          )}
        </Filters>
        <PagedList
          query={query}
          code="load_requests"
          {...{ list, pageSize }}
          noun={['solicitud', 'solicitudes']}
          Icon={Inbox}
          empty={
            list.search || status
              ? 'No se encontraron solicitudes con los filtros aplicados.'
              : 'No hay solicitudes de estudio.'
          }
          skeleton={<SkeletonTable columns={columns} rows={pageSize} action />}
          frame={(rows) => <Card className="overflow-clip">{rows}</Card>}
        >
          {(rows) => table({ rows, sort: list.sort, onSort: list.setSort })}
        </PagedList>
      </div>
    </>
  )
}
