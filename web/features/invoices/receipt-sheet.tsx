import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { Letterhead } from '#web/parts/paper/letterhead.tsx'
import type { Receipt } from '#web/queries/invoices.ts'
import { Chip } from '#web/ui/chip.tsx'
import { VerifyMark } from './verify-mark.tsx'

/** The receipt as it is printed; its words are fixed (docs/product/payments.md). */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { patient, doctor } = receipt
  const total = formatMoney(toCentavos(receipt.total_amount))
  return (
    <div className="text-[10.5pt]/[1.5]">
      <Letterhead>
        <h1 className="text-card">Recibo</h1>
        <p className="mt-1 font-semibold tabular-nums">{receipt.invoice_number}</p>
        <p className="tabular-nums">{formatDay(receipt.payment_date)}</p>
      </Letterhead>

      {receipt.annulled_at && (
        <div className="mt-6 flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-tag border border-bad px-4 py-3">
          <Chip tone="red" className="border border-current">
            CANCELADO
          </Chip>
          <p className="min-w-0 flex-1 basis-60 wrap-break-word">
            <span className="font-semibold">Motivo:</span> {receipt.annulled_reason}
          </p>
        </div>
      )}

      <div className="mt-8 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Party
          title="Paciente"
          lines={[patient?.full_name ?? receipt.patient_name, patient?.email, patient?.phone]}
        />
        <Party
          title="Atendido por"
          lines={[
            doctor?.full_name ?? receipt.doctor_name,
            doctor?.specialty ?? receipt.doctor_specialty,
            license(doctor?.professional_license ?? receipt.doctor_license),
          ]}
        />
      </div>

      <table className="mt-8 w-full">
        <thead>
          <tr className="border-b border-ink text-left">
            <th scope="col" className="py-2 font-semibold print:py-1.5">
              Servicio
            </th>
            <th scope="col" className="py-2 text-right font-semibold print:py-1.5">
              Precio
            </th>
          </tr>
        </thead>
        <tbody>
          {receipt.services.map(({ name, price }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an invoice never change.
            <tr key={index} className="break-inside-avoid border-b border-line">
              <td className="py-2 pr-4 wrap-anywhere print:py-1.5">{name}</td>
              <td className="py-2 text-right align-top tabular-nums print:py-1.5">
                {formatMoney(toCentavos(price))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>

      {/* Never alone on a page: keep the last service with it. */}
      <div className="break-before-avoid break-inside-avoid">
        <dl className="mt-4 ml-auto grid w-full max-w-72 grid-cols-[1fr_auto] gap-y-1 tabular-nums [&>dd]:pl-8">
          <dt>Subtotal</dt>
          <dd className="text-right">{total}</dd>
          <dt>IVA (0%)</dt>
          <dd className="text-right">$0.00</dd>
          <dt className="mt-1 border-t border-ink pt-2 text-[14pt]/[1.2] font-[650]">Total</dt>
          <dd className="mt-1 border-t border-ink pt-2 text-right text-[14pt]/[1.2] font-[650]">{total}</dd>
        </dl>
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 print:flex-nowrap">
          <div className="min-w-0">
            <p>
              <span className="font-semibold">Método de pago:</span> {receipt.payment_method}
            </p>
            <p className="mt-2">Gracias por tu preferencia.</p>
            <p className="mt-2 text-[9pt]/[1.4] text-ink-2">
              Este documento es informativo y no tiene validez fiscal.
            </p>
          </div>
          <VerifyMark token={receipt.receipt_token} />
        </div>
      </div>
    </div>
  )
}

function license(number: string | null | undefined): string | null {
  return number ? `Cédula profesional: ${number}` : null
}

function Party({ title, lines }: { title: string; lines: (string | null | undefined)[] }) {
  const [name, ...rest] = lines.filter((line): line is string => !!line)
  return (
    <section className="min-w-0">
      <h2 className="text-meta font-semibold text-ink-3">{title}</h2>
      <p className="font-semibold wrap-break-word">{name}</p>
      {rest.map((line) => (
        <p key={line} className="wrap-break-word">
          {line}
        </p>
      ))}
    </section>
  )
}
