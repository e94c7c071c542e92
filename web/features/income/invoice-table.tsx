import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import type { InvoiceWithPeople } from '#web/queries/invoices.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Column, DataTable, type DataTableProps } from '#web/ui/data-table.tsx'

/** Invoices with both people, the way to each receipt, and the way to annul it. */
export function InvoiceTable({
  onAnnul,
  ...table
}: Pick<DataTableProps<InvoiceWithPeople>, 'rows' | 'sort' | 'onSort'> & {
  onAnnul: (invoice: InvoiceWithPeople) => void
}) {
  const origin = useAsOrigin()
  const columns: Column<InvoiceWithPeople>[] = [
    {
      header: 'Folio',
      whole: true,
      title: true,
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-2 whitespace-nowrap tabular-nums">
          {row.invoice_number}
          {row.annulled_at && <Chip tone="red">CANCELADO</Chip>}
        </span>
      ),
    },
    { header: 'Paciente', cell: (row) => row.patient?.full_name ?? row.patient_name },
    { header: 'Doctor', cell: (row) => row.doctor?.full_name ?? row.doctor_name },
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
      cell: (row) => (
        <span className={cx(row.annulled_at && 'text-ink-3 line-through')}>
          {formatMoney(toCentavos(row.total_amount))}
        </span>
      ),
    },
    {
      header: 'Acciones',
      actions: true,
      cell: (row) => (
        <>
          <Link
            to={paths.receipt(row.invoice_number)}
            state={origin}
            className={buttonStyle('secondary', 'compact')}
          >
            Ver Recibo
          </Link>
          {!row.annulled_at && (
            <Button
              size="compact"
              variant="destructive"
              aria-label={`Anular ${row.invoice_number}`}
              onClick={() => onAnnul(row)}
            >
              Anular
            </Button>
          )}
        </>
      ),
    },
  ]
  return <DataTable {...table} label="Facturas" columns={columns} rowKey={({ id }) => id} />
}
