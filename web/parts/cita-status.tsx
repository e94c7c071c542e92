import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AppointmentStatus,
  appointmentStatusProblem,
  isFinalAppointmentStatus,
} from '#domain/appointment-status.ts'
import { formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { notices } from '#web/copy/notices.ts'
import {
  type CitaWithPeople,
  citaKeys,
  patientOf,
  setCitaStatus,
  showCitaStatus,
} from '#web/queries/citas.ts'
import { AppointmentStatusSelect } from '#web/ui/appointment-status-select.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from './toast-error.ts'

/**
 * The status of an appointment for its doctor. A final one is asked for again, because nothing changes it afterwards
 * (docs/product/appointments.md).
 */
export function CitaStatus({ cita }: { cita: CitaWithPeople }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<AppointmentStatus | null>(null)
  const name = patientOf(cita)
  const change = useMutation({
    mutationFn: (status: AppointmentStatus) => setCitaStatus(cita.id, status),
    onSuccess: (_, status) => {
      showCitaStatus(client, cita.id, status)
      toast(notices.appointmentUpdated)
    },
    onError: (error) => toastError(error, 'update_appointment'),
    onSettled: () => void client.invalidateQueries({ queryKey: citaKeys.all }),
  })

  function choose(status: AppointmentStatus) {
    const problem = appointmentStatusProblem(cita.status, status)
    if (problem) return toast({ title: 'Error', description: problem, variant: 'destructive' })
    if (isFinalAppointmentStatus(status)) return setAsked(status)
    change.mutate(status)
  }

  return (
    // Takes the focus when the selector has made place for the chip.
    <div tabIndex={-1} className="inline-flex shrink-0">
      <AppointmentStatusSelect
        label={`Estado de la cita de ${name}`}
        status={change.isPending ? change.variables : cita.status}
        busy={change.isPending}
        onChange={choose}
      />
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          {...(asked === 'cancelada' ? cancelling : completing)}
          title={`¿${asked === 'cancelada' ? 'Cancelar' : 'Completar'} la cita de ${name}?`}
          description={
            <>
              {formatDay(cita.appointment_date)}, {formatTime(cita.appointment_time)}
              <br />
              Esta acción es irreversible.
            </>
          }
          cancelLabel="Volver"
          onConfirm={() => change.mutateAsync(asked).catch(() => {})}
        />
      )}
    </div>
  )
}

const cancelling = { confirmLabel: 'Cancelar la cita', busyLabel: 'Cancelando...' }
const completing = {
  confirmLabel: 'Marcar como completada',
  busyLabel: 'Guardando...',
  variant: 'primary',
} as const
