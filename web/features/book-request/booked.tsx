import { useQuery } from '@tanstack/react-query'
import { longDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { useClinicZone } from '#web/hooks/clock.ts'
import { AppointmentMessages } from '#web/parts/appointments/appointment-messages.tsx'
import { ShareAppointment } from '#web/parts/appointments/share-appointment.tsx'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { type AppointmentWithPeople, appointmentQuery, patientOf } from '#web/queries/appointments.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** What was booked, and the ways to tell the patient; `justNow` on this page, so that the message has the link already. */
export function Booked({ appointmentId, justNow }: { appointmentId: string; justNow: boolean }) {
  const query = useQuery(appointmentQuery(appointmentId))
  return (
    <Panel title="Cita">
      <Loaded query={query} code="load_appointments" skeleton={<SkeletonRows rows={3} />}>
        {(appointment) => appointment && <Facts appointment={appointment} justNow={justNow} />}
      </Loaded>
    </Panel>
  )
}

function Facts({ appointment, justNow }: { appointment: AppointmentWithPeople; justNow: boolean }) {
  const { data: clinic } = useQuery(clinicQuery())
  const zone = useClinicZone()
  const doctor = appointment.doctor?.full_name ?? appointment.doctor_name ?? 'Sin nombre'
  const terms = [
    ['Paciente', patientOf(appointment)],
    ['Doctor', doctor],
    ['Tipo de estudio', appointment.study_type ?? 'Por definir'],
  ] as const
  return (
    <div className="p-4.5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-card tabular-nums">
          <span className="block text-balance first-letter:uppercase">
            {longDay(appointment.appointment_date)}
          </span>{' '}
          <span className="block">{formatTime(appointment.appointment_time)}</span>
        </p>
        <StatusChip of="appointment" status={appointment.status} />
      </div>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-3">
        {terms.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-meta text-ink-3">{term}</dt>
            <dd className="wrap-break-word">{value}</dd>
          </div>
        ))}
      </dl>
      {clinic && (
        <ShareAppointment
          appointment={appointment}
          as="doctor"
          clinic={clinic}
          zone={zone}
          booked
          withLink={justNow}
        />
      )}
      <AppointmentMessages id={appointment.id} />
    </div>
  )
}
