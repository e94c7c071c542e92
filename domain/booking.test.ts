import { describe, expect, it } from 'vitest'
import { bookingProblems, isBookable } from './booking.ts'

const today = '2026-11-20'
const slots = [
  { time: '09:30', taken: true },
  { time: '10:00', taken: false },
]
const over = [
  { time: '09:30', why: 'taken' as const },
  { time: '20:00', why: 'outside' as const },
]
const complete = {
  patientId: 'ana',
  day: today,
  time: '10:00',
  overbooks: false,
  reason: '',
  study: 'Escaneo Intraoral',
}
const problems = (changes: Partial<typeof complete>) =>
  bookingProblems({ ...complete, ...changes }, { today, slots, over })

describe('a booking', () => {
  it('has no problem when all is there', () => {
    expect(problems({})).toEqual({ patientId: null, day: null, time: null, reason: null, study: null })
  })

  it('needs patient, day, time and study', () => {
    const blank = { patientId: null, day: '', time: '', overbooks: false, reason: '', study: '' }
    expect(bookingProblems(blank, { today })).toEqual({
      patientId: 'Elige un paciente.',
      day: 'Elige una fecha.',
      time: 'Elige un horario.',
      reason: null,
      study: 'Elige un tipo de estudio.',
    })
  })

  it.each([
    ['2026-11-19', 'Elige una fecha de hoy en adelante.'],
    ['31/02/2027', 'Escribe una fecha como 21/11/2026.'],
    ['2026-11-21', null],
  ])('on %s: %s', (day, problem) => {
    expect(problems({ day }).day).toBe(problem)
    expect(isBookable(day, today)).toBe(problem === null)
  })

  it.each(['09:30', '10:30', ''])('is refused at %o, which is not free', (time) => {
    expect(problems({ time }).time).toBe('Elige un horario.')
  })

  it('takes a start that is taken or outside of the hours with a reason alone', () => {
    expect(problems({ overbooks: true, time: '10:00', reason: 'Dolor' }).time).toBe('Elige un horario.')
    expect(problems({ overbooks: true, time: '20:00', reason: 'Dolor' })).toMatchObject({
      time: null,
      reason: null,
    })
    expect(problems({ overbooks: true, time: '09:30' }).reason).toMatch(/^Este horario ya está ocupado/)
  })
})
