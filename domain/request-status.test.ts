import { expect, it } from 'vitest'
import {
  parseRequestStatus,
  requestStatusLabel,
  requestStatusProblem,
  requestStatusTone,
} from './request-status.ts'

it.each([
  ['pendiente', 'Pendiente', 'orange'],
  ['ACEPTADA', 'Aceptada', 'green'],
  [' Rechazada ', 'Rechazada', 'red'],
  ['otra', 'Desconocido', 'grey'],
  ['', 'Desconocido', 'grey'],
  [null, 'Desconocido', 'grey'],
])('the request status %j is shown as %s in %s', (text, label, tone) => {
  expect(requestStatusLabel(text)).toBe(label)
  expect(requestStatusTone(text)).toBe(tone)
})

it('an unknown request status is not guessed', () => {
  expect(parseRequestStatus('otra')).toBeNull()
  expect(parseRequestStatus(undefined)).toBeNull()
})

it.each([
  ['pendiente', 'aceptada', null],
  ['Pendiente', 'rechazada', null],
  ['aceptada', 'rechazada', 'Solo puedes cambiar una solicitud pendiente.'],
  ['rechazada', 'pendiente', 'Solo puedes cambiar una solicitud pendiente.'],
  ['pendiente', 'archivada', 'Estado de solicitud no válido.'],
])('a doctor changing %s to %s reads %j', (from, to, problem) => {
  expect(requestStatusProblem(from, to)).toBe(problem)
})
