import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import {
  invoiceKeys,
  patientInvoicesQuery,
  patientPaidQuery,
  type RecordInvoice,
} from '#web/queries/invoices.ts'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { RecordList } from './record-list.tsx'

const pageSize = 8

/** What a patient paid, newest first and in all, with the way to each receipt; live (docs/product/patients.md). */
export function PatientPayments({ patientId }: { patientId: string }) {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const query = useQuery(patientInvoicesQuery(patientId, { page, pageSize }))
  const { data: paid } = useQuery(patientPaidQuery(patientId))
  useLive(
    'invoices',
    `patient_id=eq.${patientId}`,
    () => void client.invalidateQueries({ queryKey: invoiceKeys.all }),
  )
  return (
    <RecordList
      title="Pagos"
      head={
        paid !== undefined &&
        paid > 0 && (
          <p className="border-b border-line px-4.5 py-1.5 text-right text-meta text-ink-2 tabular-nums">
            Total <strong className="text-ink">{formatMoney(toCentavos(paid))}</strong>
          </p>
        )
      }
      query={query}
      code="load_invoices"
      list={{ page, setPage }}
      pageSize={pageSize}
      noun={['pago', 'pagos']}
      Icon={ReceiptText}
      empty="Este paciente todavía no tiene pagos registrados."
      row={(invoice) => <PaymentLine invoice={invoice} />}
    />
  )
}

function PaymentLine({ invoice }: { invoice: RecordInvoice }) {
  const origin = useAsOrigin()
  const annulled = invoice.annulled_at !== null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 tabular-nums">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={paths.receipt(invoice.invoice_number)}
          state={origin}
          className="relative z-1 font-semibold text-brand-700 underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
        >
          <span className="sr-only">Ver recibo </span>
          {invoice.invoice_number}
        </Link>
        {annulled && <Chip tone="red">CANCELADO</Chip>}
      </p>
      {/* On a phone a long method has the whole line below the amount. */}
      <p className={cx('font-semibold sm:row-span-2', annulled && 'text-ink-3 line-through')}>
        {formatMoney(toCentavos(invoice.total_amount))}
      </p>
      <p className="text-meta text-ink-3 wrap-break-word max-sm:col-span-2">
        <Dotted parts={[formatDay(invoice.payment_date), invoice.payment_method]} />
      </p>
    </div>
  )
}
