import { Phone } from 'lucide-react'
import type { Clinic } from '#domain/clinic.ts'
import { phoneForms } from '#domain/phone.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'

/** WhatsApp with a message that is ready, where the clinic has it, and the telephone. */
export function ContactWays({ clinic, text }: { clinic: Clinic; text: string }) {
  return (
    <>
      <WhatsAppLink phone={clinic.whatsapp} text={text} to={clinic.name} size="normal" />
      <a href={phoneForms(clinic.phone).tel} className={buttonStyle('secondary', 'normal', 'tabular-nums')}>
        <Phone aria-hidden className="size-4.5" />
        <span className="sr-only">Llamar al </span>
        {clinic.phone}
      </a>
    </>
  )
}
