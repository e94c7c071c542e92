import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { dayFrom } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { useClinicSlot } from '#web/hooks/clock.ts'
import { useLive } from '#web/hooks/use-live.ts'
import {
  type AppointmentWithPeople,
  appointmentKeys,
  nextAppointmentQuery,
} from '#web/queries/appointments.ts'
import { useProfile } from '#web/session/session.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The next appointment of the doctor with a patient, from now on; live. The list of appointments says a failure. */
export function NextAppointment({ patientId }: { patientId: string }) {
  const me = useProfile()
  const now = useClinicSlot()
  const today = now.day
  const client = useQueryClient()
  const { data: appointment, error } = useQuery(nextAppointmentQuery(patientId, now, me.id))
  useLive(
    'citas',
    `patient_id=eq.${patientId}`,
    () => void client.invalidateQueries({ queryKey: appointmentKeys.next(patientId) }),
  )
  if (error && appointment === undefined) return null
  return (
    <section
      aria-label="Próxima cita"
      className={cx(
        'flex min-h-12 items-center justify-between gap-x-4 px-4.5 py-1.5',
        appointment && 'bg-brand-50 shadow-[inset_3px_0_0_var(--color-brand-600)]',
      )}
    >
      <div className="flex min-w-0 items-center gap-3.5">
        <CalendarClock aria-hidden className={cx('size-5', appointment ? 'text-brand-700' : 'text-ink-3')} />
        <div className="flex min-w-0 flex-wrap items-center gap-x-4">
          <p className="text-meta text-ink-2 max-sm:hidden">Próxima cita</p>
          <NextWords appointment={appointment} today={today} />
        </div>
      </div>
      {appointment && <StatusChip of="appointment" status={appointment.status} />}
    </section>
  )
}

function NextWords({
  appointment,
  today,
}: {
  appointment: AppointmentWithPeople | null | undefined
  today: string
}) {
  if (appointment === undefined) return <Skeleton className="mt-1 h-4.5 w-56" />
  if (appointment === null) return <p className="text-ink-2">Sin próxima cita.</p>
  return (
    <p className="flex min-w-0 flex-wrap gap-x-4 wrap-break-word">
      <span className="font-semibold tabular-nums first-letter:uppercase">
        {dayFrom(today, appointment.appointment_date)}, {formatTime(appointment.appointment_time)}
      </span>
      <span className="text-ink-2 max-sm:hidden">{appointment.study_type ?? 'Estudio por definir'}</span>
    </p>
  )
}
