import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import type { InvoiceWithPeople } from '#web/queries/invoices.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Column, DataTable, type DataTableProps } from '#web/ui/data-table.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { RowOpener } from '#web/ui/row-opener.tsx'
import { fromTablet, useMedia } from '#web/ui/use-media.ts'
import { PatientName } from '../people/patient-name.tsx'

const people = {
  patient: {
    header: 'Paciente',
    place: 'title',
    cell: (row) => (
      <PatientName id={row.patient?.id} name={row.patient?.full_name ?? row.patient_name ?? 'Sin nombre'} />
    ),
  },
  doctor: { header: 'Doctor', cell: (row) => row.doctor?.full_name ?? row.doctor_name },
} satisfies Record<string, Column<InvoiceWithPeople>>

type Named = readonly (keyof typeof people)[]

/** The orders of the table, for where it is drawn as cards. */
export const invoiceSorts = {
  '-fecha': 'Más recientes primero',
  fecha: 'Más antiguas primero',
  '-monto': 'Monto: del mayor',
  monto: 'Monto: del menor',
}

const annulled = ({ annulled_at }: InvoiceWithPeople) => annulled_at && <Chip tone="red">CANCELADO</Chip>

const folio: Column<InvoiceWithPeople> = {
  header: 'Folio',
  whole: true,
  place: 'under',
  cell: (row) => (
    <span className="inline-flex flex-wrap items-center gap-2 tabular-nums">
      {row.invoice_number}
      {annulled(row)}
    </span>
  ),
}

const service: Column<InvoiceWithPeople> = {
  header: 'Servicio',
  place: 'title',
  cell: (row) => (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {servicesOf(row)}
        {annulled(row)}
      </span>
      <span className="block text-meta font-normal text-ink-3 tabular-nums">Folio {row.invoice_number}</span>
    </>
  ),
}

/** On a phone, below the patient: the doctor under folio and day, which leave the actions their room. */
const facts = (named: Named): Column<InvoiceWithPeople> => ({
  header: 'Datos',
  cell: (row) => (
    <span className="tabular-nums">
      <Dotted
        parts={[
          row.invoice_number,
          formatDay(row.payment_date),
          named.includes('doctor') && people.doctor.cell(row),
          annulled(row),
        ]}
      />
    </span>
  ),
})

/** 'Radiografía Panorámica', 'Radiografía Panorámica y 2 más'. */
function servicesOf({ services }: InvoiceWithPeople): string {
  const [first, ...others] = services
  if (!first) return 'Pago'
  // Its number must not begin a line.
  return others.length > 0 ? `${first.name} y\u00a0${others.length}\u00a0más` : first.name
}

/** Invoices with the people that matter to the reader, the way to each receipt and, for administrators, to annul it. */
export function InvoiceTable({
  forPatient = false,
  named,
  onAnnul,
  ...table
}: Pick<DataTableProps<InvoiceWithPeople>, 'label' | 'rows' | 'sort' | 'onSort'> & {
  /** What was paid for comes first, its folio below. */
  forPatient?: boolean
  named: Named
  onAnnul?: (invoice: InvoiceWithPeople) => void
}) {
  const origin = useAsOrigin()
  const isWide = useMedia(fromTablet)
  const amount: Column<InvoiceWithPeople> = {
    header: 'Monto',
    place: 'end',
    align: 'right',
    sort: 'monto',
    cell: (row) => (
      <span className={cx(onAnnul && row.annulled_at && 'text-ink-3 line-through')}>
        {formatMoney(toCentavos(row.total_amount))}
      </span>
    ),
  }
  const date: Column<InvoiceWithPeople> = {
    header: 'Fecha',
    whole: true,
    sort: 'fecha',
    cell: (row) => <span className="tabular-nums">{formatDay(row.payment_date)}</span>,
  }
  const columns: Column<InvoiceWithPeople>[] = [
    ...(forPatient
      ? [service, amount, date, ...named.map((one) => people[one])]
      : isWide
        ? [folio, ...named.map((one) => people[one]), date, amount]
        : [people.patient, facts(named), amount]),
    {
      header: 'Acciones',
      actions: true,
      cell: (row) => (
        <>
          <RowOpener
            words="Ver Recibo"
            variant="secondary"
            to={paths.receipt(row.invoice_number)}
            state={origin}
          />
          {onAnnul && !row.annulled_at && (
            <Button
              size="compact"
              // In every card a red button would be the loudest.
              variant="ghost"
              className="table:border table:border-line table:bg-surface table:text-bad table:shadow-1 table:hover:bg-bad-soft table:hover:text-bad"
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
