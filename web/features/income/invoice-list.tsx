import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { DoctorFilter } from '#web/parts/doctor-filter.tsx'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { type InvoiceWithPeople, invoicesQuery } from '#web/queries/invoices.ts'
import { Button } from '#web/ui/button.tsx'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SkeletonTable } from '#web/ui/skeleton.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { AnnulDialog } from './annul-dialog.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import type { IncomeFilters } from './use-income-filters.ts'

const pageSize = 5

const sorts = {
  '-fecha': 'Más recientes primero',
  fecha: 'Más antiguas primero',
  '-monto': 'Monto: del mayor',
  monto: 'Monto: del menor',
}

/** Every invoice of the clinic, by days and doctor. */
export function InvoiceList({ filters, today }: { filters: IncomeFilters; today: string }) {
  const { list, from, to, doctor } = filters
  // Beside the table, which disappears with its last row: the reason being typed stays.
  const [annulling, setAnnulling] = useState<InvoiceWithPeople | null>(null)
  const { data, error, refetch } = useQuery(
    invoicesQuery(
      { as: 'admin', id: doctor || null },
      {
        search: list.search,
        from: from || undefined,
        to: to || undefined,
        order: list.order,
        page: list.page,
        pageSize,
      },
    ),
  )
  return (
    <Panel
      title="Facturas"
      className={tableRoom.large}
      footer={
        data &&
        data.total > 0 && (
          <Pagination
            {...{ page: list.page, pageSize, total: data.total, onPage: list.setPage }}
            noun={['factura', 'facturas']}
          />
        )
      }
    >
      <div className="grid grid-cols-1 items-start gap-3 border-b border-line px-4.5 py-4 @min-[32rem]:grid-cols-2 @min-[60rem]:grid-cols-[minmax(0,1.7fr)_repeat(3,minmax(0,1fr))]">
        <SearchField
          label="Buscar por folio, paciente o doctor..."
          value={list.typed}
          onChange={list.setSearch}
          className="@min-[32rem]:mt-6.75"
        />
        <DoctorFilter value={doctor} onChange={(id) => list.setFilter('doctor', id)} />
        <DayFilter
          label="Desde"
          value={from}
          max={to || undefined}
          today={today}
          onChange={(day) => list.setFilter('desde', day)}
        />
        <DayFilter
          label="Hasta"
          value={to}
          min={from || undefined}
          today={today}
          problem={from && to && to < from ? 'Elige una fecha igual o posterior a «Desde».' : null}
          onChange={(day) => list.setFilter('hasta', day)}
        />
        {(from || to || doctor) && (
          <Button variant="ghost" className="@min-[32rem]:justify-self-start" onClick={list.clearFilters}>
            Quitar filtros
          </Button>
        )}
        <SortSelect value={list.sort} options={sorts} onChange={list.setSort} className="table:hidden" />
      </div>
      {data ? (
        data.total > 0 ? (
          <InvoiceTable rows={data.rows} sort={list.sort} onSort={list.setSort} onAnnul={setAnnulling} />
        ) : (
          <EmptyState icon={<ReceiptText className="size-6" />}>
            {list.search || from || to || doctor
              ? 'No se encontraron facturas con los filtros aplicados.'
              : 'Todavía no hay facturas.'}
          </EmptyState>
        )
      ) : error ? (
        <FailedLoad error={error} code="load_income" onRetry={refetch} />
      ) : (
        <SkeletonTable columns={6} rows={pageSize} />
      )}
      {annulling && <AnnulDialog invoice={annulling} onClose={() => setAnnulling(null)} />}
    </Panel>
  )
}
