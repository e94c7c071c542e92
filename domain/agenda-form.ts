/** The form for the agenda's settings as typed; the time is HH:mm. */
export type AgendaForm = {
  notice_hours: string
  horizon_days: string
  self_booking: boolean
  mail_reminders: boolean
  reminder_time: string
  accept_orders: boolean
}

/** The form's problems, field by field, in words for the administrator; the limits of set_agenda_settings (docs/product/appointments.md). */
export function agendaErrors(form: AgendaForm): Partial<Record<keyof AgendaForm, string>> {
  const errors: Partial<Record<keyof AgendaForm, string>> = {}
  if (!isWithin(form.notice_hours, 0, 72)) errors.notice_hours = 'Escribe un número entero de 0 a 72.'
  if (!isWithin(form.horizon_days, 7, 180)) errors.horizon_days = 'Escribe un número entero de 7 a 180.'
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(form.reminder_time))
    errors.reminder_time = 'Escribe una hora, por ejemplo 10:00.'
  return errors
}

function isWithin(text: string, least: number, most: number): boolean {
  return /^\d{1,3}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
}
