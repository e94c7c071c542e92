import { useState } from 'react'
import { linkedAppointment } from '#web/backend/appointment-link.ts'
import { loadClinic } from '#web/backend/config.ts'
import { PlainPage } from '#web/site/plain/plain-page.tsx'
import type { PlainPageProps } from '#web/site/plain/start.tsx'
import { useAsked } from '#web/site/plain/use-asked.ts'
import { WithPhone } from '#web/site/plain/with-phone.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/panel.tsx'
import { AppointmentCard } from './appointment-card.tsx'
import { endedWords } from './words.ts'

/** Behind an appointment's link (docs/product/appointments.md). Opening it changes nothing, only its buttons do. */
export function AppointmentPage({ token, phone }: PlainPageProps) {
  const [hasEnded, setEnded] = useState(false)
  const { asked, again } = useAsked(async () => {
    // Its hours are those of the clinic's zone.
    const [link, clinic] = await Promise.all([linkedAppointment(token), loadClinic()])
    return link && { first: link, clinic }
  }, 'load_linked_appointment')
  const known = asked.is === 'answered' && !hasEnded ? asked.answer : null
  return (
    <PlainPage phone={null} wide>
      {known ? (
        <AppointmentCard {...known} token={token} phone={phone} onEnded={() => setEnded(true)} />
      ) : (
        <Card className="grid grid-cols-1 gap-5 p-5.5">
          <h1 className="text-card">Tu cita</h1>
          <div role="status">
            {asked.is === 'asking' && <p className="animate-late text-ink-2">Buscando tu cita...</p>}
            {asked.is === 'failed' && <Notice tone="bad">{asked.why}</Notice>}
            {asked.is === 'answered' && (
              <Notice tone="bad" className="text-balance">
                <WithPhone phone={phone}>{endedWords(phone)}</WithPhone>
              </Notice>
            )}
          </div>
          {asked.is === 'failed' && (
            <Button className="justify-self-start" onClick={again}>
              Reintentar
            </Button>
          )}
        </Card>
      )}
    </PlainPage>
  )
}
