import { expect, it } from 'vitest'
import {
  assignmentErrors,
  conflictWords,
  differentWords,
  discardProblem,
  lateWords,
  saidDay,
  unassignedWords,
} from './arrival.ts'

it('says whose the number is and whom the machine named, or that it named nobody', () => {
  const ours = 'Ana Ruiz'
  expect(conflictWords({ ours, sent: ' Eva Paz ' })).toBe('El número es de Ana Ruiz, el equipo envió Eva Paz')
  expect(conflictWords({ ours, sent: null })).toBe('El número es de Ana Ruiz, el equipo no envió nombre')
})

it('what waits for more than two days is late', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(lateWords('2026-11-18T12:00:00Z', now)).toBeNull()
  expect(lateWords('2026-11-18T11:59:59Z', now)).toBe('Espera desde hace 2 días')
  expect(lateWords('2026-11-17T11:00:00Z', now)).toBe('Espera desde hace 3 días')
})

it('counts what waits in words', () => {
  expect([1, 2, 1200].map(unassignedWords)).toEqual([
    '1 estudio recibido sin asignar',
    '2 estudios recibidos sin asignar',
    '1,200 estudios recibidos sin asignar',
  ])
})

it('says that images came twice with another content', () => {
  expect(differentWords(1)).toBe('1 imagen llegó dos veces con otro contenido. Se guardaron las dos.')
  expect(differentWords(2)).toBe('2 imágenes llegaron dos veces con otro contenido. Se guardaron todas.')
})

it.each([
  ['19840305', '05/03/1984'],
  ['1984-03-05', '05/03/1984'],
  ['1984', '1984'],
  ['19841399', '19841399'],
])('a day of birth that is said as %s reads %s', (said, read) => {
  expect(saidDay(said)).toBe(read)
})

it('discarding needs a reason of at most 500 letters', () => {
  expect(discardProblem('  ')).toBe('Escribe el motivo.')
  expect(discardProblem('x'.repeat(500))).toBeNull()
  expect(discardProblem('x'.repeat(501))).toBe('El motivo puede tener 500 caracteres como máximo.')
})

it('needs patient and kind of study before it is assigned, of administrators also the doctor', () => {
  const none = { patient: null, doctor: null, study_type: '' }
  const said = { patient: 'Elige un paciente.', doctor: null, study_type: 'Elige un tipo de estudio.' }
  expect(assignmentErrors({ ...none, asksDoctor: false })).toEqual(said)
  expect(assignmentErrors({ ...none, asksDoctor: true })).toEqual({ ...said, doctor: 'Elige un doctor.' })
})
