import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { DayRange } from '#web/parts/forms/day-range.tsx'
import { DoctorFilter } from '#web/parts/lists/doctor-filter.tsx'
import { ListPanel } from '#web/parts/lists/list.tsx'
import { InvoiceTable, invoiceSorts } from '#web/parts/payments/invoice-table.tsx'
import { type InvoiceWithPeople, invoicesQuery } from '#web/queries/invoices.ts'
import { Button } from '#web/ui/button.tsx'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { MoreFilters } from '#web/ui/more-filters.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { AnnulDialog } from './annul-dialog.tsx'
import type { IncomeFilters } from './use-income-filters.ts'

const pageSize = 5

/** Every invoice of the clinic, by days and doctor. */
export function InvoiceList({ filters, today }: { filters: IncomeFilters; today: string }) {
  const { list, from, to, doctor } = filters
  // Beside the table, which disappears with its last row: the reason being typed stays.
  const [annulling, setAnnulling] = useState<InvoiceWithPeople | null>(null)
  const query = useQuery(
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
    <>
      <ListPanel
        title="Recibos"
        className={tableRoom.large}
        head={
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 border-b border-line px-4.5 py-4 sm:grid-cols-2 @min-[42rem]:grid-cols-3 @min-[60rem]:grid-cols-[minmax(0,1.7fr)_repeat(3,minmax(0,1fr))]">
            <SearchField
              label="Buscar por folio, paciente o doctor..."
              value={list.typed}
              onChange={list.setSearch}
              className="sm:col-span-full @min-[60rem]:col-span-1 @min-[60rem]:mt-6.75"
            />
            <MoreFilters active={Boolean(from || to || doctor)}>
              <DoctorFilter
                value={doctor}
                onChange={(id) => list.setFilter('doctor', id)}
                className="@max-[42rem]:col-span-full"
              />
              <DayRange {...{ from, to, today }} onChange={list.setFilter} />
              {(from || to || doctor) && (
                <Button
                  variant="ghost"
                  className="@min-[32rem]:justify-self-start"
                  onClick={list.clearFilters}
                >
                  Quitar filtros
                </Button>
              )}
              <SortSelect
                value={list.sort}
                options={invoiceSorts}
                onChange={list.setSort}
                className="col-span-full table:hidden"
              />
            </MoreFilters>
          </div>
        }
        query={query}
        code="load_income"
        {...{ list, pageSize }}
        noun={['recibo', 'recibos']}
        Icon={ReceiptText}
        empty={
          list.search || from || to || doctor
            ? 'No se encontraron facturas con los filtros aplicados.'
            : 'Todavía no hay recibos.'
        }
        skeleton={<SkeletonTable columns={6} rows={pageSize} />}
      >
        {(rows) => (
          <InvoiceTable
            label="Recibos"
            rows={rows}
            named={['patient', 'doctor']}
            sort={list.sort}
            onSort={list.setSort}
            onAnnul={setAnnulling}
          />
        )}
      </ListPanel>
      {annulling && <AnnulDialog invoice={annulling} onClose={() => setAnnulling(null)} />}
    </>
  )
}
