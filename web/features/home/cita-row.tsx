import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AppointmentStatus, appointmentStatusProblem } from '#domain/appointment-status.ts'
import { formatTime } from '#domain/slots.ts'
import { notices } from '#web/copy/notices.ts'
import { type CitaWithPeople, citaKeys, citasOfDayQuery, setCitaStatus } from '#web/data/citas.ts'
import { AppointmentStatusSelect } from '#web/ui/appointment-status-select.tsx'
import { cx } from '#web/ui/cx.ts'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '#web/ui/toast-error.ts'

/** Who an appointment is with, also when no account is linked or the account was closed. */
export function patientOf(cita: CitaWithPeople): string {
  return cita.patient?.full_name ?? cita.patient_name ?? cita.nombre ?? 'Paciente sin nombre'
}

/** One of today's appointments with its status, which the doctor changes here (docs/product/appointments.md). */
export function CitaRow({ cita, isNext }: { cita: CitaWithPeople; isNext: boolean }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (status: AppointmentStatus) => setCitaStatus(cita.id, status),
    onSuccess: (_, status) => {
      client.setQueryData(citasOfDayQuery(cita.doctor_id, cita.appointment_date).queryKey, (rows) =>
        rows?.map((row) => (row.id === cita.id ? { ...row, status } : row)),
      )
      toast(notices.appointmentUpdated)
    },
    onError: (error) => toastError(error, 'update_appointment'),
    onSettled: () => client.invalidateQueries({ queryKey: citaKeys.all }),
  })

  function choose(status: AppointmentStatus) {
    const problem = appointmentStatusProblem(cita.status, status)
    if (problem) return toast({ title: 'Error', description: problem, variant: 'destructive' })
    change.mutate(status)
  }

  const name = patientOf(cita)
  return (
    <div
      className={cx(
        'grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-(--inset) py-3 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto]',
        isNext && 'bg-brand-50 shadow-[inset_3px_0_0_var(--color-brand-600)]',
      )}
    >
      <p className="max-sm:col-span-2 max-sm:mb-1 max-sm:text-ink-2 sm:font-semibold whitespace-nowrap tabular-nums">
        {isNext && <span className="sr-only">Siguiente cita: </span>}
        {formatTime(cita.appointment_time)}
      </p>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-meta text-ink-3 wrap-anywhere">{cita.study_type ?? 'Estudio por definir'}</p>
      </div>
      <AppointmentStatusSelect
        label={`Estado de la cita de ${name}`}
        status={change.isPending ? change.variables : cita.status}
        busy={change.isPending}
        onChange={choose}
      />
    </div>
  )
}
