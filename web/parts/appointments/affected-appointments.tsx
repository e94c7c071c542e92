import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import type { AffectedAppointment } from '#web/backend/answers.ts'
import { notices } from '#web/copy/notices.ts'
import {
  type AppointmentWithPeople,
  appointmentKeys,
  appointmentsNamedQuery,
  patientOf,
  setAppointmentStatus,
} from '#web/queries/appointments.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '../feedback/toast-error.ts'
import { Loaded } from '../lists/loaded.tsx'
import { MoveDialog } from './move-dialog.tsx'

/** Appointments that are shown with their names at most; the others are in 'Citas'. */
const shownAtMost = 50

/**
 * 'Citas afectadas: {n}' after a change of hours that left some outside, each with 'Reagendar', 'Cancelar' and 'Dejar'. `show` opens it;
 * without any it stays closed.
 */
export function useAffected(): {
  show: (affected: readonly AffectedAppointment[]) => void
  dialog: ReactNode
} {
  const [ids, setIds] = useState<readonly string[]>([])
  return {
    show: (affected) => setIds(affected.map(({ id }) => id)),
    dialog: ids.length > 0 && <AffectedDialog key={ids[0]} ids={ids} onClose={() => setIds([])} />,
  }
}

function AffectedDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const query = useQuery(appointmentsNamedQuery(ids.slice(0, shownAtMost)))
  const [settled, setSettled] = useState<readonly string[]>([])
  const left = ids.length - settled.length
  const settle = (id: string) => {
    setSettled((before) => [...before, id])
    if (left === 1) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Citas afectadas: ${left}`}
      description="Quedaron fuera de horario y siguen agendadas: elige qué hacer con cada una."
      footer={<Button onClick={onClose}>Dejar todas</Button>}
    >
      <Loaded query={query} code="load_appointments" skeleton={<SkeletonRows rows={3} />}>
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows
              .filter(({ id }) => !settled.includes(id))
              .map((row) => (
                <Affected key={row.id} appointment={row} onSettled={() => settle(row.id)} />
              ))}
          </ul>
        )}
      </Loaded>
      {ids.length > shownAtMost && (
        <p className="mt-3 text-meta text-ink-3">
          Se muestran las primeras {shownAtMost}. En Citas, las demás dicen «Fuera de horario».
        </p>
      )}
    </Dialog>
  )
}

function Affected({ appointment, onSettled }: { appointment: AppointmentWithPeople; onSettled: () => void }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  const [isMoving, setIsMoving] = useState(false)
  const name = patientOf(appointment)
  const when = `${formatDay(appointment.appointment_date)}, ${formatTime(appointment.appointment_time)}`
  const cancel = useMutation({
    mutationFn: () => setAppointmentStatus(appointment.id, 'cancelada'),
    onSuccess: () => {
      toast(notices.appointmentUpdated)
      onSettled()
    },
    onError: (error) => toastError(error, 'update_appointment'),
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentKeys.all }),
  })
  const of = <span className="sr-only"> la cita de {name}</span>
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-break-word">{name}</p>
        <p className="text-meta text-ink-3 tabular-nums wrap-break-word">
          <Dotted parts={[when, appointment.doctor?.full_name ?? appointment.doctor_name]} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" onClick={() => setIsMoving(true)}>
          Reagendar{of}
        </Button>
        <Button size="compact" className="text-bad" onClick={() => setAsked(true)}>
          Cancelar{of}
        </Button>
        <Button size="compact" onClick={onSettled}>
          Dejar{of}
        </Button>
      </div>
      {isMoving && (
        <MoveDialog appointment={appointment} onClose={() => setIsMoving(false)} onMoved={onSettled} />
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(false)}
          title={`¿Cancelar la cita de ${name}?`}
          description={
            <>
              {when}
              <br />
              Esta acción es irreversible.
            </>
          }
          confirmLabel="Cancelar la cita"
          busyLabel="Cancelando..."
          cancelLabel="Volver"
          onConfirm={() => cancel.mutateAsync().catch(() => {})}
        />
      )}
    </li>
  )
}
