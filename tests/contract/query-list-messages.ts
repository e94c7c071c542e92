import { remindedBy, remindedDay } from './message-rows.ts'
import { type Case, noneYet, ofAdministrators, read } from './query-case.ts'

const one = '00000000-0000-4000-9000-000000000046'

/** Reminders and messages. */
export const readsOfMessages: readonly Case[] = [
  [
    'remindersQuery',
    'of a doctor’s day',
    async (q, s) => {
      await remindedBy(s, one)
      return read(q.remindersQuery(s.id('doctora'), remindedDay(s)))
    },
    { some: 'admin doctora', forbidden: 'doctor paciente paciente2 visitor' },
  ],
  [
    'appointmentMessagesQuery',
    'of an appointment',
    (q, s) => read(q.appointmentMessagesQuery(s.appointment)),
    noneYet,
  ],
  ['messageFiguresQuery', 'of the clinic', (q) => read(q.messageFiguresQuery()), ofAdministrators],
  [
    'hasMailQuery',
    'where there is none',
    (q) => read(q.hasMailQuery()),
    { none: 'admin doctora doctor', forbidden: 'paciente paciente2 visitor' },
  ],
  [
    'wantsRemindersQuery',
    'of a patient',
    (q, s) => read(q.wantsRemindersQuery(s.id('paciente'))),
    { some: 'admin doctora paciente', none: 'doctor paciente2', forbidden: 'visitor' },
  ],
]
