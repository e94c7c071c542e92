import { addressLine } from '#domain/appointment-message.ts'
import { calendarFile } from '#domain/ics.ts'
import type { LinkedAppointment } from '#web/backend/answers.ts'
import type { PublicClinic } from '#web/backend/config.ts'
import { saveText } from '#web/ui/save-file.ts'

/** Saves an appointment as a file for its patient's calendar, without the study. */
export function saveForCalendar(
  { id, day, time, moves }: NonNullable<LinkedAppointment['cita']>,
  { name, phone, address, timeZone }: PublicClinic,
): void {
  const event = {
    id,
    day,
    time,
    sequence: moves,
    zone: timeZone,
    title: `Cita en ${name}`,
    place: `${name}, ${addressLine(address)}`,
    details: `Teléfono: ${phone}`,
  }
  saveText(`cita-${day}.ics`, 'text/calendar', calendarFile(event, new Date()))
}
