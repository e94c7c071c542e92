import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { appointmentStatusLabels, parseAppointmentStatus } from '#domain/appointment-status.ts'
import { formatDay } from '#domain/days.ts'
import { requestNumber } from '#domain/request-number.ts'
import { formatTime } from '#domain/slots.ts'
import { spacedCode } from '#domain/tracking.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { OrderOfRequest } from '#web/parts/orders/order-facts.tsx'
import { Letterhead } from '#web/parts/paper/letterhead.tsx'
import { besideContact, ContactLinks } from '#web/parts/people/contact-links.tsx'
import {
  appointmentOf,
  type BookedRequest,
  type RequestAppointment,
  trackingCodeQuery,
} from '#web/queries/requests.ts'
import { preparationQuery } from '#web/queries/services.ts'
import { useProfile } from '#web/session/session.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmailText } from '#web/ui/email-text.tsx'

/** A request as it is printed (docs/product/requests.md). */
export function RequestSheet({ request }: { request: BookedRequest }) {
  const { day } = clinicMoment(request.created_at, useClinicZone())
  const { data: code = request.tracking_code } = useQuery({
    ...trackingCodeQuery(request.id),
    enabled: request.tracking_code === undefined,
  })
  const { data: preparation } = useQuery(preparationQuery(request.study_type))
  const appointment = appointmentOf(request)
  const isStaff = useProfile().role === 'doctor'
  const name = request.patient_name
  const patient: Term[] = [
    ['Nombre', name],
    [
      'Correo electrónico',
      isStaff && request.patient_email ? (
        <ContactLinks key="email" name={name} email={request.patient_email} copies={false} />
      ) : (
        (request.patient_email ?? 'No especificado')
      ),
    ],
    [
      'Teléfono',
      isStaff ? (
        <ContactLinks key="phone" name={name} phone={request.patient_phone} copies={false} />
      ) : (
        request.patient_phone
      ),
    ],
    ['Edad', request.patient_age === null ? 'No especificada' : `${request.patient_age} años`],
  ]
  const study: Term[] = [
    ['Tipo de estudio', request.study_type],
    ['Fecha tentativa', request.tentative_date ? formatDay(request.tentative_date) : 'Por definir'],
    ['Doctor que refiere', request.referring_doctor || 'No especificado'],
    ...(code ? [['Código de seguimiento', spacedCode(code)] satisfies Term] : []),
  ]
  return (
    <div className="text-[10.5pt]/[1.5]">
      <Letterhead>
        <h1 className="text-card">Solicitud de Estudio</h1>
        <p className="mt-1 text-[20pt]/[1.2] font-[650] tabular-nums">{requestNumber(request.id)}</p>
        <p className="mb-2 tabular-nums">{formatDay(day)}</p>
        <StatusChip of="request" status={request.status} className="border border-current" />
        {appointment && <p className="mt-2 tabular-nums">{appointmentLine(appointment)}</p>}
      </Letterhead>
      <Part title="Paciente" terms={patient} />
      <Part title="Estudio" terms={study} />
      {isStaff && request.is_order && (
        <OrderOfRequest requestId={request.id} className="mt-8 break-inside-avoid" />
      )}
      {request.notes && <LongPart title="Notas adicionales">{request.notes}</LongPart>}
      {preparation && <LongPart title="Preparación">{preparation}</LongPart>}
    </div>
  )
}

/** 'Cita: 24/11/2026, 10:00 a. m., Confirmada' */
function appointmentLine({
  appointment_date: day,
  appointment_time: time,
  status,
}: RequestAppointment): string {
  const known = parseAppointmentStatus(status)
  return `Cita: ${formatDay(day)}, ${formatTime(time)}, ${known ? appointmentStatusLabels[known] : status}`
}

type Term = [term: string, value: ReactNode]

function Part({ title, terms }: { title: string; terms: Term[] }) {
  return (
    <section className="mt-8 break-inside-avoid">
      <h2 className="border-b border-ink pb-1 text-panel">{title}</h2>
      <dl className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2 print:grid-cols-2">
        {terms.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-[9pt]/[1.4] text-ink-3">{term}</dt>
            <dd className={cx(besideContact, 'font-semibold wrap-break-word tabular-nums')}>
              {typeof value === 'string' ? <EmailText>{value}</EmailText> : value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Long text may go on over the page: kept whole it would leave the first page empty. */
function LongPart({ title, children }: { title: string; children: string }) {
  return (
    <section className="mt-8">
      <h2 className="break-after-avoid border-b border-ink pb-1 text-panel">{title}</h2>
      <p className="mt-3 min-h-[12mm] rounded-tag border border-line box-decoration-clone p-3 wrap-break-word whitespace-pre-line">
        {children}
      </p>
    </section>
  )
}
