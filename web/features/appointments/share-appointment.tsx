import { CalendarPlus } from 'lucide-react'
import { addressLine, appointmentMessage } from '#domain/appointment-message.ts'
import type { Clinic } from '#domain/clinic.ts'
import { calendarFile } from '#domain/ics.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { type CitaWithPeople, patientOf, phoneOf, type WhoseCitas } from '#web/queries/citas.ts'
import { Button } from '#web/ui/button.tsx'
import { saveText } from '#web/ui/save-text.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'

/** Adds an appointment to a calendar; its doctor can also send it to the patient. */
export function ShareAppointment({
  cita,
  as,
  clinic,
  zone,
}: {
  cita: CitaWithPeople
  as: WhoseCitas['as']
  clinic: Pick<Clinic, 'name' | 'address' | 'phone'>
  zone: string
}) {
  const message = appointmentMessage({
    patient: patientOf(cita),
    day: cita.appointment_date,
    time: cita.appointment_time,
    study: cita.study_type,
    clinic,
  })

  function save() {
    const study = cita.study_type ?? 'Estudio por definir'
    const event = {
      id: cita.id,
      day: cita.appointment_date,
      time: cita.appointment_time,
      zone,
      title: as === 'doctor' ? `${patientOf(cita)}: ${study}` : `Cita en ${clinic.name}: ${study}`,
      place: `${clinic.name}, ${addressLine(clinic.address)}`,
      details:
        as === 'doctor' ? `Teléfono: ${phoneOf(cita) ?? 'No especificado'}` : `Teléfono: ${clinic.phone}`,
    }
    saveText(`cita-${cita.appointment_date}.ics`, 'text/calendar', calendarFile(event, new Date()))
  }

  return (
    <div className="mt-6 flex flex-wrap gap-2 border-t border-line pt-5">
      <Button size="compact" icon={<CalendarPlus aria-hidden className="size-4.5" />} onClick={save}>
        Agregar al calendario
      </Button>
      {as === 'doctor' && (
        <>
          <WhatsAppLink phone={phoneOf(cita)} text={message} to={patientOf(cita)} />
          <CopyButton text={message} />
        </>
      )}
    </div>
  )
}
