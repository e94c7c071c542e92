import { longDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import type { CashCut } from '#web/backend/answers.ts'
import { clinicMoment, useClinicZone, useNow } from '#web/hooks/clock.ts'
import { Letterhead } from '#web/parts/paper/letterhead.tsx'
import { methodLines } from './method-lines.ts'

const money = (pesos: number) => formatMoney(toCentavos(pesos))

/**
 * The cash cut, to print and sign. `whose` is the doctor's name or 'Todos
 * los doctores'; `later` counts the payments stored after that day.
 */
export function CashCutSheet({
  cut,
  day,
  later,
  whose,
}: {
  cut: CashCut
  day: string
  later: number
  whose: string
}) {
  const now = clinicMoment(new Date(useNow(60_000)).toISOString(), useClinicZone())
  return (
    <div className="text-[10.5pt]/[1.5]">
      <Letterhead>
        <h1 tabIndex={-1} className="text-card">
          Corte de caja
        </h1>
        <p className="mt-1 font-semibold first-letter:uppercase">{longDay(day)}</p>
        <p className="wrap-break-word">{whose}</p>
      </Letterhead>

      <table className="mt-8 w-full tabular-nums">
        <caption className="sr-only">Pagos del día por método</caption>
        <thead>
          <tr className="border-b border-ink text-left">
            <th scope="col" className="py-2 font-semibold">
              Método de pago
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              Pagos
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {methodLines(cut.methods).map(({ payment_method, count, total }) => (
            <tr key={payment_method} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                {payment_method}
              </th>
              <td className="py-2 text-right">{count.toLocaleString('es-MX')}</td>
              <td className="py-2 pl-4 text-right">{money(total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="text-[14pt]/[1.2] font-[650]">
            <th scope="row" className="pt-3 text-left font-[650]">
              Total
            </th>
            <td className="pt-3 text-right">{cut.count.toLocaleString('es-MX')}</td>
            <td className="pt-3 pl-4 text-right">{money(cut.total)}</td>
          </tr>
        </tfoot>
      </table>

      <p className="mt-6 text-ink-2">
        {cut.annulled.count === 0
          ? 'Ningún recibo de este día está anulado.'
          : `${cut.annulled.count === 1 ? 'Un recibo anulado' : `${cut.annulled.count.toLocaleString('es-MX')} recibos anulados`} por ${money(cut.annulled.total)}: no se suma${cut.annulled.count === 1 ? '' : 'n'}.`}
      </p>

      {later > 0 && (
        <p className="mt-2 text-ink-2">
          Incluye{' '}
          {later === 1
            ? '1 pago registrado después de este día'
            : `${later.toLocaleString('es-MX')} pagos registrados después de este día`}
          .
        </p>
      )}

      <dl className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 print:grid-cols-2">
        {['Efectivo contado', 'Diferencia', 'Entregó', 'Recibió'].map((label) => (
          <div key={label} className="border-b border-ink pb-1">
            <dt className="text-[9pt]/[1.4] text-ink-2">{label}</dt>
            <dd className="h-8">
              <span className="sr-only">Para llenar a mano</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-[9pt]/[1.4] text-ink-2">
        Hecho con los pagos registrados hasta las {now.time} del {longDay(now.day)}.
      </p>
    </div>
  )
}
