import { queryOptions } from '@tanstack/react-query'
import type { DayReminders, MessageFigures, PreparedReminder } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'
import type { Message } from '#web/backend/database.ts'
import { keepShown } from '#web/backend/paging.ts'

export const messageKeys = {
  all: ['messages'] as const,
  ofAppointment: (id: string) => [...messageKeys.all, 'of', id] as const,
}

/** The appointments of a day (yyyy-MM-dd) that may be reminded, of a doctor or with null of all, by hour; and whether mails go out. */
export function remindersQuery(doctor: string | null, day: string) {
  return queryOptions({
    queryKey: [...messageKeys.all, 'reminders', doctor, day],
    queryFn: (): Promise<DayReminders> =>
      ask('load_reminders', (client) => client.rpc('reminders', { day, doctor })),
    placeholderData: keepShown,
  })
}

/** A message by WhatsApp for each patient of that day who wants one, with a token that is told only now. */
export const prepareReminders = (doctor: string | null, day: string): Promise<PreparedReminder[]> =>
  ask('prepare_reminders', (client) => client.rpc('prepare_reminders', { day, doctor }))

/** That a message was opened in WhatsApp, or with `undo` that it was not. */
export async function noteOpened(id: string, undo: boolean): Promise<void> {
  await ask('note_opened', (client) => client.rpc('note_opened', { message_id: id, undo }))
}

/** Asks for a mail about an appointment; answers how it stands with it: null where none goes out, as without an account. */
export async function queueMessage(
  kind: 'cita_nueva' | 'cita_cambio' | 'cita_cancelada' | 'recordatorio',
  id: string,
): Promise<Message['state'] | null> {
  const message = await ask('queue_message', (client) => client.rpc('queue_message', { kind, cita_id: id }))
  return message?.state ?? null
}

/** A mail that was given up is tried again. */
export async function retryMessage(id: string): Promise<void> {
  await ask('queue_message', (client) => client.rpc('retry_message', { id }))
}

export type AppointmentMessage = Pick<
  Message,
  'id' | 'kind' | 'channel' | 'state' | 'problem' | 'due_at' | 'sent_at'
>

/** What the patient of an appointment was told, newest first. */
export function appointmentMessagesQuery(id: string) {
  return queryOptions({
    queryKey: messageKeys.ofAppointment(id),
    queryFn: (): Promise<AppointmentMessage[]> =>
      ask('load_messages', (client) =>
        client
          .from('messages')
          .select('id, kind, channel, state, problem, due_at, sent_at')
          .eq('cita_id', id)
          .order('created_at', { ascending: false })
          .order('id'),
      ),
  })
}

/** How many messages went out, and why some did not. */
export function messageFiguresQuery() {
  return queryOptions({
    queryKey: [...messageKeys.all, 'figures'],
    queryFn: (): Promise<MessageFigures> => ask('load_messages', (client) => client.rpc('message_figures')),
  })
}

/** Whether the clinic sends mail, for staff. */
export function hasMailQuery() {
  return queryOptions({
    queryKey: [...messageKeys.all, 'mail'],
    queryFn: async (): Promise<boolean> =>
      (await ask('load_messages', (client) => client.rpc('agenda_settings'))).mail,
    staleTime: 300_000,
  })
}

/** Whether a person wants reminders; null when one may not see that. */
export function wantsRemindersQuery(id: string) {
  return queryOptions({
    queryKey: [...messageKeys.all, 'wanted', id],
    queryFn: async (): Promise<boolean | null> =>
      (
        await ask('load_profile', (client) =>
          client.from('profiles').select('wants_reminders').eq('id', id).maybeSingle(),
        )
      )?.wants_reminders ?? null,
  })
}

/** One's own reminders. */
export async function wantReminders(id: string, wanted: boolean): Promise<void> {
  await ask('save_reminders', (client) =>
    client.from('profiles').update({ wants_reminders: wanted }).eq('id', id).select('id').single(),
  )
}

/** Those of a patient, at the patient's word. */
export async function setReminders(id: string, wanted: boolean): Promise<void> {
  await ask('save_reminders', (client) => client.rpc('set_reminders', { patient_id: id, on: wanted }))
}
