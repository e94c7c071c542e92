import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { type AppointmentWithPeople, patientOf } from '#web/queries/appointments.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { MailBox, tellByMail } from './mail-box.tsx'

/** Asks before a status that nothing changes afterwards, and whether a cancelled appointment is told by mail. */
export function StatusQuestion({
  appointment,
  status,
  change,
  onClose,
}: {
  appointment: AppointmentWithPeople
  status: 'cancelada' | 'completada'
  /** Whether it was stored; a failure is told by whoever changes it. */
  change: () => Promise<boolean>
  onClose: () => void
}) {
  const client = useQueryClient()
  const [mail, setMail] = useState(true)
  const cancels = status === 'cancelada'
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      {...(cancels ? cancelling : completing)}
      title={`¿${cancels ? 'Cancelar' : 'Completar'} la cita de ${patientOf(appointment)}?`}
      description={
        <>
          {formatDay(appointment.appointment_date)}, {formatTime(appointment.appointment_time)}
          <br />
          Esta acción es irreversible.
        </>
      }
      cancelLabel="Volver"
      onConfirm={async () => {
        const stored = await change()
        if (stored && cancels && mail && appointment.patient_id)
          void tellByMail(client, 'cita_cancelada', appointment.id)
      }}
    >
      {cancels && appointment.patient_id && (
        <MailBox label="Avisar al paciente por correo" checked={mail} onChange={setMail} className="mt-3" />
      )}
    </ConfirmDialog>
  )
}

const cancelling = { confirmLabel: 'Cancelar la cita', busyLabel: 'Cancelando...' }
const completing = {
  confirmLabel: 'Marcar como completada',
  busyLabel: 'Guardando...',
  variant: 'primary',
} as const
