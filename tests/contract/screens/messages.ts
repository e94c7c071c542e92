import { messageOf, remindedBy, remindedDay } from '../message-rows.ts'
import { type Case, noneYet, ofAdministrators, read } from '../query-case.ts'
import { rowOf, type Write } from '../write-case.ts'
import { mail, patientRow } from '../write-rows.ts'

const one = '00000000-0000-4000-9000-000000000046'

/** Reminders and messages. */
export const reads: readonly Case[] = [
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

const noMessage = 'missing: No se pudo encontrar el mensaje.'
const noPatient = 'missing: No se pudo encontrar el paciente.'
const ofAppointment = (id: string) => `select channel, state from public.messages where cita_id = '${id}'`
const wanted = (id: string) => `select wants_reminders from public.profiles where id = '${id}'`

/** Messages to patients, and who wants to be reminded. */
export const writes: readonly Write[] = [
  [
    'prepareReminders',
    'of a doctor',
    {
      row: (place) => remindedBy(place),
      run: (q, place) => q.prepareReminders(place.id('doctora'), remindedDay(place)),
      answers: {
        done: 'admin doctora',
        'forbidden: No tienes permiso para ver estos recordatorios.': 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: ofAppointment,
      after: () => [{ channel: 'whatsapp', state: 'pendiente' }],
    },
  ],
  [
    'noteOpened',
    'of an appointment',
    {
      row: (place) => messageOf(place, 'whatsapp', 'pendiente'),
      run: (q, _, id) => q.noteOpened(id, false),
      answers: { done: 'admin doctora', [noMessage]: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('messages', id),
      after: (_, __, me) => [{ state: 'abierto', sent_by: me }],
    },
  ],
  [
    'retryMessage',
    'that failed',
    {
      row: (place) => messageOf(place, 'correo', 'fallido'),
      run: (q, _, id) => q.retryMessage(id),
      answers: { done: 'admin doctora', [noMessage]: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('messages', id),
      after: () => [{ state: 'pendiente', tries: 0 }],
    },
  ],
  [
    'queueMessage',
    'of an appointment',
    {
      row: async (place) => {
        await mail(place, 'on')
        return remindedBy(place)
      },
      run: async (q, place, id) => {
        const queued = await q.queueMessage('cita_nueva', id).finally(() => mail(place, 'off'))
        if (!queued) throw new Error('Nothing was queued')
      },
      answers: {
        done: 'admin doctora',
        'missing: No se pudo encontrar la cita.': 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: ofAppointment,
      after: () => [{ channel: 'correo', state: 'pendiente' }],
    },
  ],
  [
    'queueMessage',
    'without a mail server',
    {
      row: (place) => remindedBy(place),
      run: (q, _, id) => q.queueMessage('cita_nueva', id),
      answers: {
        nothing: 'admin doctora',
        'missing: No se pudo encontrar la cita.': 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: ofAppointment,
      after: () => [],
    },
  ],
  [
    'setReminders',
    'of a patient',
    {
      row: async (place) => {
        await place.product.database.query('update public.profiles set wants_reminders = true')
        return place.id('paciente')
      },
      run: (q, _, id) => q.setReminders(id, false),
      answers: { done: 'admin doctora', [noPatient]: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: wanted,
      after: () => [{ wants_reminders: false }],
    },
  ],
  [
    'wantReminders',
    'of a patient',
    {
      row: patientRow,
      run: (q, _, id) => q.wantReminders(id, false),
      answers: {
        'forbidden: No tienes permiso para cambiar ese dato del perfil.': 'admin',
        missing: 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: wanted,
      after: () => [],
    },
  ],
  [
    'wantReminders',
    "one's own",
    {
      row: async (place) => {
        await place.product.database.query('update public.profiles set wants_reminders = true')
        return place.id('paciente')
      },
      run: (q, _, _id, me) => q.wantReminders(me, false),
      answers: { done: 'paciente', nothing: 'admin doctora doctor paciente2', forbidden: 'visitor' },
      stored: wanted,
      after: () => [{ wants_reminders: false }],
    },
  ],
]
