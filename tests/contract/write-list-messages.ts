import { messageOf, remindedBy, remindedDay } from './message-rows.ts'
import { rowOf, type Write } from './write-case.ts'
import { mail, patientRow } from './write-rows.ts'

const noMessage = 'missing: No se pudo encontrar el mensaje.'
const noPatient = 'missing: No se pudo encontrar el paciente.'
const ofAppointment = (id: string) => `select channel, state from public.messages where cita_id = '${id}'`
const wanted = (id: string) => `select wants_reminders from public.profiles where id = '${id}'`

/** Messages to patients, and who wants to be reminded. */
export const writesOfMessages: readonly Write[] = [
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
