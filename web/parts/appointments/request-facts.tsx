import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDay } from '#domain/days.ts'
import { spacedCode } from '#domain/tracking.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { type BookedRequest, trackingCodeQuery } from '#web/queries/requests.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { OrderOfRequest } from '../orders/order-facts.tsx'
import { besideContact, ContactLinks } from '../people/contact-links.tsx'

/** Everything that a visitor wrote, with the ways to reach them; two columns where there is room. */
export function RequestFacts({ request, columns = 1 }: { request: BookedRequest; columns?: 1 | 2 }) {
  const { day, time } = clinicMoment(request.created_at, useClinicZone())
  // Listed ones come without their code.
  const { data: code = request.tracking_code } = useQuery({
    ...trackingCodeQuery(request.id),
    enabled: request.tracking_code === undefined,
  })
  const name = request.patient_name
  const terms: [term: string, value: ReactNode, isWide?: true][] = [
    ['Estado', <StatusChip key="status" of="request" status={request.status} />],
    ['Edad', request.patient_age === null ? 'No especificada' : `${request.patient_age} años`],
    [
      'Correo electrónico',
      request.patient_email ? (
        <ContactLinks key="email" name={name} email={request.patient_email} />
      ) : (
        'No especificado'
      ),
      true,
    ],
    ['Teléfono', <ContactLinks key="phone" name={name} phone={request.patient_phone} />, true],
    ['Tipo de estudio', request.study_type],
    ['Fecha tentativa', request.tentative_date ? formatDay(request.tentative_date) : 'Por definir'],
    ['Doctor que refiere', request.referring_doctor || 'No especificado'],
    ['Recibida', `${formatDay(day)}, ${time}`],
    ['Código de seguimiento', code ? spacedCode(code) : '…'],
  ]
  return (
    <>
      {request.is_order && <OrderOfRequest requestId={request.id} className="mb-4" />}
      <dl className={cx('grid grid-cols-1 gap-x-6 gap-y-4', columns === 2 && 'sm:grid-cols-2')}>
        {terms.map(([term, value, isWide]) => (
          <div key={term} className={cx('min-w-0', columns === 2 && isWide && 'sm:col-span-2')}>
            <dt className="text-meta text-ink-3">{term}</dt>
            <dd className={cx(columns === 2 && besideContact, 'wrap-break-word')}>{value}</dd>
          </div>
        ))}
        {request.notes && (
          <div className={cx('min-w-0', columns === 2 && 'sm:col-span-2')}>
            <dt className="text-meta text-ink-3">Notas adicionales</dt>
            <dd className="wrap-break-word whitespace-pre-line">{request.notes}</dd>
          </div>
        )}
      </dl>
    </>
  )
}
