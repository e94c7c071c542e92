import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AppointmentStatus, appointmentStatusProblem } from '#domain/appointment-status.ts'
import { notices } from '#web/copy/notices.ts'
import {
  type AppointmentWithPeople,
  appointmentKeys,
  patientOf,
  setAppointmentStatus,
  showAppointmentStatus,
} from '#web/queries/appointments.ts'
import { AppointmentStatusSelect } from '#web/ui/appointment-status-select.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '../feedback/toast-error.ts'
import { StatusQuestion } from './status-question.tsx'

/**
 * The status of an appointment for its doctor. A final one is asked for again, because nothing changes it afterwards
 * (docs/product/appointments.md).
 */
export function AppointmentStatusControl({ appointment }: { appointment: AppointmentWithPeople }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'completada' | 'cancelada' | null>(null)
  const name = patientOf(appointment)
  const change = useMutation({
    mutationFn: (status: AppointmentStatus) => setAppointmentStatus(appointment.id, status),
    onSuccess: (_, status) => {
      showAppointmentStatus(client, appointment.id, status)
      toast(notices.appointmentUpdated)
    },
    onError: (error) => toastError(error, 'update_appointment'),
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentKeys.all }),
  })

  function choose(status: AppointmentStatus) {
    const problem = appointmentStatusProblem(appointment.status, status)
    if (problem) return toast({ title: 'Error', description: problem, variant: 'destructive' })
    if (status === 'completada' || status === 'cancelada') return setAsked(status)
    change.mutate(status)
  }

  return (
    // Takes the focus when the selector has made place for the chip.
    <div tabIndex={-1} className="inline-flex shrink-0">
      <AppointmentStatusSelect
        label={`Estado de la cita de ${name}`}
        status={change.isPending ? change.variables : appointment.status}
        busy={change.isPending}
        onChange={choose}
      />
      {asked && (
        <StatusQuestion
          appointment={appointment}
          status={asked}
          change={() =>
            change.mutateAsync(asked).then(
              () => true,
              () => false,
            )
          }
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
