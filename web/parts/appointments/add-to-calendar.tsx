import { CalendarPlus } from 'lucide-react'
import { addressLine } from '#domain/appointment-message.ts'
import type { Clinic } from '#domain/clinic.ts'
import { calendarFile } from '#domain/ics.ts'
import {
  type AppointmentWithPeople,
  patientOf,
  phoneOf,
  type WhoseAppointments,
} from '#web/queries/appointments.ts'
import { Button } from '#web/ui/button.tsx'
import { saveText } from '#web/ui/save-file.ts'

/** Saves an appointment as a file for the calendar of its doctor or its patient. */
export function AddToCalendar({
  appointment,
  as,
  clinic,
  zone,
}: {
  appointment: AppointmentWithPeople
  as: WhoseAppointments['as']
  clinic: Pick<Clinic, 'name' | 'address' | 'phone'>
  zone: string
}) {
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
    <Button size="compact" icon={<CalendarPlus aria-hidden className="size-4.5" />} onClick={save}>
      Agregar al calendario
    </Button>
  )
}
