import { expect, it } from 'vitest'
import { seedHours as hours } from './clinic-hours.ts'
import { overReasonProblem, overSlots } from './overbooking.ts'

const zone = 'America/Mexico_City'
const friday = '2026-11-20'
const given = { hours, taken: ['10:00:00', null], now: new Date('2026-11-19T18:00:00Z'), zone }

it('offers taken starts and half hours outside of the hours, from 06:00 to 21:30', () => {
  const slots = overSlots(friday, given)
  expect(slots.filter(({ why }) => why === 'taken')).toEqual([{ time: '10:00', why: 'taken' }])
  const outside = slots.filter(({ why }) => why === 'outside').map(({ time }) => time)
  expect([outside[0], outside[6], outside[7], outside.at(-1)]).toEqual(['06:00', '09:00', '18:30', '21:30'])
})

it('offers every half hour of a closed day', () => {
  const closed = { ...hours, week: [] }
  expect(overSlots(friday, { ...given, hours: closed, taken: [] })).toHaveLength(32)
})

it('offers today from the half hour on that is running, and nothing of a day that is over', () => {
  const now = new Date('2026-11-20T16:10:00Z')
  expect(overSlots(friday, { ...given, now })[0]).toEqual({ time: '10:00', why: 'taken' })
  expect(overSlots(friday, { ...given, now: new Date('2026-11-20T16:40:00Z') })[0]?.time).toBe('18:30')
  expect(overSlots('2026-11-18', given)).toEqual([])
})

it('asks for a reason of 3 to 200 letters', () => {
  const slots = overSlots(friday, given)
  expect(overReasonProblem(' ab ', '10:00', slots)).toBe(
    'Este horario ya está ocupado. Para agendar de todos modos escribe el motivo.',
  )
  expect(overReasonProblem('', '07:00', slots)).toBe('Escribe el motivo con 3 letras o más.')
  expect(overReasonProblem('x'.repeat(201), '10:00', slots)).toBe(
    'Motivo: escribe como máximo 200 caracteres.',
  )
  expect(overReasonProblem('x'.repeat(200), '10:00', slots)).toBeNull()
  expect(overReasonProblem('Doy', '10:00', slots)).toBeNull()
})
