import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useListState } from '#web/hooks/list-state.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { ListPanel } from '#web/parts/lists/list.tsx'
import { referrerKeys, referringDoctorsQuery } from '#web/queries/referrers.ts'
import { Filters, isFew } from '#web/ui/filters.tsx'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
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
  const query = useQuery(
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
        <ListPanel
          title="Doctores referentes"
          className={tableRoom.small}
          head={
            <Filters
              search={
                <SearchField
                  label="Buscar por doctor referente..."
                  value={list.typed}
                  onChange={list.setSearch}
                />
              }
              set={0}
              few={isFew(query.data?.total, list.isFiltered)}
              className="border-b border-line px-4.5 py-3"
            >
              {() => (
                <SortSelect
                  value={list.sort}
                  options={sorts}
                  onChange={list.setSort}
                  className="table:hidden"
                />
              )}
            </Filters>
          }
          query={query}
          code="load_referring_doctors"
          {...{ list, pageSize }}
          noun={['doctor', 'doctores']}
          Icon={Share2}
          empty={
            list.search
              ? 'No se encontraron doctores referentes.'
              : 'Ninguna solicitud nombra todavía a un doctor referente.'
          }
          skeleton={<SkeletonTable columns={3} rows={6} />}
        >
          {(rows) => <ReferrersTable rows={rows} sort={list.sort} onSort={list.setSort} />}
        </ListPanel>
        <Suggestions />
        <Merges />
      </div>
    </>
  )
}
