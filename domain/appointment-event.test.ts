import { expect, it } from 'vitest'
import {
  type AppointmentEventKind,
  changeSentence,
  type EventFacts,
  eventSentence,
} from './appointment-event.ts'

const event = (kind: AppointmentEventKind, more: Partial<EventFacts> = {}): EventFacts => ({
  kind,
  by: 'clinica',
  from_day: null,
  from_time: null,
  to_day: '2026-11-24',
  to_time: '10:00:00',
  reason: null,
  ...more,
})
const moved = { from_day: '2026-11-23', from_time: '09:30:00' }
const plain = (sentence: string) => sentence.replaceAll('\u00a0', ' ')

it.each([
  [event('agendada'), 'Dra. Lucía la agendó para el 24/11/2026 a las 10:00 a. m.'],
  [
    event('sobrecupo', { reason: 'Dolor agudo' }),
    'Dra. Lucía la sobreagendó para el 24/11/2026 a las 10:00 a. m. Motivo: Dolor agudo.',
  ],
  [event('confirmada'), 'Dra. Lucía la marcó como confirmada.'],
  [
    event('movida', moved),
    'Dra. Lucía la cambió del 23/11/2026 a las 09:30 a. m. al 24/11/2026 a las 10:00 a. m.',
  ],
  [event('movida', { from_day: '2026-11-24', from_time: '10:00:00' }), 'Dra. Lucía la pasó a otro doctor.'],
  [event('cancelada'), 'Dra. Lucía la canceló.'],
  [event('no_asistio'), 'Dra. Lucía anotó que el paciente no asistió.'],
  [event('deshecha'), 'Dra. Lucía deshizo «No asistió».'],
])('tells what the clinic did: %#', (given, sentence) => {
  expect(plain(eventSentence(given, 'Dra. Lucía'))).toBe(sentence)
})

it.each([
  ['agendada', 'El paciente apartó el 24/11/2026 a las 10:00 a. m.'],
  ['confirmada', 'El paciente confirmó que asistirá.'],
  ['cancelada', 'El paciente la canceló.'],
  ['aviso', 'El paciente avisó que no vendrá.'],
] as const)('tells what the patient did by link: %s', (kind, sentence) => {
  expect(plain(eventSentence(event(kind, { by: 'paciente' }), null))).toBe(sentence)
})

it('says the clinic where the reader may not know who, and the day alone without a time', () => {
  expect(eventSentence(event('agendada', { to_time: null }), null)).toBe(
    'La clínica la agendó para el 24/11/2026.',
  )
  expect(eventSentence(event('agendada', { to_day: null, to_time: null }), null)).toBe(
    'La clínica la agendó para el día por definir.',
  )
})

it.each([
  ['agendada', 'Mariana López agendó su cita para el 24/11/2026 a las 10:00 a. m.'],
  ['confirmada', 'Mariana López confirmó su cita del 24/11/2026 a las 10:00 a. m.'],
  ['movida', 'Mariana López cambió su cita del 23/11/2026 a las 09:30 a. m. al 24/11/2026 a las 10:00 a. m.'],
  ['cancelada', 'Mariana López canceló su cita del 24/11/2026 a las 10:00 a. m.'],
  ['aviso', 'Mariana López avisó que no vendrá a su cita del 24/11/2026 a las 10:00 a. m.'],
  ['deshecha', 'Mariana López hizo un cambio en su cita del 24/11/2026 a las 10:00 a. m.'],
] as const)('tells staff what a patient changed: %s', (kind, sentence) => {
  expect(plain(changeSentence(event(kind, { by: 'paciente', ...moved }), 'Mariana López'))).toBe(sentence)
})
