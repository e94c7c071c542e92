import { expect, it } from 'vitest'
import { appointmentMessage } from './appointment-message.ts'
import { sampleClinic } from './clinic.ts'

const told = {
  patient: 'Ana Ñúñez',
  day: '2026-11-20',
  time: '09:30:00',
  study: 'Escaneo Intraoral',
  clinic: sampleClinic,
}

it('tells a patient what, when and where', () => {
  const message = appointmentMessage(told)
  for (const part of [
    'Hola, Ana Ñúñez:',
    'Índice',
    'Estudio: Escaneo Intraoral',
    'Fecha: viernes 20 de noviembre de 2026',
    'Hora: 09:30\u00a0a.\u00a0m.',
    'Dirección: Calle de la Ceiba 100, Colonia Centro, Tapachula, Chiapas, C.P. 30700',
    '962 000 0000',
  ]) {
    expect(message).toContain(part)
  }
})

it('says what is not known yet', () => {
  const message = appointmentMessage({ ...told, time: null, study: null })
  expect(message).toContain('Estudio: Por definir')
  expect(message).toContain('Hora: Por definir')
})
