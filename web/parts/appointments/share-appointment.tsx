import { addressLine, appointmentMessage } from '#domain/appointment-message.ts'
import type { Clinic } from '#domain/clinic.ts'
import { messageText } from '#domain/messages.ts'
import { firstNameOf } from '#domain/person.ts'
import { whatsAppLink } from '#domain/whatsapp.ts'
import {
  type AppointmentWithPeople,
  patientOf,
  phoneOf,
  type WhoseAppointments,
} from '#web/queries/appointments.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import { CopyButton } from '../feedback/copy-button.tsx'
import { PatientLink, usePatientLink } from '../people/patient-link.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { ChangeByLink } from './change-by-link.tsx'
import { MailButton } from './mail-button.tsx'

/** Adds an appointment to a calendar; its doctor can also send it to the patient. */
export function ShareAppointment({
  appointment,
  as,
  clinic,
  zone,
  booked = false,
  withLink = false,
}: {
  appointment: AppointmentWithPeople
  as: WhoseAppointments['as']
  clinic: Pick<Clinic, 'name' | 'address' | 'phone'>
  zone: string
  /** Right after booking the message is that of the mail, without study and surname, and to send it comes next. */
  booked?: boolean
  /** Whether the message has the patient's link from the beginning. */
  withLink?: boolean
}) {
  // Somebody without an account gets no mail and has no link.
  const hasLink = as === 'doctor' && appointment.patient_id !== null
  const atOnce = withLink && hasLink
  const patientLink = usePatientLink(appointment.id, atOnce)
  const { link, isOnItsWay } = patientLink
  const waiting = isOnItsWay && 'Preparando el enlace…'
  const { appointment_date: day, appointment_time: time, study_type: study } = appointment
  const patient = patientOf(appointment)
  const phone = phoneOf(appointment)
  const message = booked
    ? messageText(
        { kind: 'cita_nueva', firstName: firstNameOf(patient), day, time, link },
        { ...clinic, address: addressLine(clinic.address) },
      )
    : appointmentMessage({ patient, day, time, study, clinic, link })

  const keep = <AddToCalendar appointment={appointment} as={as} clinic={clinic} zone={zone} />
  return (
    <div className="@container mt-6 border-t border-line pt-5">
      <div className="flex flex-wrap gap-2 @max-[26rem]:*:grow @min-[26rem]:@max-[38rem]:grid @min-[26rem]:@max-[38rem]:grid-cols-2 @min-[26rem]:@max-[38rem]:[&>p]:col-span-full">
        {as === 'doctor' && (
          <>
            <WhatsAppLink
              variant={booked ? 'primary' : undefined}
              phone={phone}
              text={message}
              to={patient}
              waiting={waiting}
            />
            <CopyButton
              variant={booked && !whatsAppLink(phone, message) ? 'primary' : undefined}
              text={message}
              label="Copiar mensaje"
              waiting={waiting}
            />
            {keep}
            {hasLink && (
              <>
                <MailButton appointment={appointment} />
                <PatientLink id={appointment.id} patientLink={patientLink} atOnce={atOnce} />
              </>
            )}
          </>
        )}
        {as === 'patient' && (
          <>
            {keep}
            <ChangeByLink id={appointment.id} />
          </>
        )}
      </div>
    </div>
  )
}
