import type { Clinic } from '#domain/clinic.ts'
import { CallLink } from '#web/ui/call-link.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'

/** WhatsApp with a message that is ready, where the clinic has it, and the telephone. */
export function ContactWays({ clinic, text }: { clinic: Clinic; text: string }) {
  return (
    <>
      <WhatsAppLink phone={clinic.whatsapp} text={text} to={clinic.name} size="normal" />
      <CallLink phone={clinic.phone} />
    </>
  )
}
