import { useQuery } from '@tanstack/react-query'
import { FolderOpen, Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { welcomeMessage } from '#domain/credentials.ts'
import { longDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { useClinicZone } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Loaded } from '#web/parts/loaded.tsx'
import { ShareAppointment } from '#web/parts/share-appointment.tsx'
import { type AppointmentWithPeople, appointmentQuery, patientOf } from '#web/queries/appointments.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { requestsQuery } from '#web/queries/requests.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { MadeAccount } from './use-request-booking.ts'

/** What was booked, the ways to tell the patient, and what comes next. `made` is an account that this page made. */
export function Booked({
  appointmentId,
  made,
  next,
}: {
  appointmentId: string
  made: MadeAccount | null
  /** The address of a request's page. */
  next: (requestId: number) => string
}) {
  const query = useQuery(appointmentQuery(appointmentId))
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <Panel title="Tu cita">
        <Loaded query={query} code="load_appointments" skeleton={<SkeletonRows rows={3} />}>
          {(appointment) => appointment && <Facts appointment={appointment} />}
        </Loaded>
      </Panel>
      {made && <Access account={made} />}
      <Next patientId={query.data?.patient_id ?? null} next={next} />
    </div>
  )
}

function Facts({ appointment }: { appointment: AppointmentWithPeople }) {
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
          {longDay(appointment.appointment_date)}, {formatTime(appointment.appointment_time)}
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
          copyLabel="Copiar mensaje"
        />
      )}
    </div>
  )
}

/** The temporary password, folded; it stands in 'Credenciales' for its hour as well. */
function Access({ account: { email, fullName, tempPassword } }: { account: MadeAccount }) {
  return (
    <Panel title="Acceso al portal">
      <details className="p-4.5">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">
          Contraseña temporal
        </summary>
        <p className="mt-2 text-meta text-ink-2 wrap-break-word">
          <EmailText>{email}</EmailText>
        </p>
        <p className="font-mono text-[1.125rem] tracking-wide wrap-break-word select-all">{tempPassword}</p>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <CopyButton
            text={welcomeMessage({ site: window.location.origin, email, tempPassword, fullName })}
            label="Copiar acceso"
          />
          <Link to={paths.credentials} className={buttonStyle('link', 'compact')}>
            Ver Credenciales
          </Link>
        </div>
      </details>
    </Panel>
  )
}

function Next({ patientId, next }: { patientId: string | null; next: (requestId: number) => string }) {
  const { data } = useQuery(
    requestsQuery({
      status: 'pendiente',
      order: { column: 'created_at', ascending: true },
      page: 1,
      pageSize: 1,
    }),
  )
  const waiting = data?.rows[0]
  return (
    <div className="flex flex-wrap gap-2 *:max-sm:w-full">
      {patientId && (
        <Link to={paths.patient(patientId)} className={buttonStyle('secondary')}>
          <FolderOpen aria-hidden className="size-5" />
          Ver Expediente
        </Link>
      )}
      {waiting && (
        <Link to={next(waiting.id)} className={buttonStyle('primary')}>
          <Inbox aria-hidden className="size-5" />
          Siguiente solicitud pendiente
        </Link>
      )}
    </div>
  )
}
