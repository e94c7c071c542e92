import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReceiptText, Wallet } from 'lucide-react'
import { Link } from 'react-router'
import { isDay } from '#domain/days.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { useListState } from '#web/hooks/list-state.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { DayRange } from '#web/parts/forms/day-range.tsx'
import { PagedList } from '#web/parts/lists/list.tsx'
import { IncomeFigures } from '#web/parts/payments/income-figures.tsx'
import { InvoiceTable, invoiceSorts } from '#web/parts/payments/invoice-table.tsx'
import { incomeQuery, invoiceKeys, invoicesQuery } from '#web/queries/invoices.ts'
import { useProfile } from '#web/session/session.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Filters, isFew } from '#web/ui/filters.tsx'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { tableRoom } from '#web/ui/table-room.ts'

const pageSize = 10

/** 'Facturación y Pagos': a doctor's income and the history between two days, live (docs/product/payments.md). */
export function BillingScreen() {
  const me = useProfile()
  const today = useClinicToday()
  const list = useListState(['desde', 'hasta'], { fecha: 'payment_date', monto: 'total_amount' })
  const from = isDay(list.filters.desde) ? list.filters.desde : ''
  const to = isDay(list.filters.hasta) ? list.filters.hasta : ''
  const client = useQueryClient()
  const query = useQuery(
    invoicesQuery(
      { as: 'doctor', id: me.id },
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
  useLive(
    'invoices',
    `doctor_id=eq.${me.id}`,
    () => void client.invalidateQueries({ queryKey: invoiceKeys.all }),
  )
  return (
    <>
      <PageHeader
        title="Facturación y Pagos"
        primary={
          <Link to={paths.payments} className={buttonStyle('primary')}>
            <Wallet aria-hidden className="size-5" />
            Registrar Pago
          </Link>
        }
      />
      <IncomeFigures query={useQuery(incomeQuery(me.id, today))} today={today} />
      <PagedList
        query={query}
        code="load_invoices"
        {...{ list, pageSize }}
        noun={['recibo', 'recibos']}
        Icon={ReceiptText}
        empty="No se encontraron facturas con los filtros aplicados."
        skeleton={<SkeletonTable columns={5} rows={6} />}
        frame={(rows) => (
          <Panel
            title="Historial de Pagos"
            // Beside fields with labels.
            className={cx(tableRoom.medium, 'xl:[&_h2]:self-end xl:[&_h2]:leading-12')}
            aside={
              <Filters
                search={
                  <SearchField
                    label="Buscar por folio o paciente..."
                    value={list.typed}
                    onChange={list.setSearch}
                  />
                }
                set={[from, to].filter(Boolean).length}
                few={isFew(query.data?.total, list.isFiltered)}
                many
                onClear={list.clearFilters}
                className="min-w-0 flex-1 basis-64"
              >
                {(isSheet) => (
                  <>
                    <DayRange {...{ from, to, today }} onChange={list.setFilter} />
                    {!isSheet && (from || to) && (
                      <Button variant="ghost" onClick={list.clearFilters}>
                        Quitar fechas
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
          >
            {rows}
          </Panel>
        )}
      >
        {(rows) => (
          <InvoiceTable
            label="Historial de pagos"
            rows={rows}
            named={['patient']}
            sort={list.sort}
            onSort={list.setSort}
          />
        )}
      </PagedList>
    </>
  )
}
