import { formatTime } from '#domain/slots.ts'
import { AppointmentBadges } from '#web/parts/appointments/appointment-badges.tsx'
import { AppointmentStatusControl } from '#web/parts/appointments/appointment-status-control.tsx'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import { type AppointmentWithPeople, patientOf } from '#web/queries/appointments.ts'
import { cx } from '#web/ui/cx.ts'

/** One of today's appointments with its status, which the doctor changes here (docs/product/appointments.md). */
export function AppointmentRow({
  appointment,
  isNext,
  isLate,
}: {
  appointment: AppointmentWithPeople
  isNext: boolean
  isLate: boolean
}) {
  return (
    <div
      className={cx(
        'grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-(--inset) py-3 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto]',
        isNext && 'bg-brand-50 shadow-[inset_3px_0_0_var(--color-brand-600)]',
      )}
    >
      <p className="max-sm:mb-1 max-sm:text-ink-2 sm:font-semibold whitespace-nowrap tabular-nums">
        {isNext && <span className="sr-only">Siguiente cita: </span>}
        {formatTime(appointment.appointment_time)}
      </p>
      <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
        <p className="font-semibold wrap-break-word">
          <PatientName id={appointment.patient?.id} name={patientOf(appointment)} />
        </p>
        <p className="text-meta text-ink-3 wrap-break-word">
          {appointment.study_type ?? 'Estudio por definir'}
        </p>
        <AppointmentBadges
          appointment={appointment}
          isOutside={false}
          isLate={isLate}
          className="mt-1 block"
        />
      </div>
      <AppointmentStatusControl appointment={appointment} />
    </div>
  )
}
