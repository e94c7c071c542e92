import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { settle, take } from './messages-stage.ts'
import { emailOf, people } from './people.ts'
import { rehearseAsOwner, type Stage } from './rehearse.ts'
import { appointments, useWorld } from './world.ts'

describe.each(engines())('letters to accounts on $name', (engine) => {
  const world = useWorld(engine)
  const owner = <T>(run: (stage: Stage) => Promise<T>) => rehearseAsOwner(world(), run)
  const queue = (stage: Stage, sort: string, sealed: string, to = emailOf('doctorA')) =>
    stage.owner(`select private.queue_letter($1, $2, decode($3, 'base64'), now() + interval '1 hour')`, [
      to,
      sort,
      sealed,
    ])
  const letters = (stage: Stage) =>
    stage.owner(`select m.state, m.problem, m.tries, l.message_id is not null as kept
      from public.messages m left join private.letters l on l.message_id = m.id
      where m.kind = 'cuenta' order by m.state`)

  it('wait while the mail server is away, and are forgotten once they went out', async () => {
    const found = await owner(async (stage) => {
      await queue(stage, 'recovery', 'cG9y', emailOf('doctorA').toUpperCase())
      const [first] = await take(stage)
      await settle(stage, first?.id, 'sin_servidor')
      const waiting = await letters(stage)
      const [again] = await take(stage, `now() + interval '1 minute'`)
      await settle(stage, again?.id, 'enviado')
      return [first, waiting, again, await letters(stage)]
    })
    const mail = { id: expect.any(String), kind: 'cuenta', to: emailOf('doctorA'), sealed: 'cG9y' }
    expect(found).toEqual([
      mail,
      [{ state: 'pendiente', problem: 'sin_servidor', tries: 0, kept: true }],
      mail,
      [{ state: 'enviado', problem: null, tries: 0, kept: false }],
    ])
  })

  it('of one kind only the newest is sent, and none after its code or link expired', async () => {
    const found = await owner(async (stage) => {
      await queue(stage, 'recovery', 'dW5v')
      await queue(stage, 'recovery', 'ZG9z')
      await queue(stage, 'password-changed', 'dHJlcw==')
      const sent = (await take(stage)).map(({ sealed }) => sealed)
      await stage.owner(`update public.messages set state = 'pendiente' where state = 'enviando'`)
      const late = await take(stage, `now() + interval '1 hour'`)
      return [sent.sort(), late.length, await letters(stage)]
    })
    const gone = (problem: string) => ({ state: 'omitido', problem, tries: 0, kept: false })
    expect(found).toEqual([
      ['ZG9z', 'dHJlcw=='],
      0,
      expect.arrayContaining([gone('reemplazada'), gone('tarde'), gone('tarde')]),
    ])
  })

  it('go to accounts alone, whatever else went to them that day, and are not in the trail', async () => {
    const found = await owner(async (stage) => {
      await stage.owner(
        `insert into public.messages (kind, channel, cita_id, patient_id, key, state, sent_at)
         select 'cita_nueva', 'correo', $1, $2, 'n ' || n, 'enviado', now() from generate_series(1, 10) n`,
        [appointments.A, people.patientA],
      )
      await queue(stage, 'recovery', 'cG9y', 'nadie@fuera.test')
      await queue(stage, 'recovery', 'cG9y', emailOf('closedPatient'))
      await queue(stage, 'recovery', 'cG9y', emailOf('patientA'))
      const mails = await take(stage)
      await settle(stage, mails[0]?.id, 'enviado')
      const trail = await stage.owner(
        `select action from private.audit_log where subject = 'messages' and row_id = $1`,
        [mails[0]?.id],
      )
      return [mails.map(({ to }) => to), trail]
    })
    expect(found).toEqual([[emailOf('patientA')], []])
  })
})
