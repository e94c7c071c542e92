import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PhoneCall } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { hasBegun } from '#domain/appointment-badges.ts'
import { isFinalAppointmentStatus, parseAppointmentStatus } from '#domain/appointment-status.ts'
import { dayInZone, timeInZone } from '#domain/days.ts'
import { notices } from '#web/copy/notices.ts'
import { useClinicZone, useNow } from '#web/hooks/clock.ts'
import { MoveDialog } from '#web/parts/appointments/move-dialog.tsx'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { type AppointmentAct, actOnAppointment } from '#web/queries/appointment-acts.ts'
import { type AppointmentWithPeople, appointmentKeys } from '#web/queries/appointments.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Confirms, marks or unmarks an appointment, and says how it went. */
export function useAct(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: AppointmentAct) => actOnAppointment(id, act),
    onSuccess: () => toast(notices.appointmentUpdated),
    onError: (error) => toastError(error, 'update_appointment'),
    onSettled: () => client.invalidateQueries({ queryKey: appointmentKeys.all }),
  })
}

/**
 * The foot of an appointment: `record`, the way to the patient, then 'Reagendar' and 'Confirmó por teléfono' while it stands and has
 * not begun: one line, for which only the last has room for an icon.
 */
export function AppointmentActs({
  appointment,
  record,
}: {
  appointment: AppointmentWithPeople
  record: ReactNode
}) {
  const [isMoving, setIsMoving] = useState(false)
  const act = useAct(appointment.id)
  const zone = useClinicZone()
  const now = new Date(useNow(30_000))
  const status = parseAppointmentStatus(appointment.status)
  const stands =
    status !== null &&
    !isFinalAppointmentStatus(status) &&
    !hasBegun(appointment, { day: dayInZone(now, zone), time: timeInZone(now, zone) })
  if (!stands) return record
  return (
    <>
      <div className="flex flex-wrap gap-3 *:flex-auto sm:mr-auto sm:*:flex-none">
        {record}
        <Button className="px-3.5" onClick={() => setIsMoving(true)}>
          Reagendar
        </Button>
      </div>
      {status !== 'confirmada' && (
        <Button
          variant="primary"
          busy={act.isPending}
          icon={<PhoneCall aria-hidden className="size-5" />}
          className="px-3.5"
          onClick={() => act.mutate('confirm_cita')}
        >
          Confirmó por teléfono
        </Button>
      )}
      {isMoving && <MoveDialog appointment={appointment} onClose={() => setIsMoving(false)} />}
    </>
  )
}
