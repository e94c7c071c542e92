import { describe, expect, it } from 'vitest'
import {
  appointmentStatuses,
  appointmentStatusLabels,
  appointmentStatusProblem,
  appointmentStatusTones,
  doctorAppointmentStatuses,
  isFinalAppointmentStatus,
  parseAppointmentStatus,
} from './appointment-status.ts'

describe('the status of an appointment', () => {
  it.each([
    ['Completada', 'completada'],
    [' CANCELADA ', 'cancelada'],
    ['pendiente', 'pendiente'],
    ['', 'pendiente'],
    [null, 'pendiente'],
    [undefined, 'pendiente'],
    ['otra', null],
  ] as const)('%j is read as %s', (text, status) => {
    expect(parseAppointmentStatus(text)).toBe(status)
  })

  it('has a label and a colour each', () => {
    expect(appointmentStatuses.map((status) => appointmentStatusLabels[status])).toEqual([
      'Pendiente',
      'Confirmada',
      'Aceptada',
      'Completada',
      'Cancelada',
      'No asistió',
    ])
    expect(appointmentStatusTones.pendiente).toBe('orange')
    expect(appointmentStatusTones.confirmada).toBe('blue')
    expect(appointmentStatusTones.aceptada).toBe('green')
    expect(appointmentStatusTones.completada).toBe('green')
    expect(appointmentStatusTones.cancelada).toBe('red')
    expect(appointmentStatusTones.no_asistio).toBe('grey')
  })

  it('is final when completed, cancelled or missed', () => {
    expect(appointmentStatuses.filter(isFinalAppointmentStatus)).toEqual([
      'completada',
      'cancelada',
      'no_asistio',
    ])
  })
})

describe('changing it', () => {
  it.each([
    ['pendiente', 'completada'],
    ['confirmada', 'cancelada'],
    ['aceptada', 'pendiente'],
    [null, 'Completada'],
    ['completada', 'Completada'],
  ])('from %s to %s is allowed', (from, to) => {
    expect(appointmentStatusProblem(from, to)).toBeNull()
  })

  it.each([
    ['completada', 'pendiente', 'No puedes cambiar el estado de una cita completada.'],
    ['Completada', 'cancelada', 'No puedes cambiar el estado de una cita completada.'],
    ['cancelada', 'completada', 'No puedes cambiar el estado de una cita cancelada.'],
    ['no_asistio', 'pendiente', 'No puedes cambiar el estado de una cita marcada como no asistió.'],
    ['pendiente', 'no_asistio', 'Estado de cita no válido.'],
    ['pendiente', 'archivada', 'Estado de cita no válido.'],
    ['pendiente', '', 'Estado de cita no válido.'],
    ['pendiente', 'confirmada', 'Estado de cita no válido.'],
  ])('from %s to "%s" by a doctor answers %s', (from, to, problem) => {
    expect(appointmentStatusProblem(from, to)).toBe(problem)
  })

  it('offers an admin every status', () => {
    expect(doctorAppointmentStatuses).toEqual(['pendiente', 'completada', 'cancelada'])
    expect(appointmentStatusProblem('pendiente', 'confirmada', appointmentStatuses)).toBeNull()
  })
})
