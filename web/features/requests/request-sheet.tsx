import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#domain/days.ts'
import { requestNumber } from '#domain/request-number.ts'
import { spacedCode } from '#domain/tracking.ts'
import type { StudyRequest } from '#web/backend/database.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { Letterhead } from '#web/parts/letterhead.tsx'
import { trackingCodeQuery } from '#web/queries/requests.ts'
import { preparationQuery } from '#web/queries/services.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { EmailText } from '#web/ui/email-text.tsx'

/** A request as it is printed on A4 (docs/product/requests.md). */
export function RequestSheet({ request }: { request: StudyRequest }) {
  const { day } = clinicMoment(request.created_at, useClinicZone())
  const { data: code } = useQuery(trackingCodeQuery(request.id))
  const { data: preparation } = useQuery(preparationQuery(request.study_type))
  const patient: Term[] = [
    ['Nombre', request.patient_name],
    ['Correo electrónico', request.patient_email],
    ['Teléfono', request.patient_phone],
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
      </Letterhead>
      <Part title="Paciente" terms={patient} />
      <Part title="Estudio" terms={study} />
      {request.notes && <LongPart title="Notas adicionales">{request.notes}</LongPart>}
      {preparation && <LongPart title="Preparación">{preparation}</LongPart>}
    </div>
  )
}

type Term = [term: string, value: string]

function Part({ title, terms }: { title: string; terms: Term[] }) {
  return (
    <section className="mt-8 break-inside-avoid">
      <h2 className="border-b border-ink pb-1 text-panel">{title}</h2>
      <dl className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2 print:grid-cols-2">
        {terms.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-[9pt]/[1.4] text-ink-3">{term}</dt>
            <dd className="font-semibold wrap-break-word tabular-nums">
              <EmailText>{value}</EmailText>
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
