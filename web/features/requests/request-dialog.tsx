import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { requestNumber } from '#domain/request-number.ts'
import { spacedCode } from '#domain/tracking.ts'
import type { StudyRequest } from '#web/backend/database.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { trackingCodeQuery } from '#web/queries/requests.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { RequestActions } from './request-actions.tsx'

/** Everything that a visitor wrote, with the two answers at its foot while it is pending. */
export function RequestDialog({ request, onClose }: { request: StudyRequest; onClose: () => void }) {
  const origin = useAsOrigin()
  const { day, time } = clinicMoment(request.created_at, useClinicZone())
  const { data: code } = useQuery(trackingCodeQuery(request.id))
  const terms: [term: string, value: ReactNode][] = [
    ['Estado', <StatusChip key="status" of="request" status={request.status} />],
    ['Correo electrónico', <EmailText key="email">{request.patient_email}</EmailText>],
    ['Teléfono', request.patient_phone],
    ['Edad', request.patient_age === null ? 'No especificada' : `${request.patient_age} años`],
    ['Tipo de estudio', request.study_type],
    ['Fecha tentativa', request.tentative_date ? formatDay(request.tentative_date) : 'Por definir'],
    ['Doctor que refiere', request.referring_doctor || 'No especificado'],
    ['Recibida', `${formatDay(day)}, ${time}`],
    ['Código de seguimiento', code ? spacedCode(code) : '…'],
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={request.patient_name}
      description={`Solicitud ${requestNumber(request.id)}`}
      footer={
        <>
          <Link
            to={paths.request(request.id)}
            state={origin}
            className={buttonStyle('ghost', 'compact', 'sm:mr-auto')}
          >
            <Printer aria-hidden className="size-4.5" />
            Ver Hoja
          </Link>
          <RequestActions request={request} onDone={onClose} />
        </>
      }
    >
      <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
        {terms.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-meta text-ink-3">{term}</dt>
            <dd className="wrap-break-word">{value}</dd>
          </div>
        ))}
        {request.notes && (
          <div className="sm:col-span-2">
            <dt className="text-meta text-ink-3">Notas adicionales</dt>
            <dd className="wrap-break-word whitespace-pre-line">{request.notes}</dd>
          </div>
        )}
      </dl>
    </Dialog>
  )
}
