import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, Link2Off } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import {
  appointmentLinkQuery,
  appointmentToken,
  revokeAppointmentLink,
} from '#web/queries/appointment-links.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from './toast-error.ts'

/**
 * The patient's link of an appointment, as its doctor sees it: puts one into the message, tells whether it was opened, and ends
 * it. `onLink` hears the new link, or null once it was ended; with `atOnce` it hears one without being asked.
 */
export function PatientLink({
  id,
  onLink,
  atOnce = false,
}: {
  id: string
  onLink: (link: string | null) => void
  atOnce?: boolean
}) {
  const queries = useQueryClient()
  const query = appointmentLinkQuery(id)
  const { data: known } = useQuery(query)
  const zone = useClinicZone()
  const [busy, setBusy] = useState(false)
  const lives = known && !known.revoked_at ? known : null
  const seen = lives?.seen_at ? clinicMoment(lives.seen_at, zone) : null

  async function change(run: () => Promise<void>, code: 'make_appointment_link' | 'revoke_appointment_link') {
    setBusy(true)
    try {
      await run()
      await queries.invalidateQueries({ queryKey: query.queryKey })
    } catch (failure) {
      toastError(failure, code)
    }
    setBusy(false)
  }
  const include = () =>
    change(async () => {
      const token = await appointmentToken(id, 'whatsapp')
      onLink(`${window.location.origin}${paths.appointmentLink(token)}`)
      if (!atOnce) toast({ title: 'El mensaje ya lleva el enlace' })
    }, 'make_appointment_link')
  const asked = useRef(false)
  useEffect(() => {
    if (!atOnce || asked.current) return
    asked.current = true
    void include()
  })
  const end = (link: string) =>
    change(async () => {
      await revokeAppointmentLink(link)
      onLink(null)
    }, 'revoke_appointment_link')

  return (
    <>
      {(!atOnce || known?.revoked_at) && (
        <Button
          size="compact"
          busy={busy}
          icon={<Link2 aria-hidden className="size-4.5" />}
          onClick={() => void include()}
        >
          Incluir enlace
        </Button>
      )}
      {lives && (
        <>
          <Button
            size="compact"
            variant="ghost"
            disabled={busy}
            icon={<Link2Off aria-hidden className="size-4.5" />}
            onClick={() => void end(lives.id)}
          >
            Anular enlace
          </Button>
          <p className="w-full text-meta text-ink-3">
            {seen
              ? // 'a. m.' already ends with a full stop.
                `El paciente abrió su enlace el ${formatDay(seen.day)}, ${seen.time}`
              : 'El paciente aún no abre su enlace.'}
          </p>
        </>
      )}
    </>
  )
}
