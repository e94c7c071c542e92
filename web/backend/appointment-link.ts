import type { FreeStart, LinkAct, LinkedAppointment } from './answers.ts'
import { askPlainly } from './ask-plainly.ts'

// What the page behind an appointment's link asks, as whoever holds its token (docs/product/appointments.md).

/** What the link shows, or null once it has ended. Throws an AppError `load_linked_appointment`. */
export const linkedAppointment = (token: string) =>
  askPlainly<LinkedAppointment>('load_linked_appointment', 'cita_link', { token })

/** Free starts of 14 days from a day on, or null once the link has ended. Throws an AppError `load_clinic_hours`. */
export const freeStarts = (token: string, fromDay: string) =>
  askPlainly<FreeStart[]>('load_clinic_hours', 'cita_link_slots', { token, from_day: fromDay })

/** Throws an AppError `act_by_link`: the act may have been stored all the same. */
export async function actByLink(
  name: 'confirm_by_link' | 'cancel_by_link' | 'tell_absence' | 'move_by_link' | 'book_by_link',
  token: string,
  start: { day?: string; at?: string } = {},
): Promise<LinkAct> {
  return (await askPlainly<LinkAct>('act_by_link', name, { token, ...start })) ?? { outcome: 'ended' }
}

/** Whether the dentist who ordered it receives the images. Throws an AppError `act_by_link`. */
export async function shareByLink(token: string, shared: boolean): Promise<LinkAct> {
  return (
    (await askPlainly<LinkAct>('act_by_link', 'set_sharing_by_link', { token, shared })) ?? {
      outcome: 'ended',
    }
  )
}

/** That no reminders are wanted any more, or are again. Throws an AppError `act_by_link`. */
export async function stopReminders(token: string, stop: boolean): Promise<LinkAct> {
  return (await askPlainly<LinkAct>('act_by_link', 'stop_reminders', { token, stop })) ?? { outcome: 'ended' }
}
