import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { trackingLinkPath } from '#domain/addresses.ts'
import { formatDay } from '#domain/days.ts'
import { deliveries, deliveryNames } from '#domain/order-form.ts'
import { phoneText } from '#domain/phone.ts'
import { requestNumber } from '#domain/request-number.ts'
import { spacedCode } from '#domain/tracking.ts'
import type { OrderLine } from '#web/backend/answers.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { MarkedTeeth } from '#web/parts/orders/marked-teeth.tsx'
import { Letterhead } from '#web/parts/paper/letterhead.tsx'
import { practiceQuery } from '#web/queries/orders.ts'
import { useProfile } from '#web/session/session.ts'
import { QrCode } from '#web/ui/qr-code.tsx'

/** One page: who, what, where, why, by whom; and the code by which the patient follows it. */
export function OrderSheet({ rows: [first, ...others] }: { rows: readonly [OrderLine, ...OrderLine[]] }) {
  const me = useProfile()
  const { data: practice } = useQuery(practiceQuery(me.id))
  const { day } = clinicMoment(first.sent_at, useClinicZone())
  const rows = [first, ...others]
  const facts: [term: string, value: string | null | undefined][] = [
    ['Nombre', first.patient_name],
    ['Edad', first.patient_age === null ? null : `${first.patient_age} años`],
    ['Teléfono', first.phone && phoneText(first.phone)],
    [
      'Entrega',
      deliveries
        .filter((way) => first.deliver.includes(way))
        .map((way) => deliveryNames[way])
        .join(', '),
    ],
  ]
  return (
    <div className="text-[10.5pt]/[1.45]">
      <Letterhead>
        <h1 className="text-card">Orden de estudio</h1>
        <p className="mt-1 tabular-nums">{formatDay(day)}</p>
        {first.urgent && <p className="mt-1 font-bold uppercase">Urgente</p>}
      </Letterhead>
      <Part title="Paciente">
        <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2 print:grid-cols-2">
          {facts.map(
            ([term, value]) =>
              value && (
                <div key={term} className="min-w-0">
                  <dt className="text-[9pt]/[1.4] text-ink-3">{term}</dt>
                  <dd className="font-semibold wrap-break-word tabular-nums">{value}</dd>
                </div>
              ),
          )}
        </dl>
      </Part>
      <Part title="Estudios">
        <ul className="grid gap-1">
          {rows.map(({ order_id, study_type, request_id }) => (
            <li key={order_id} className="flex flex-wrap justify-between gap-x-6">
              <span className="font-semibold wrap-break-word">{study_type}</span>
              {request_id !== null && <span className="tabular-nums">{requestNumber(request_id)}</span>}
            </li>
          ))}
        </ul>
        <div className="mt-4 empty:hidden">
          <MarkedTeeth teeth={first.teeth} areas={first.areas} />
        </div>
      </Part>
      {first.question && (
        <Part title="Motivo o pregunta clínica">
          <p className="wrap-break-word whitespace-pre-line">{first.question}</p>
        </Part>
      )}
      <div className="mt-6 flex flex-wrap items-end justify-between gap-6 break-inside-avoid">
        <div className="min-w-0">
          <p className="font-semibold wrap-break-word">{me.full_name}</p>
          {practice && (
            <p className="text-[9pt]/[1.4] text-ink-2">
              {[
                practice.practice,
                practice.address,
                practice.phone && phoneText(practice.phone),
                practice.licence && `Cédula ${practice.licence}`,
              ]
                .filter(Boolean)
                .map((line) => (
                  <span key={line} className="block wrap-break-word">
                    {line}
                  </span>
                ))}
            </p>
          )}
        </div>
        {first.request_id !== null && first.code && (
          <div className="flex items-center gap-3">
            <p className="text-right text-[9pt]/[1.4]">
              Sigue tu solicitud
              <span className="block font-semibold tabular-nums">{requestNumber(first.request_id)}</span>
              <span className="block font-semibold tabular-nums">{spacedCode(first.code)}</span>
            </p>
            <QrCode
              text={`${location.origin}${trackingLinkPath(requestNumber(first.request_id), first.code)}`}
              label="Código para seguir la solicitud"
              // What is light around the code lies outside the margin.
              className="-mr-[2.4mm] -mb-[2.4mm] size-[26mm]"
            />
          </div>
        )}
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5 break-inside-avoid">
      <h2 className="mb-2 border-b border-ink pb-1 text-panel">{title}</h2>
      {children}
    </section>
  )
}
