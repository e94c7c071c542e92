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

const people = {
  patient: { header: 'Paciente', cell: (row) => row.patient?.full_name ?? row.patient_name },
  doctor: { header: 'Doctor', cell: (row) => row.doctor?.full_name ?? row.doctor_name },
} satisfies Record<string, Column<InvoiceWithPeople>>

/** The orders of the table, for where it is drawn as cards. */
export const invoiceSorts = {
  '-fecha': 'Más recientes primero',
  fecha: 'Más antiguas primero',
  '-monto': 'Monto: del mayor',
  monto: 'Monto: del menor',
}

/** Invoices with the people that matter to the reader, the way to each receipt and, for administrators, to annul it. */
export function InvoiceTable({
  folio = 'Folio',
  named,
  onAnnul,
  ...table
}: Pick<DataTableProps<InvoiceWithPeople>, 'label' | 'rows' | 'sort' | 'onSort'> & {
  /** The head of the number's column. */
  folio?: string
  named: readonly (keyof typeof people)[]
  onAnnul?: (invoice: InvoiceWithPeople) => void
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
    ...named.map((one) => people[one]),
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
        <span className={cx(onAnnul && row.annulled_at && 'text-ink-3 line-through')}>
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
          {onAnnul && !row.annulled_at && (
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
  return <DataTable {...table} columns={columns} rowKey={({ id }) => id} />
}
