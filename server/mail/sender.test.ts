import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { type Manner, readable, startMailServer, subjectOf } from '#tests/mail-server.ts'
import { until } from '#tests/until.ts'
import type { Due, DueMessage, Outcome } from './message-round.ts'
import { startSending } from './sender.ts'

const due = (index: number, changes: Partial<DueMessage> = {}): DueMessage => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  kind: 'recordatorio',
  to: `persona${index}@correo.test`,
  first_name: 'Mariana',
  day: '2026-11-24',
  time: '10:00:00',
  tomorrow: true,
  until_day: null,
  until_time: null,
  token: `enlace-${index}`,
  ...changes,
})

let log: MockInstance
let ends: (() => Promise<unknown>)[] = []
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  for (const end of ends) await end()
  ends = []
  vi.restoreAllMocks()
})

/** A sender of these messages; what it settled, and its lines at the terminal. */
function sending(url: string, rounds: Due[][]) {
  const settled: [id: string, outcome: Outcome][] = []
  const sender = startSending({
    source: {
      take: async () => rounds.shift() ?? [],
      settle: async (id, outcome) => void settled.push([id, outcome]),
    },
    mail: { smtpUrl: url, from: 'Clínica <portal@clinica.test>' },
    clinic: async () => sampleClinic,
    publicUrl: 'https://clinica.mx',
    everyMs: 3_600_000,
  })
  ends.push(() => sender.close())
  return { ...sender, outcomes: () => settled.map(([, outcome]) => outcome) }
}

async function server(manner?: (to: string) => Manner) {
  const smtp = await startMailServer(manner)
  ends.push(() => smtp.close())
  return smtp
}

describe('sending messages to patients', () => {
  it('sends each mail to its patient with its link, a lasting Message-ID and the way to decline', async () => {
    const smtp = await server()
    const { round, outcomes } = sending(smtp.url, [[due(1), due(2, { kind: 'cita_cancelada', token: null })]])
    await round()
    expect(outcomes()).toEqual(['enviado', 'enviado'])
    const [first, second] = smtp.arrived
    expect(first?.to).toBe('persona1@correo.test')
    expect(first?.headers).toMatchObject({
      from: expect.stringContaining('portal@clinica.test'),
      subject: 'Recordatorio de tu cita',
      'message-id': '<00000000-0000-4000-8000-000000000001@clinica.mx>',
      'list-unsubscribe': '<https://clinica.mx/cita/enlace-1>',
      'auto-submitted': 'auto-generated',
    })
    const text = first ? readable(first) : ''
    expect(text).toContain('mañana martes 24 de noviembre de 2026 a las 10:00')
    expect(text).toContain('https://clinica.mx/cita/enlace-1')
    expect(second?.headers['list-unsubscribe']).toBeUndefined()
    expect(log).not.toHaveBeenCalled()
  })

  it('the mail to activate an account leads to its page, and offers nothing to decline', async () => {
    const smtp = await server()
    const activation = due(1, { kind: 'activacion', until_day: '2026-11-26', until_time: '09:30' })
    const { round, outcomes } = sending(smtp.url, [[activation]])
    await round()
    expect(outcomes()).toEqual(['enviado'])
    const [mail] = smtp.arrived
    expect(mail?.headers).toMatchObject({ subject: 'Activa tu cuenta' })
    expect(mail?.headers).not.toHaveProperty('list-unsubscribe')
    const text = mail ? readable(mail).replaceAll('\u00a0', ' ') : ''
    expect(text).toContain('https://clinica.mx/activar/enlace-1')
    expect(text).not.toContain('/cita/')
    expect(text).toContain('Sirve una sola vez, hasta el 26/11/2026 a las 09:30 a. m. No lo compartas.')
  })

  it('news of a study say that there is something new, and nothing else', async () => {
    const smtp = await server()
    const { round, outcomes } = sending(smtp.url, [[{ id: due(1).id, kind: 'resultado', to: due(1).to }]])
    await round()
    expect(outcomes()).toEqual(['enviado'])
    const [mail] = smtp.arrived
    expect(mail?.headers).toMatchObject({
      subject: 'Tienes un resultado nuevo',
      'message-id': '<00000000-0000-4000-8000-000000000001@clinica.mx>',
      'auto-submitted': 'auto-generated',
    })
    expect(mail?.headers).not.toHaveProperty('list-unsubscribe')
    const text = mail ? readable(mail) : ''
    expect(text).toContain(
      'La clínica publicó algo nuevo en tu portal. Entra con tu correo para verlo: https://clinica.mx.',
    )
    expect(text).toContain(
      'Por tu privacidad, este mensaje no dice de qué se trata. Si no lo esperabas, avísale a la clínica.',
    )
    expect(text).not.toMatch(/tomograf|radiograf|informe|doctor/i)
  })

  it('that images are ready names patients by initials alone', async () => {
    const smtp = await server()
    const of = (...initials: string[]): Due => ({ id: due(1).id, kind: 'resultado', to: due(1).to, initials })
    const many = ['A. A.', 'B. B.', 'C. C.', 'D. D.', 'E. E.', 'F. F.', 'G. G.']
    const { round } = sending(smtp.url, [[of('Ó. D.'), of('A. P.', 'J. L.'), of(...many)]])
    await round()
    expect(smtp.arrived.map(subjectOf)).toEqual([
      'Las imágenes de Ó. D. están listas',
      'Las imágenes de A. P. y J. L. están listas',
      'Las imágenes de A. A., B. B., C. C., D. D., E. E. y 2 más están listas',
    ])
    const text = smtp.arrived[0] ? readable(smtp.arrived[0]) : ''
    expect(text).toContain(
      'Las imágenes de Ó. D. están listas. Entra con tu correo para abrirlas: https://clinica.mx/dashboard.',
    )
    expect(text).toContain('Si no quieres recibirlo, apaga «Avisos por correo» en «Mi Perfil».')
  })

  it('what is asked for during a round goes out right after it, however often it is asked for', async () => {
    const smtp = await server()
    let asked = 0
    let answer = (_: Due[]) => {}
    const sender = startSending({
      source: {
        take: () => {
          asked += 1
          return asked === 1 ? new Promise((resolve) => (answer = resolve)) : Promise.resolve([due(2)])
        },
        settle: async () => {},
      },
      mail: { smtpUrl: smtp.url, from: 'portal@clinica.test' },
      clinic: async () => sampleClinic,
      publicUrl: 'https://clinica.mx',
      everyMs: 3_600_000,
    })
    ends.push(() => sender.close())
    await until(() => expect(asked).toBe(1))
    const woken = [sender.wake(), sender.wake()]
    answer([due(1)])
    await Promise.all(woken)
    expect(smtp.arrived.map(({ to }) => to)).toEqual([due(1).to, due(2).to])
    expect(asked).toBe(2)
  })

  it('a refused address keeps nobody else from theirs and is not told at the terminal', async () => {
    const smtp = await server((to) => (to.startsWith('persona1') ? 'refused' : 'accepted'))
    const { round, outcomes } = sending(smtp.url, [[due(1), due(2)]])
    await round()
    expect(outcomes()).toEqual(['rechazado', 'enviado'])
    expect(log).not.toHaveBeenCalled()
  })

  it('a dead mail server is said once by its code, without anybody’s data, and what waits goes back', async () => {
    const smtp = await startMailServer()
    await smtp.close()
    const { round, outcomes } = sending(smtp.url, [[due(1), due(2)], [due(1)], [due(2)]])
    for (let times = 0; times < 3; times++) await round()
    expect(outcomes()).toEqual(['sin_servidor', 'devuelto', 'sin_servidor', 'sin_servidor'])
    expect(log.mock.calls).toEqual([['mail: messages are not going out (ESOCKET), trying again']])
  })

  it('recovered it goes on, and a second breakdown is said again', async () => {
    let manner: Manner = 'dropped'
    const smtp = await server(() => manner)
    const { round, outcomes } = sending(smtp.url, [[due(1)], [due(1)], [due(2)]])
    await round()
    manner = 'accepted'
    await round()
    manner = 'dropped'
    await round()
    expect(outcomes()).toEqual(['sin_servidor', 'enviado', 'sin_servidor'])
    expect(log).toHaveBeenCalledTimes(2)
  })

  it('a database that does not answer is said once', async () => {
    const sender = startSending({
      source: {
        take: async () => {
          throw Object.assign(new Error('ana@correo.test'), { code: '57P01' })
        },
        settle: async () => {},
      },
      mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'portal@clinica.test' },
      clinic: async () => sampleClinic,
      publicUrl: 'https://clinica.mx',
    })
    ends.push(() => sender.close())
    await sender.round()
    await sender.round()
    expect(log).toHaveBeenCalledTimes(1)
    expect(String(log.mock.calls[0])).not.toContain('@')
  })

  it('closing does not wait for a mail server that is silent, and gives back what was not tried', async () => {
    const asked = vi.fn((to: string): Manner => (to.startsWith('persona1') ? 'silent' : 'accepted'))
    const smtp = await server(asked)
    const { close, outcomes } = sending(smtp.url, [[due(1), due(2)]])
    await until(() => expect(asked).toHaveBeenCalled())
    await close()
    // Ends the connection, as the end of the process does.
    await smtp.close()
    ends.pop()
    await until(() => expect(outcomes()).toEqual(['sin_servidor', 'devuelto']))
    expect(smtp.arrived).toEqual([])
  })
})
