import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hasBegun } from '#domain/appointment-badges.ts'
import { addressLine } from '#domain/appointment-message.ts'
import { isFinalAppointmentStatus, parseAppointmentStatus } from '#domain/appointment-status.ts'
import { dayInZone, formatDay, timeInZone } from '#domain/days.ts'
import { phoneForms, phoneText } from '#domain/phone.ts'
import { requestNumber } from '#domain/request-number.ts'
import { clinicMoment, useClinicZone, useNow } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { AppointmentBadges } from '#web/parts/appointments/appointment-badges.tsx'
import { AppointmentMessages } from '#web/parts/appointments/appointment-messages.tsx'
import { AppointmentStatusControl } from '#web/parts/appointments/appointment-status-control.tsx'
import { ShareAppointment } from '#web/parts/appointments/share-appointment.tsx'
import { useIsOutside } from '#web/parts/appointments/use-is-outside.ts'
import { OrderOfRequest } from '#web/parts/orders/order-facts.tsx'
import { besideContact, ContactLinks } from '#web/parts/people/contact-links.tsx'
import { PatientName } from '#web/parts/people/patient-name.tsx'
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
import { cx } from '#web/ui/cx.ts'
import { AppointmentHistory } from './appointment-history.tsx'
import { NoShow } from './no-show.tsx'

const link = 'text-brand-700 underline underline-offset-4 wrap-break-word'
/** For a finger as tall as a button. */
const tallLink = `${link} inline-flex max-w-full items-center touch-target`

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
  const now = new Date(useNow(30_000))
  const today = dayInZone(now, zone)
  const status = parseAppointmentStatus(appointment.status)
  const open = status !== null && !isFinalAppointmentStatus(status)
  const ahead = open && appointment.appointment_date >= today
  const begun = hasBegun(appointment, { day: today, time: timeInZone(now, zone) })
  const maybeMissed = status === 'no_asistio' || (open && begun)
  const booked = clinicMoment(appointment.created_at, zone)
  const isOutside = useIsOutside(as)
  const phone = phoneOf(appointment)
  const doctor: Term = ['Doctor', appointment.doctor?.full_name ?? appointment.doctor_name ?? 'Sin nombre']
  const study: Term = ['Tipo de estudio', appointment.study_type ?? 'Por definir']
  const forDoctor: Term[] = [
    [
      'Estado',
      <span key="status" className="flex flex-wrap items-center gap-2">
        <AppointmentStatusControl appointment={appointment} />
        {maybeMissed && <NoShow appointment={appointment} today={today} />}
      </span>,
    ],
    study,
    ['Paciente', <PatientName key="patient" id={appointment.patient?.id} name={patientOf(appointment)} />],
    // An administrator may also open other doctors' appointments.
    ...(appointment.doctor_id === me.id ? [] : [doctor]),
    [
      'Teléfono',
      phone ? (
        <ContactLinks key="phone" name={patientOf(appointment)} phone={phone} writes={!ahead} />
      ) : (
        'No especificado'
      ),
    ],
    [
      'Correo electrónico',
      appointment.patient ? (
        <ContactLinks key="email" name={patientOf(appointment)} email={appointment.patient.email} />
      ) : (
        'Sin cuenta en el portal'
      ),
    ],
    ['Agendada', `${formatDay(booked.day)}, ${booked.time}`],
    ...(appointment.request_id === null
      ? []
      : ([
          [
            'Viene de',
            <Link key="request" to={paths.request(appointment.request_id)} className={tallLink}>
              Solicitud {requestNumber(appointment.request_id)}
            </Link>,
          ],
        ] satisfies Term[])),
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
      {as === 'doctor' && (
        <AppointmentBadges
          appointment={appointment}
          isOutside={isOutside(appointment)}
          className="mb-4 block"
        />
      )}
      {as === 'doctor' && appointment.request_id !== null && (
        <OrderOfRequest requestId={appointment.request_id} className="mb-4" />
      )}
      <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
        {(as === 'doctor' ? forDoctor : forPatient).map(([term, value]) => (
          <div
            key={term}
            className={cx(
              'min-w-0',
              (term === 'Correo electrónico' || (term === 'Estado' && maybeMissed && as === 'doctor')) &&
                'sm:col-span-2',
            )}
          >
            <dt className="mb-0.5 text-meta text-ink-3">{term}</dt>
            <dd className={cx(as === 'doctor' && besideContact, 'wrap-break-word')}>{value}</dd>
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
      {as === 'doctor' && <AppointmentMessages id={appointment.id} />}
      {as === 'doctor' && <AppointmentHistory id={appointment.id} />}
    </>
  )
}

type Term = [term: string, value: ReactNode]

function Call({ phone }: { phone: string }) {
  return (
    <a href={phoneForms(phone).tel} className={`${tallLink} tabular-nums pointer-coarse:-my-3`}>
      {phoneText(phone)}
    </a>
  )
}
