import { expect, it } from 'vitest'
import type { Reminder } from '#web/backend/answers.ts'
import { mailWords } from './reminder-words.ts'

const zone = 'America/Mexico_City'
const reminder: Reminder = {
  id: 'cita',
  time: '10:00:00',
  status: 'pendiente',
  warned: false,
  doctor_name: 'Dra. Lucía Ferrer',
  patient_id: 'ana',
  name: 'Ana Ruiz',
  phone: null,
  email: 'ana@correo.test',
  wants_reminders: true,
  mail: null,
  late: false,
  whatsapp: null,
}

it.each<[string, Partial<Reminder>, string]>([
  ['nobody can be written to', { email: null }, 'Sin correo'],
  ['booked too late', { late: true }, 'Cita de último momento: no lleva recordatorio'],
  ['booked too late without an address', { late: true, email: null }, 'Sin correo'],
  ['none is planned', {}, 'Sin recordatorio por correo'],
  ['it went out', { mail: { state: 'enviado', sent_at: '2026-11-26T16:02:00Z' } }, 'Correo enviado 10:02'],
  ['it waits', { mail: { state: 'pendiente', sent_at: null } }, 'Correo en camino'],
  ['it was left out', { mail: { state: 'omitido', sent_at: null } }, 'No salió'],
])('when %s the row says so', (_, change, words) => {
  expect(mailWords({ ...reminder, ...change }, zone)).toBe(words)
})
