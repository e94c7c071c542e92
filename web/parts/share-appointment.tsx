import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { addressLine, appointmentMessage } from '#domain/appointment-message.ts'
import type { Clinic } from '#domain/clinic.ts'
import { calendarFile } from '#domain/ics.ts'
import {
  type AppointmentWithPeople,
  patientOf,
  phoneOf,
  type WhoseAppointments,
} from '#web/queries/appointments.ts'
import { Button } from '#web/ui/button.tsx'
import { saveText } from '#web/ui/save-text.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import { ChangeByLink } from './change-by-link.tsx'
import { CopyButton } from './copy-button.tsx'
import { MailButton } from './mail-button.tsx'
import { PatientLink } from './patient-link.tsx'

/** Adds an appointment to a calendar; its doctor can also send it to the patient. */
export function ShareAppointment({
  appointment,
  as,
  clinic,
  zone,
  copyLabel,
  withLink = false,
}: {
  appointment: AppointmentWithPeople
  as: WhoseAppointments['as']
  clinic: Pick<Clinic, 'name' | 'address' | 'phone'>
  zone: string
  /** Of the button that copies the message. */
  copyLabel?: string
  /** Whether the message has the patient's link from the beginning. */
  withLink?: boolean
}) {
  const [link, setLink] = useState<string | null>(null)
  const message = appointmentMessage({
    patient: patientOf(appointment),
    day: appointment.appointment_date,
    time: appointment.appointment_time,
    study: appointment.study_type,
    clinic,
    link,
  })

  function save() {
    const study = appointment.study_type ?? 'Estudio por definir'
    const event = {
      id: appointment.id,
      sequence: appointment.moves,
      day: appointment.appointment_date,
      time: appointment.appointment_time,
      zone,
      title: as === 'doctor' ? `${patientOf(appointment)}: ${study}` : `Cita en ${clinic.name}: ${study}`,
      place: `${clinic.name}, ${addressLine(clinic.address)}`,
      details:
        as === 'doctor'
          ? `Teléfono: ${phoneOf(appointment) ?? 'No especificado'}`
          : `Teléfono: ${clinic.phone}`,
    }
    saveText(`cita-${appointment.appointment_date}.ics`, 'text/calendar', calendarFile(event, new Date()))
  }

  return (
    <div className="mt-6 flex flex-wrap gap-2 border-t border-line pt-5">
      <Button size="compact" icon={<CalendarPlus aria-hidden className="size-4.5" />} onClick={save}>
        Agregar al calendario
      </Button>
      {as === 'doctor' && (
        <>
          <WhatsAppLink phone={phoneOf(appointment)} text={message} to={patientOf(appointment)} />
          <CopyButton text={message} label={copyLabel} />
          {/* Somebody without an account gets no mail and has no link. */}
          {appointment.patient_id && (
            <>
              <MailButton appointment={appointment} />
              <PatientLink id={appointment.id} onLink={setLink} atOnce={withLink} />
            </>
          )}
        </>
      )}
      {as === 'patient' && <ChangeByLink id={appointment.id} />}
    </div>
  )
}
