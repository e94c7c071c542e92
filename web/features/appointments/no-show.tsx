import { Undo2, UserX } from 'lucide-react'
import { useState } from 'react'
import { addDays, formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { type AppointmentWithPeople, patientOf } from '#web/queries/appointments.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useAct } from './appointment-acts.tsx'

/** Beside the status of an appointment that has begun: 'No asistió', asked for once, and its undoing until the next day ends. */
export function NoShow({ appointment, today }: { appointment: AppointmentWithPeople; today: string }) {
  const [asked, setAsked] = useState(false)
  const act = useAct(appointment.id)
  const until = addDays(appointment.appointment_date, 1)
  if (appointment.status === 'no_asistio') {
    if (today > until) return null
    return (
      <Button
        size="compact"
        busy={act.isPending}
        icon={<Undo2 aria-hidden className="size-4.5" />}
        onClick={() => act.mutate('undo_no_show')}
      >
        Deshacer<span className="sr-only"> «No asistió»</span>
      </Button>
    )
  }
  return (
    <>
      <Button size="compact" icon={<UserX aria-hidden className="size-4.5" />} onClick={() => setAsked(true)}>
        No asistió
      </Button>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(false)}
          title={`¿No asistió ${patientOf(appointment)}?`}
          description={
            <>
              {formatDay(appointment.appointment_date)}, {formatTime(appointment.appointment_time)}
              <br />
              {today > until
                ? 'Después ya no se puede deshacer.'
                : `Puedes deshacerlo hasta el final del ${formatDay(until)}.`}
            </>
          }
          confirmLabel="No asistió"
          busyLabel="Guardando..."
          cancelLabel="Volver"
          variant="primary"
          onConfirm={() => act.mutateAsync('mark_no_show').catch(() => {})}
        />
      )}
    </>
  )
}
