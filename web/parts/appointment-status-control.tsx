import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import {
  type AppointmentStatus,
  appointmentStatusProblem,
  isFinalAppointmentStatus,
} from '#domain/appointment-status.ts'
import { formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { notices } from '#web/copy/notices.ts'
import {
  type AppointmentWithPeople,
  appointmentKeys,
  patientOf,
  setAppointmentStatus,
  showAppointmentStatus,
} from '#web/queries/appointments.ts'
import { AppointmentStatusSelect } from '#web/ui/appointment-status-select.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from './toast-error.ts'

/**
 * The status of an appointment for its doctor. A final one is asked for again, because nothing changes it afterwards
 * (docs/product/appointments.md).
 */
export function AppointmentStatusControl({ appointment }: { appointment: AppointmentWithPeople }) {
  const client = useQueryClient()
  const [mail, setMail] = useState(true)
  const [asked, setAsked] = useState<AppointmentStatus | null>(null)
  const name = patientOf(appointment)
  const change = useMutation({
    mutationFn: (status: AppointmentStatus) => setAppointmentStatus(appointment.id, status),
    onSuccess: (_, status) => {
      showAppointmentStatus(client, appointment.id, status)
      toast(notices.appointmentUpdated)
      if (status === 'cancelada' && mail) void tellLater(client, appointment.id)
    },
    onError: (error) => toastError(error, 'update_appointment'),
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentKeys.all }),
  })

  function choose(status: AppointmentStatus) {
    const problem = appointmentStatusProblem(appointment.status, status)
    if (problem) return toast({ title: 'Error', description: problem, variant: 'destructive' })
    if (isFinalAppointmentStatus(status)) return setAsked(status)
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
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          {...(asked === 'cancelada' ? cancelling : completing)}
          title={`¿${asked === 'cancelada' ? 'Cancelar' : 'Completar'} la cita de ${name}?`}
          description={
            <>
              {formatDay(appointment.appointment_date)}, {formatTime(appointment.appointment_time)}
              <br />
              Esta acción es irreversible.
            </>
          }
          cancelLabel="Volver"
          onConfirm={() => change.mutateAsync(asked).catch(() => {})}
        >
          {asked === 'cancelada' && appointment.patient_id && (
            <Suspense>
              <mailBox.Later
                label="Avisar al paciente por correo"
                checked={mail}
                onChange={setMail}
                className="mt-3"
              />
            </Suspense>
          )}
        </ConfirmDialog>
      )}
    </div>
  )
}

const mailBox = loadLater(async () => (await import('./mail-box.tsx')).MailBox)

async function tellLater(client: QueryClient, id: string): Promise<void> {
  const { tellByMail } = await import('./mail-box.tsx')
  await tellByMail(client, 'cita_cancelada', id)
}

const cancelling = { confirmLabel: 'Cancelar la cita', busyLabel: 'Cancelando...' }
const completing = {
  confirmLabel: 'Marcar como completada',
  busyLabel: 'Guardando...',
  variant: 'primary',
} as const
