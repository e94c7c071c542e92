import { expect, it } from 'vitest'
import { activationMessage } from './activation-message.ts'

it('names the person by the first name, the clinic, the link and its end', () => {
  expect(
    activationMessage({
      fullName: ' Mariana López Hernández',
      clinic: 'Índice',
      link: 'https://clinica.test/activar/abc',
      untilDay: '2026-11-23',
      untilTime: '17:05',
    }),
  ).toBe(
    'Hola, Mariana: activa aquí tu cuenta del portal de Índice: https://clinica.test/activar/abc. Sirve una sola vez, hasta el 23/11/2026 a las 05:05\u00a0p.\u00a0m. No lo compartas.',
  )
})
