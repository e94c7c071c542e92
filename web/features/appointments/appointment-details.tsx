import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addressLine } from '#domain/appointment-message.ts'
import { isFinalAppointmentStatus, parseAppointmentStatus } from '#domain/appointment-status.ts'
import { formatDay } from '#domain/days.ts'
import { phoneLink } from '#domain/phone-link.ts'
import { clinicMoment, useClinicToday, useClinicZone } from '#web/hooks/clock.ts'
import { AppointmentStatusControl } from '#web/parts/appointment-status-control.tsx'
import { OutsideHours } from '#web/parts/outside-hours.tsx'
import { ShareAppointment } from '#web/parts/share-appointment.tsx'
import { useIsOutside } from '#web/parts/use-is-outside.ts'
import {
  type AppointmentWithPeople,
  patientOf,
  phoneOf,
  type WhoseAppointments,
} from '#web/queries/appointments.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { preparationQuery } from '#web/queries/services.ts'
import { useProfile } from '#web/session/session.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { EmailText } from '#web/ui/email-text.tsx'

const link = 'text-brand-700 underline underline-offset-4 wrap-break-word'

/** The data of an appointment, its status, and while it lies ahead the ways to pass it on. */
export function AppointmentDetails({
  appointment,
  as,
}: {
  appointment: AppointmentWithPeople
  as: WhoseAppointments['as']
}) {
  const me = useProfile()
  const { data: clinic } = useQuery(clinicQuery())
  const { data: preparation } = useQuery(preparationQuery(appointment.study_type ?? ''))
  const zone = useClinicZone()
  const today = useClinicToday()
  const status = parseAppointmentStatus(appointment.status)
  const ahead = status !== null && !isFinalAppointmentStatus(status) && appointment.appointment_date >= today
  const booked = clinicMoment(appointment.created_at, zone)
  const isOutside = useIsOutside(as)
  const phone = phoneOf(appointment)
  const doctor: Term = ['Doctor', appointment.doctor?.full_name ?? appointment.doctor_name ?? 'Sin nombre']
  const study: Term = ['Tipo de estudio', appointment.study_type ?? 'Por definir']
  const forDoctor: Term[] = [
    ['Estado', <AppointmentStatusControl key="status" appointment={appointment} />],
    study,
    ['Paciente', patientOf(appointment)],
    // An administrator may also open other doctors' appointments.
    ...(appointment.doctor_id === me.id ? [] : [doctor]),
    ['Teléfono', phone ? <Call key="phone" phone={phone} /> : 'No especificado'],
    [
      'Correo electrónico',
      <EmailText key="email">{appointment.patient?.email ?? 'Sin cuenta en el portal'}</EmailText>,
    ],
    ['Agendada', `${formatDay(booked.day)}, ${booked.time}`],
  ]
  const forPatient: Term[] = [
    ['Estado', <StatusChip key="status" of="appointment" status={appointment.status} />],
    study,
    doctor,
    ['Especialidad', appointment.doctor?.specialty || appointment.especialidad],
    ...(clinic
      ? ([
          [
            'Dirección',
            <a key="place" href={clinic.mapUrl} target="_blank" rel="noopener noreferrer" className={link}>
              {addressLine(clinic.address)}
              <span className="sr-only"> (mapa, se abre en otra pestaña)</span>
            </a>,
          ],
          ['Teléfono de la clínica', <Call key="phone" phone={clinic.phone} />],
        ] satisfies Term[])
      : []),
  ]
  return (
    <>
      {isOutside(appointment) && <OutsideHours className="mb-4" />}
      <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
        {(as === 'doctor' ? forDoctor : forPatient).map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="mb-0.5 text-meta text-ink-3">{term}</dt>
            <dd className="wrap-break-word">{value}</dd>
          </div>
        ))}
        {preparation && (
          <div className="sm:col-span-2">
            <dt className="mb-0.5 text-meta text-ink-3">Preparación</dt>
            <dd className="wrap-break-word whitespace-pre-line">{preparation}</dd>
          </div>
        )}
      </dl>
      {clinic && ahead && <ShareAppointment appointment={appointment} as={as} clinic={clinic} zone={zone} />}
    </>
  )
}

type Term = [term: string, value: ReactNode]

function Call({ phone }: { phone: string }) {
  return (
    <a href={phoneLink(phone)} className={`${link} tabular-nums`}>
      {phone}
    </a>
  )
}
