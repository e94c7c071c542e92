import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, PhoneCall } from 'lucide-react'
import { useState } from 'react'
import { notices } from '#web/copy/notices.ts'
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

/** 'Reagendar' and 'Confirmó por teléfono', for an appointment that stands and has not begun. */
export function AppointmentActs({ appointment }: { appointment: AppointmentWithPeople }) {
  const [isMoving, setIsMoving] = useState(false)
  const act = useAct(appointment.id)
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      <Button
        size="compact"
        icon={<CalendarClock aria-hidden className="size-4.5" />}
        onClick={() => setIsMoving(true)}
      >
        Reagendar
      </Button>
      {appointment.status !== 'confirmada' && (
        <Button
          size="compact"
          busy={act.isPending}
          icon={<PhoneCall aria-hidden className="size-4.5" />}
          onClick={() => act.mutate('confirm_cita')}
        >
          Confirmó por teléfono
        </Button>
      )}
      {isMoving && <MoveDialog appointment={appointment} onClose={() => setIsMoving(false)} />}
    </div>
  )
}
