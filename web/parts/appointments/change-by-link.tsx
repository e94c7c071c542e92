import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import * as paths from '#web/hooks/paths.ts'
import { ownAppointmentToken } from '#web/queries/appointment-links.ts'
import { Button } from '#web/ui/button.tsx'
import { toastError } from '../feedback/toast-error.ts'

/** Leads a patient to the page where an own appointment is changed or cancelled; the portal itself changes nothing. */
export function ChangeByLink({ id }: { id: string }) {
  const [busy, setBusy] = useState(false)
  async function open() {
    setBusy(true)
    try {
      window.location.assign(paths.appointmentLink(await ownAppointmentToken(id)))
    } catch (failure) {
      toastError(failure, 'make_appointment_link')
      setBusy(false)
    }
  }
  return (
    <Button
      size="compact"
      busy={busy}
      icon={<CalendarClock aria-hidden className="size-4.5" />}
      onClick={() => void open()}
    >
      Cambiar o cancelar
    </Button>
  )
}
