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
import { toastError } from '../feedback/toast-error.ts'

/**
 * The patient's link for the message of an appointment; with `atOnce` it is made without being asked. While `isOnItsWay` no message
 * may be sent.
 */
export function usePatientLink(id: string, atOnce: boolean) {
  const queries = useQueryClient()
  const [link, setLink] = useState<string | null>(null)
  const [busy, setBusy] = useState<'make' | 'end' | null>(atOnce ? 'make' : null)

  async function change(doing: 'make' | 'end', run: () => Promise<void>) {
    setBusy(doing)
    try {
      await run()
      await queries.invalidateQueries({ queryKey: appointmentLinkQuery(id).queryKey })
    } catch (failure) {
      toastError(failure, doing === 'make' ? 'make_appointment_link' : 'revoke_appointment_link')
    }
    setBusy(null)
  }
  const make = () =>
    change('make', async () => {
      const token = await appointmentToken(id, 'whatsapp')
      setLink(`${window.location.origin}${paths.appointmentLink(token)}`)
      if (!atOnce) toast({ title: 'El mensaje ya lleva el enlace' })
    })
  const end = (linkId: string) =>
    change('end', async () => {
      await revokeAppointmentLink(linkId)
      setLink(null)
    })
  const asked = useRef(false)
  useEffect(() => {
    if (!atOnce || asked.current) return
    asked.current = true
    void make()
  })
  return { link, busy, isOnItsWay: busy === 'make', make, end }
}

/** That link, as the appointment's doctor sees it: puts one into the message, tells whether it was opened, and ends it. */
export function PatientLink({
  id,
  patientLink: { link, busy, make, end },
  atOnce,
}: {
  id: string
  patientLink: ReturnType<typeof usePatientLink>
  atOnce: boolean
}) {
  const { data: known } = useQuery(appointmentLinkQuery(id))
  const zone = useClinicZone()
  const lives = known && !known.revoked_at ? known : null
  const seen = lives?.seen_at ? clinicMoment(lives.seen_at, zone) : null
  const couldNot = atOnce && link === null && busy === null
  return (
    <>
      {(!atOnce || couldNot) && (
        <Button
          size="compact"
          busy={busy !== null}
          icon={<Link2 aria-hidden className="size-4.5" />}
          onClick={() => void make()}
        >
          Incluir enlace
        </Button>
      )}
      {lives && (
        <Button
          size="compact"
          variant="destructive"
          disabled={busy !== null}
          icon={<Link2Off aria-hidden className="size-4.5" />}
          onClick={() => void end(lives.id)}
        >
          Anular enlace
        </Button>
      )}
      {couldNot && <p className="w-full text-meta text-ink-2">El mensaje no lleva el enlace del paciente.</p>}
      {lives && (
        <p className="w-full text-meta text-ink-3">
          {seen
            ? // 'a. m.' already ends with a full stop.
              `El paciente abrió su enlace el ${formatDay(seen.day)}, ${seen.time}`
            : 'El paciente aún no abre su enlace.'}
        </p>
      )}
    </>
  )
}
