import { appointmentStatusLabels } from '#domain/appointment-status.ts'
import { longDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import type { LinkAct, LinkedAppointment } from '#web/backend/answers.ts'

/** Sentences of the page behind an appointment's link (docs/product/appointments.md). */

/** 'lunes 30 de noviembre de 2026 a las 10:00 a. m.' for a yyyy-MM-dd and an HH:mm:ss. */
export const startWords = (day: string, time: string) => `${longDay(day)} a las ${formatTime(time)}`

export const endedWords = (phone: string) => `Este enlace ya no sirve. Llámanos al ${phone}.`

/** What a patient reads of the state of an appointment. */
export function statusWords(status: NonNullable<LinkedAppointment['cita']>['status']): string {
  if (status === 'pendiente' || status === 'aceptada') return 'Por confirmar'
  return status === 'no_asistio' ? 'No asististe' : appointmentStatusLabels[status]
}

/** What stands above the facts before anything is done; '' where they say it all. */
export function noticeWords(link: LinkedAppointment, phone: string): string {
  const { cita: appointment } = link
  if (!appointment) return link.self_booking ? '' : `Para agendar, llámanos al ${phone}.`
  if (appointment.status === 'cancelada')
    return `Tu cita está cancelada. Si quieres otra, llámanos al ${phone}.`
  if (!isOpen(appointment)) return ''
  if (appointment.warned) return 'La clínica ya sabe que no podrás ir.'
  if (appointment.in_notice) {
    const hours = link.notice_hours === 1 ? 'menos de 1 hora' : `menos de ${link.notice_hours} horas`
    return `${link.notice_hours === 1 ? 'Falta' : 'Faltan'} ${hours} para tu cita. Para cambiarla o cancelarla llámanos al ${phone}.`
  }
  return ''
}

/** How an act ended, to be read at once. */
export function outcomeWords(act: LinkAct, phone: string): string {
  switch (act.outcome) {
    case 'ended':
      return endedWords(phone)
    case 'confirmed':
      return '¡Gracias! Te esperamos.'
    case 'booked':
      return 'Tu cita quedó agendada.'
    case 'moved':
      return 'Tu cita quedó en su nuevo horario.'
    case 'moves':
      return `Ya cambiaste esta cita dos veces. Llámanos al ${phone}.`
    case 'taken':
    case 'closed':
    case 'too_soon':
      return 'Ese horario acaba de ocuparse. Elige otro.'
    case 'same':
      return 'Tu cita ya está en ese horario. Elige otro.'
    case 'beyond':
      return `Elige un día de los próximos ${act.link.horizon_days}.`
    case 'stopped':
      return 'Ya no te enviaremos recordatorios.'
    case 'resumed':
      return 'Te enviaremos recordatorios de tus citas.'
    case 'shared':
      return `Tus imágenes se compartirán con ${act.link.receiver?.name ?? 'tu dentista'}.`
    case 'unshared':
      return `Tus imágenes ya no se comparten con ${act.link.receiver?.name ?? 'tu dentista'}.`
    case 'portal':
      return 'Para volver a compartir entra al portal o llámanos.'
    case 'off':
      return `Para agendar, llámanos al ${phone}.`
    case 'cancelled':
    case 'told':
    case 'notice':
    case 'final':
      return noticeWords(act.link, phone) || 'Esta cita ya no se puede cambiar por aquí.'
  }
}

/** Whether an appointment is still to come. */
export const isOpen = ({ status, begun }: NonNullable<LinkedAppointment['cita']>) =>
  !begun && (status === 'pendiente' || status === 'confirmada' || status === 'aceptada')
