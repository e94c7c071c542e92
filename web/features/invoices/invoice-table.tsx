import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import type { InvoiceWithPeople } from '#web/queries/invoices.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { type Column, DataTable, type DataTableProps } from '#web/ui/data-table.tsx'

/** Invoices with the person that matters to the reader, and the way to each receipt. */
export function InvoiceTable({
  label,
  rows,
  folio,
  person,
  action,
  ...order
}: Pick<DataTableProps<InvoiceWithPeople>, 'sort' | 'onSort'> & {
  label: string
  rows: readonly InvoiceWithPeople[]
  /** The head of the number's column. */
  folio: string
  person: { header: string; name: (row: InvoiceWithPeople) => string | null }
  action: string
}) {
  const origin = useAsOrigin()
  const columns: Column<InvoiceWithPeople>[] = [
    {
      header: folio,
      whole: true,
      title: true,
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-2 tabular-nums">
          {row.invoice_number}
          {row.annulled_at && <Chip tone="red">CANCELADO</Chip>}
        </span>
      ),
    },
    { header: person.header, cell: (row) => person.name(row) },
    {
      header: 'Fecha',
      whole: true,
      sort: 'fecha',
      cell: (row) => <span className="tabular-nums">{formatDay(row.payment_date)}</span>,
    },
    {
      header: 'Monto',
      align: 'right',
      sort: 'monto',
      cell: (row) => formatMoney(toCentavos(row.total_amount)),
    },
    {
      header: 'Acciones',
      actions: true,
      cell: (row) => (
        <Link
          to={paths.receipt(row.invoice_number)}
          state={origin}
          className={buttonStyle('secondary', 'compact')}
        >
          {action}
        </Link>
      ),
    },
  ]
  return <DataTable {...order} label={label} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
