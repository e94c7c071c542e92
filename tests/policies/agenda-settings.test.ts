import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, people } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

const first = {
  notice_hours: 4,
  horizon_days: 60,
  self_booking: true,
  mail_reminders: true,
  reminder_time: '10:00',
  accept_orders: false,
}
/** What is read says as well whether the clinic sends mail. */
const firstRead = { ...first, mail: false }

const read = (stage: Stage) => stage.attempt('select public.agenda_settings() as value')
const set = (stage: Stage, changes: unknown) =>
  stage.attempt('select public.set_agenda_settings($1::text::jsonb) as value', [JSON.stringify(changes)])

describe.each(engines())('settings of the agenda on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)

  const readers: Record<Caller, unknown> = {
    ...everyone<unknown>('rule'),
    anonymous: 'no grant',
    doctorA: firstRead,
    doctorB: firstRead,
    factorPassed: firstRead,
    admin: firstRead,
    mainAdmin: firstRead,
  }
  it.each(callers)('read by %s', async (caller) => {
    const { outcome, rows } = await as(caller, read)
    expect(outcome === 'done' ? rows[0]?.value : outcome).toEqual(readers[caller])
  })

  const writers: Record<Caller, string> = {
    ...everyone('rule'),
    anonymous: 'no grant',
    admin: 'done',
    mainAdmin: 'done',
  }
  it.each(callers)('changed by %s', async (caller) => {
    expect((await as(caller, (stage) => set(stage, { notice_hours: 8 }))).outcome).toBe(writers[caller])
  })

  it('keep what is not named, and each change is in the trail', async () => {
    const found = await as('admin', async (stage) => {
      await set(stage, { notice_hours: 0, self_booking: false })
      const { rows } = await set(stage, { notice_hours: 72, reminder_time: '18:30' })
      const lines = await stage.owner(
        `select action, actor::text as actor from private.audit_log
         where subject = 'agenda' and at = now() order by id`,
      )
      return [rows[0]?.value, (await read(stage)).rows[0]?.value, lines]
    })
    const now = { ...first, notice_hours: 72, self_booking: false, reminder_time: '18:30' }
    const line = { action: 'settings', actor: people.admin }
    expect(found).toEqual([now, { ...now, mail: false }, [line, line]])
  })

  const notice = 'Anticipación: escribe un número entero de 0 a 72.'
  const horizon = 'Días hacia adelante: escribe un número entero de 7 a 180.'
  const time = 'Hora del recordatorio: escribe una hora, por ejemplo 10:00.'
  const unknown = 'Ese ajuste de la agenda no existe.'
  it.each([
    [{ horizon_days: 7, mail_reminders: false }, 'done'],
    [{ horizon_days: 180, reminder_time: '00:00' }, 'done'],
    [{}, 'done'],
    [{ notice_hours: 73 }, notice],
    [{ notice_hours: -1 }, notice],
    [{ notice_hours: 1.5 }, notice],
    [{ notice_hours: '4' }, notice],
    [{ notice_hours: null }, notice],
    [{ horizon_days: 6 }, horizon],
    [{ horizon_days: 181 }, horizon],
    [{ horizon_days: 10000000000 }, horizon],
    [{ reminder_time: '24:00' }, time],
    [{ reminder_time: 10 }, time],
    [{ self_booking: 'sí' }, unknown],
    [{ accept_orders: 1 }, unknown],
    [{ accept_orders: true }, 'done'],
    [{ otro: true }, unknown],
    [{ otro: 1 }, unknown],
  ])('changed to %j', async (changes, expected) => {
    const found = await as('admin', async (stage) => {
      const { outcome, message } = await set(stage, changes)
      if (outcome !== 'done') expect((await read(stage)).rows[0]?.value).toEqual(firstRead)
      return outcome === 'PT400' ? message : outcome
    })
    expect(found).toBe(expected)
  })
})
