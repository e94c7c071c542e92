import { Phone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { loadClinic, type PublicClinic } from '#web/backend/config.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'

/** The clinic's phone contacts. Needs no queries, so that the landing's dialog can show it; hidden without a connection. */
export function ClinicContact({ message }: { message: string }) {
  const [clinic, setClinic] = useState<PublicClinic | null>(null)
  useEffect(() => {
    let shown = true
    loadClinic().then(
      (found) => shown && setClinic(found),
      () => {},
    )
    return () => {
      shown = false
    }
  }, [])
  if (!clinic) return null
  return (
    <div className="flex flex-wrap gap-2">
      <a
        href={`tel:${clinic.phone.replaceAll(/[^\d+]/g, '')}`}
        className={buttonStyle('secondary', 'compact')}
      >
        <Phone aria-hidden className="size-4.5" />
        <span className="sr-only">Llamar a la clínica: </span>
        {clinic.phone}
      </a>
      <WhatsAppLink phone={clinic.whatsapp} text={message} to={clinic.name} />
    </div>
  )
}
