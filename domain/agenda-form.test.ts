import { expect, it } from 'vitest'
import { agendaErrors } from './agenda-form.ts'

const form = {
  notice_hours: '4',
  horizon_days: '60',
  self_booking: true,
  mail_reminders: true,
  reminder_time: '10:00',
  accept_orders: false,
}

it.each([
  { notice_hours: '0', horizon_days: '7', reminder_time: '00:00' },
  { notice_hours: ' 72 ', horizon_days: '180', reminder_time: '23:59' },
])('takes the limits of the agenda: %j', (typed) => {
  expect(agendaErrors({ ...form, ...typed })).toEqual({})
})

it.each([
  ['notice_hours', '73', 'Escribe un número entero de 0 a 72.'],
  ['notice_hours', '', 'Escribe un número entero de 0 a 72.'],
  ['notice_hours', '4.5', 'Escribe un número entero de 0 a 72.'],
  ['horizon_days', '6', 'Escribe un número entero de 7 a 180.'],
  ['horizon_days', '181', 'Escribe un número entero de 7 a 180.'],
  ['reminder_time', '', 'Escribe una hora, por ejemplo 10:00.'],
  ['reminder_time', '24:00', 'Escribe una hora, por ejemplo 10:00.'],
])('refuses %s %j', (field, typed, problem) => {
  expect(agendaErrors({ ...form, [field]: typed })).toEqual({ [field]: problem })
})
