import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type OrderState, orderLook, orderStates } from '#domain/order-state.ts'
import type { OrderLine } from '#web/backend/answers.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { useListState } from '#web/hooks/list-state.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLiveTables } from '#web/hooks/use-live-tables.ts'
import { CardList } from '#web/parts/lists/list.tsx'
import { OrdersSkeleton } from '#web/parts/orders/orders-skeleton.tsx'
import { picturedGrid } from '#web/parts/studies/pictured-frame.tsx'
import { usePicturesSoon } from '#web/parts/studies/study-picture.tsx'
import { orderKeys, ordersQuery } from '#web/queries/orders.ts'
import { useProfile } from '#web/session/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Filters, isFew } from '#web/ui/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { monthOptions } from './months.ts'
import { OrderCard } from './order-card.tsx'

const pageSize = 12

const followed = ['study_recipients', 'studies', 'study_previews'] as const

/** 'Mis pacientes': the home of a dentist, with every own order and what was delivered, live (docs/product/referrers.md). */
export function MyPatients() {
  const me = useProfile()
  const client = useQueryClient()
  const list = useListState(['estado', 'mes'])
  const state = orderStates.find((one) => one === list.filters.estado) ?? null
  const today = useClinicToday()
  const query = useQuery(
    ordersQuery({ search: list.search, state, month: list.filters.mes, page: list.page, pageSize }),
  )
  useLiveTables(followed, `dentist_id=eq.${me.id}`, () => {
    void client.invalidateQueries({ queryKey: orderKeys.all })
  })
  usePicturesSoon()
  const [cancelling, setCancelling] = useState<OrderLine | null>(null)
  const set = Number(state !== null) + Number(list.filters.mes !== '')
  return (
    <>
      <PageHeader
        title="Mis pacientes"
        primary={
          <Link to={paths.newOrder} className={buttonStyle('primary')}>
            <ClipboardPlus aria-hidden className="size-5" />
            Nueva orden
          </Link>
        }
      />
      <Filters
        search={
          <SearchField
            label="Buscar por paciente o estudio..."
            value={list.typed}
            onChange={list.setSearch}
          />
        }
        set={set}
        few={isFew(query.data?.total ?? 0, list.isFiltered)}
        onClear={list.clearFilters}
        className="mb-4"
      >
        {(isSheet) => (
          <>
            <Select
              bare={!isSheet}
              label="Estado"
              value={list.filters.estado}
              onChange={(event) => list.setFilter('estado', event.target.value)}
              options={[
                { value: '', label: 'Todos los estados' },
                ...orderStates.map((one: OrderState) => ({ value: one, label: orderLook(one).label })),
              ]}
            />
            <Select
              bare={!isSheet}
              label="Mes"
              value={list.filters.mes}
              onChange={(event) => list.setFilter('mes', event.target.value)}
              options={[{ value: '', label: 'Todos los meses' }, ...monthOptions(today)]}
            />
          </>
        )}
      </Filters>
      <div className="@container">
        <CardList
          query={
            query.data
              ? {
                  ...query,
                  data: {
                    total: query.data.total,
                    rows: query.data.rows.map((row) => ({ ...row, id: row.order_id ?? row.study_id ?? '' })),
                  },
                }
              : { ...query, data: undefined }
          }
          code="load_orders"
          list={list}
          pageSize={pageSize}
          noun={['orden', 'órdenes']}
          Icon={Users}
          empty={
            list.isFiltered
              ? 'No se encontraron órdenes.'
              : 'Todavía no has pedido ningún estudio. Cuando lo hagas, aquí verás cómo va y sus imágenes.'
          }
          grid={picturedGrid}
          skeleton={<OrdersSkeleton />}
        >
          {(row) => <OrderCard order={row} onCancel={() => setCancelling(row)} />}
        </CardList>
      </div>
      {cancelling && <CancelOrder order={cancelling} onClose={() => setCancelling(null)} />}
    </>
  )
}
