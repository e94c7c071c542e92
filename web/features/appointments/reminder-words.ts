import { timeInZone } from '#domain/days.ts'
import { whatsAppLink } from '#domain/whatsapp.ts'
import type { Reminder } from '#web/backend/answers.ts'

/** '9:41', as a clock on the wall. */
export function shortTime(instant: string, zone: string): string {
  return timeInZone(new Date(instant), zone).replace(/^0/, '')
}

/** How the mail of a reminder went. */
export function mailWords({ mail, email, late }: Reminder, zone: string): string {
  if (!mail && email === null) return 'Sin correo'
  if (!mail) return late ? 'Cita de último momento: no lleva recordatorio' : 'Sin recordatorio por correo'
  if (mail.state === 'enviado' && mail.sent_at) return `Correo enviado ${shortTime(mail.sent_at, zone)}`
  return mail.state === 'pendiente' || mail.state === 'enviando' ? 'Correo en camino' : 'No salió'
}

/** Why somebody is not reminded by WhatsApp, or null. */
export function noWhatsApp(reminder: Reminder): string | null {
  if (!reminder.wants_reminders) return 'No quiere recordatorios'
  if (reminder.patient_id === null) return 'Sin cuenta en el portal'
  return whatsAppLink(reminder.phone, '') === null ? 'Sin WhatsApp' : null
}

/** Whether nobody has reminded this patient yet, and somebody can. */
export function isMissing(reminder: Reminder): boolean {
  return (
    reminder.status !== 'confirmada' &&
    reminder.mail?.state !== 'enviado' &&
    reminder.whatsapp?.state !== 'abierto' &&
    noWhatsApp(reminder) === null
  )
}
