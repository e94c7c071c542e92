import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useListState } from '#web/hooks/list-state.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { referrerKeys, referringDoctorsQuery } from '#web/queries/referrers.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SkeletonTable } from '#web/ui/skeleton.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { Merges } from './merges.tsx'
import { ReferrersTable } from './referrers-table.tsx'
import { Suggestions } from './suggestions.tsx'

const pageSize = 10

const sorts = {
  '-referencias': 'Con más referencias primero',
  referencias: 'Con menos referencias primero',
  nombre: 'Por nombre, de la A a la Z',
  '-nombre': 'Por nombre, de la Z a la A',
}

/** 'Gestión de Referentes': who sends patients, with the spellings of each name brought together (docs/product/admin.md). */
export function ReferrersScreen() {
  const list = useListState([], { referencias: 'count', nombre: 'name' })
  const { data, error, refetch } = useQuery(
    referringDoctorsQuery({ search: list.search, order: list.order, page: list.page, pageSize }),
  )
  const client = useQueryClient()
  useLive('study_requests', '', () => void client.invalidateQueries({ queryKey: referrerKeys.all }))
  return (
    <>
      <PageHeader
        title="Gestión de Referentes"
        description="Los doctores que nombran las solicitudes. Las formas de escribir un mismo nombre cuentan juntas."
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Panel
          title="Doctores referentes"
          className={tableRoom.small}
          footer={
            data &&
            data.total > 0 && (
              <Pagination
                {...{ page: list.page, pageSize, total: data.total, onPage: list.setPage }}
                noun={['doctor', 'doctores']}
              />
            )
          }
        >
          <div className="grid grid-cols-1 gap-3 border-b border-line px-4.5 py-4">
            <SearchField
              label="Buscar por doctor referente..."
              value={list.typed}
              onChange={list.setSearch}
              className="w-full"
            />
            <SortSelect value={list.sort} options={sorts} onChange={list.setSort} className="table:hidden" />
          </div>
          {data ? (
            data.total > 0 ? (
              <ReferrersTable rows={data.rows} sort={list.sort} onSort={list.setSort} />
            ) : (
              <EmptyState icon={<Share2 className="size-6" />}>
                {list.search
                  ? 'No se encontraron doctores referentes.'
                  : 'Ninguna solicitud nombra todavía a un doctor referente.'}
              </EmptyState>
            )
          ) : error ? (
            <FailedLoad error={error} code="load_referring_doctors" onRetry={refetch} />
          ) : (
            <SkeletonTable columns={3} rows={6} />
          )}
        </Panel>
        <Suggestions />
        <Merges />
      </div>
    </>
  )
}
