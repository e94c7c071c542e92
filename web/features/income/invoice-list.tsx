import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { DayRange } from '#web/parts/forms/day-range.tsx'
import { DoctorFilter } from '#web/parts/lists/doctor-filter.tsx'
import { ListPanel } from '#web/parts/lists/list.tsx'
import { InvoiceTable, invoiceSorts } from '#web/parts/payments/invoice-table.tsx'
import { type InvoiceWithPeople, invoicesQuery } from '#web/queries/invoices.ts'
import { Button } from '#web/ui/button.tsx'
import { Filters, isFew } from '#web/ui/filters.tsx'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { AnnulDialog } from './annul-dialog.tsx'
import type { IncomeFilters } from './use-income-filters.ts'

const pageSize = 5

type Invoices = ReturnType<typeof useInvoices>

/** A page of them, as the filters have it. */
export function useInvoices({ list, from, to, doctor }: IncomeFilters) {
  return useQuery(
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
}

/** Every invoice of the clinic, by days and doctor. */
export function InvoiceList({
  filters: { list, from, to, doctor },
  query,
  today,
}: {
  filters: IncomeFilters
  query: Invoices
  today: string
}) {
  // Beside the table, which disappears with its last row: the reason being typed stays.
  const [annulling, setAnnulling] = useState<InvoiceWithPeople | null>(null)
  return (
    <>
      <ListPanel
        title="Recibos"
        isPlain
        className={tableRoom.large}
        head={
          <Filters
            search={
              <SearchField
                label="Buscar por folio, paciente o doctor..."
                value={list.typed}
                onChange={list.setSearch}
              />
            }
            set={[from, to, doctor].filter(Boolean).length}
            few={isFew(query.data?.total, list.isFiltered)}
            many
            onClear={list.clearFilters}
            className="border-b border-line px-4.5 py-3"
          >
            {(isSheet) => (
              <>
                <DoctorFilter
                  value={doctor}
                  onChange={(id) => list.setFilter('doctor', id)}
                  // As wide before the names have come.
                  className="min-[85rem]:w-61"
                />
                <DayRange {...{ from, to, today }} onChange={list.setFilter} />
                {!isSheet && (from || to || doctor) && (
                  <Button variant="ghost" onClick={list.clearFilters}>
                    Quitar filtros
                  </Button>
                )}
                <SortSelect
                  value={list.sort}
                  options={invoiceSorts}
                  onChange={list.setSort}
                  className="table:hidden"
                />
              </>
            )}
          </Filters>
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
