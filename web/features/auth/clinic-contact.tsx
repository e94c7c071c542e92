import { useClinic } from '#web/hooks/use-clinic.ts'
import { CallLink } from '#web/ui/call-link.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'

/** The clinic's phone contacts. Needs no queries, so that the landing's dialog can show it; hidden without a connection. */
export function ClinicContact({ message }: { message: string }) {
  const clinic = useClinic()
  if (!clinic) return null
  return (
    <div className="flex flex-wrap gap-2">
      <CallLink phone={clinic.phone} size="compact" />
      <WhatsAppLink phone={clinic.whatsapp} text={message} to={clinic.name} />
    </div>
  )
}
