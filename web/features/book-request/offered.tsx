import { useQuery } from '@tanstack/react-query'
import { addressLine } from '#domain/appointment-message.ts'
import { messageText } from '#domain/messages.ts'
import { firstNameOf } from '#domain/person.ts'
import { whatsAppLink } from '#domain/whatsapp.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { CopyButton } from '#web/parts/feedback/copy-button.tsx'
import { clinicQuery } from '#web/queries/clinic.ts'
import { Panel } from '#web/ui/panel.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import type { Offer } from './use-request-booking.ts'

/** The message with the link by which the patient chooses day and hour; the link is known only now. */
export function Offered({ offer: { token, until, patient }, phone }: { offer: Offer; phone: string }) {
  const { data: clinic } = useQuery(clinicQuery())
  const zone = useClinicZone()
  if (!clinic) return null
  const text = messageText(
    {
      kind: 'elige_horario',
      firstName: firstNameOf(patient),
      link: `${window.location.origin}${paths.appointmentLink(token)}`,
      untilDay: clinicMoment(until, zone).day,
    },
    { ...clinic, address: addressLine(clinic.address) },
  )
  return (
    <Panel title="Mensaje para el paciente">
      <div className="p-4.5">
        <p className="wrap-break-word">{text}</p>
        <div className="mt-4 flex flex-wrap gap-2 max-sm:*:flex-1 max-sm:*:px-3">
          <WhatsAppLink variant="primary" phone={phone} text={text} to={patient} />
          <CopyButton
            variant={whatsAppLink(phone, text) ? undefined : 'primary'}
            text={text}
            label="Copiar mensaje"
          />
        </div>
      </div>
    </Panel>
  )
}
