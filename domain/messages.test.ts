import { describe, expect, it } from 'vitest'
import { type MessageFacts, type MessageKind, messageMail, messageText } from './messages.ts'

const clinic = { name: 'Índice & Luz', address: 'Calle 1, Tapachula', phone: '962 000 0000' }
const link = 'https://clinica.mx/cita/abc'
const at = { day: '2026-11-24', time: '10:00:00' }

const told: Record<MessageKind, MessageFacts> = {
  cita_nueva: { kind: 'cita_nueva', firstName: 'Mariana', ...at, link },
  recordatorio: { kind: 'recordatorio', firstName: 'Mariana', ...at, link, tomorrow: true },
  cita_cambio: { kind: 'cita_cambio', firstName: 'Mariana', ...at, link },
  cita_cancelada: { kind: 'cita_cancelada', firstName: 'Mariana', ...at },
  elige_horario: { kind: 'elige_horario', firstName: 'Mariana', link, untilDay: '2026-12-07' },
  activacion: { kind: 'activacion', firstName: 'Mariana', link, untilDay: '2026-11-26', untilTime: '09:30' },
}
const kinds = Object.keys(told) as MessageKind[]
const plain = (kind: MessageKind) => messageText(told[kind], clinic).replaceAll('\u00a0', ' ')

describe('messages to patients', () => {
  it.each<[MessageKind, string, string]>([
    [
      'cita_nueva',
      'Tu cita en Índice & Luz',
      `Hola, Mariana: tu cita en Índice & Luz es el martes 24 de noviembre de 2026 a las 10:00 a. m. Dirección: Calle 1, Tapachula. Confirma, cambia o cancela aquí: ${link}`,
    ],
    [
      'recordatorio',
      'Recordatorio de tu cita',
      `Hola, Mariana: te recordamos tu cita en Índice & Luz, mañana martes 24 de noviembre de 2026 a las 10:00 a. m. Confirma aquí: ${link}. Si no puedes venir, avísanos ahí o al 962 000 0000.`,
    ],
    [
      'cita_cambio',
      'Tu cita cambió',
      `Hola, Mariana: tu cita en Índice & Luz ahora es el martes 24 de noviembre de 2026 a las 10:00 a. m. Detalles: ${link}`,
    ],
    [
      'cita_cancelada',
      'Tu cita se canceló',
      'Hola, Mariana: tu cita en Índice & Luz del martes 24 de noviembre de 2026 a las 10:00 a. m. se canceló. Si quieres otra, llámanos al 962 000 0000.',
    ],
    [
      'elige_horario',
      'Elige tu horario',
      `Hola, Mariana: elige aquí el día y la hora de tu cita en Índice & Luz: ${link}. El enlace sirve hasta el 07/12/2026.`,
    ],
    [
      'activacion',
      'Activa tu cuenta',
      `Hola, Mariana: activa aquí tu cuenta del portal de Índice & Luz: ${link}. Sirve una sola vez, hasta el 26/11/2026 a las 09:30 a. m. No lo compartas.`,
    ],
  ])('%s reads as the clinic decided', (kind, subject, text) => {
    expect(plain(kind)).toBe(text)
    expect(messageMail(told[kind], clinic).subject).toBe(subject)
  })

  it('a reminder of another day than tomorrow does not say tomorrow', () => {
    const later = messageText({ ...told.recordatorio, tomorrow: false } as MessageFacts, clinic)
    expect(later).toContain('Índice & Luz, martes 24')
    expect(later).not.toContain('mañana')
  })

  it.each(kinds)('the mail of %s says the same as its text, signed, and its link can be followed', (kind) => {
    const { text, html } = messageMail(told[kind], clinic)
    expect(text).toBe(`${messageText(told[kind], clinic)}\n\nÍndice & Luz\n962 000 0000\n`)
    expect(html).toContain('Índice &amp; Luz')
    expect(html.includes(`<a href="${link}">${link}</a>`)).toBe('link' in told[kind])
  })

  it.each(kinds)('%s says nothing of the study, notes, age, price or surname, in text or HTML', (kind) => {
    const row = {
      ...told[kind],
      study_type: 'Tomografía',
      note: 'Quiste',
      age: 34,
      price: '1,250.00',
      full_name: 'Mariana López Hernández',
      doctor: 'Dra. Ruiz',
    }
    const { subject, text, html } = messageMail(row, clinic)
    for (const secret of [
      'Tomograf',
      'Quiste',
      '34',
      '1,250',
      'López',
      'Hernández',
      'Ruiz',
      'Estudio',
      'estudio',
    ])
      expect(`${subject} ${text} ${html}`).not.toContain(secret)
  })

  it('a name from a form cannot bring markup into the mail', () => {
    const { html } = messageMail({ ...told.cita_nueva, firstName: '<img src=x>' } as MessageFacts, clinic)
    expect(html).not.toContain('<img')
  })
})
