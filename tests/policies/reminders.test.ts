import { describe, expect, it } from 'vitest'
import { addDays, dayInZone } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { act, linkedCita, makeCita, soonMonday, tokenOf } from './links-stage.ts'
import { everyone } from './matrix.ts'
import { mailOn, settle, take } from './messages-stage.ts'
import { anonymous, type Caller, callers, emailOf, identityOf, people } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { messages, requests, useWorld } from './world.ts'

/** So many days from the one that it is now: a run may cross midnight. */
const inDays = (days: number) => addDays(dayInZone(new Date(), 'America/Mexico_City'), days)

type Row = {
  id: string
  phone: string
  wants_reminders: boolean
  mail: { state: string } | null
  late: boolean
  whatsapp: { id: string; state: string; sent_at: string | null } | null
}
type Prepared = { cita_id: string; message_id: string; token: string }

describe.each(engines())('reminders on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), async (stage) => {
      await makeCita(stage, { day: inDays(1) })
      return run(stage)
    })
  const list = async (stage: Stage, doctor: string | null = people.doctorA, day = inDays(1)) => {
    const { rows, outcome } = await stage.attempt('select public.reminders($1, $2) as value', [day, doctor])
    return { outcome, ...(rows[0]?.value as { mail: string; rows: Row[] } | undefined) }
  }
  const prepare = async (stage: Stage, doctor: string | null = people.doctorA, day = inDays(1)) => {
    const { rows, outcome } = await stage.attempt('select public.prepare_reminders($1, $2) as value', [
      day,
      doctor,
    ])
    return { outcome, rows: (rows[0]?.value ?? []) as Prepared[] }
  }

  const ownDoctor: Record<Caller, string> = {
    ...everyone('rule'),
    anonymous: 'no grant',
    doctorA: 'done',
    admin: 'done',
    mainAdmin: 'done',
  }
  it.each(callers)('reminders and prepare_reminders of doctor A by %s', async (caller) => {
    const outcomes = await as(caller, async (stage) => [
      (await list(stage)).outcome,
      (await prepare(stage)).outcome,
    ])
    expect(outcomes).toEqual([ownDoctor[caller], ownDoctor[caller]])
  })

  it('say which appointments were booked or moved too late for a mail', async () => {
    const late = await as('doctorA', async (stage) => {
      const told: unknown[] = []
      for (const hours of [21, 19]) {
        await stage.owner(
          `update public.citas set created_at = private.slot_moment(appointment_date, appointment_time) - make_interval(hours => $1)
           where appointment_date = $2`,
          [hours, inDays(1)],
        )
        told.push((await list(stage)).rows?.map((row) => row.late))
      }
      return told
    })
    expect(late).toEqual([[false], [true]])
  })

  it('administrators ask for all doctors, a doctor does not', async () => {
    const outcomes = await as('admin', async (stage) => [
      (await list(stage, null)).rows?.map(({ id }) => id),
      (await prepare(stage, null)).rows.length,
    ])
    expect(outcomes).toEqual([[linkedCita], 1])
    expect((await as('doctorA', (stage) => list(stage, null))).outcome).toBe('rule')
    expect((await as('doctorB', (stage) => list(stage))).outcome).toBe('rule')
  })

  it.each([
    ['yesterday', -1, 'PT400'],
    ['today', 0, 'done'],
    ['in a week', 7, 'done'],
    ['in eight days', 8, 'PT400'],
  ])('the day is one of this week: %s', async (_, later, outcome) => {
    const outcomes = await as('doctorA', async (stage) => [
      (await list(stage, people.doctorA, inDays(later))).outcome,
      (await prepare(stage, people.doctorA, inDays(later))).outcome,
    ])
    expect(outcomes).toEqual([outcome, outcome])
  })

  it('shows the open appointments of the day, with the way to the patient and how messages went', async () => {
    const found = await as('doctorA', async (stage) => {
      await mailOn(stage)
      await stage.attempt(`select public.queue_message('recordatorio', $1)`, [linkedCita])
      const [mail] = await take(stage)
      await settle(stage, mail?.id, 'enviado')
      const open = await list(stage)
      await stage.owner(`update public.citas set status = 'cancelada' where id = $1`, [linkedCita])
      return [open, (await list(stage)).rows]
    })
    expect(found).toMatchObject([
      {
        mail: 'on',
        rows: [
          {
            id: linkedCita,
            time: '10:00:00',
            status: 'pendiente',
            warned: false,
            name: 'Nombre patientA',
            email: emailOf('patientA'),
            wants_reminders: true,
            mail: { state: 'enviado' },
            whatsapp: null,
          },
        ],
      },
      [],
    ])
  })

  it('prepared once and again it is one message, each time with a link of its own that opens', async () => {
    const found = await as('doctorA', async (stage) => {
      const [first] = (await prepare(stage)).rows
      const [second] = (await prepare(stage)).rows
      const rows = await stage.owner('select channel, state from public.messages where cita_id = $1', [
        linkedCita,
      ])
      await stage.become(anonymous)
      const opens = await stage.attempt('select public.cita_link($1) is not null as value', [first?.token])
      return [first?.message_id === second?.message_id, first?.token !== second?.token, rows, opens.rows]
    })
    expect(found).toEqual([true, true, [{ channel: 'whatsapp', state: 'pendiente' }], [{ value: true }]])
  })

  it('opened is noted by whom and when, shown again, and taken back', async () => {
    const found = await as('doctorA', async (stage) => {
      const [prepared] = (await prepare(stage)).rows
      const opened = await stage.attempt('select (public.note_opened($1)).state', [prepared?.message_id])
      const shown = (await list(stage)).rows?.[0]?.whatsapp
      const [by] = await stage.owner('select sent_by::text from public.messages where id = $1', [
        prepared?.message_id,
      ])
      await stage.attempt('select public.note_opened($1, true)', [prepared?.message_id])
      const after = (await list(stage)).rows?.[0]?.whatsapp
      return [opened.rows, shown?.state, shown?.sent_at !== null, by, after?.state, after?.sent_at]
    })
    expect(found).toEqual([
      [{ state: 'abierto' }],
      'abierto',
      true,
      { sent_by: people.doctorA },
      'pendiente',
      null,
    ])
  })

  it('a sender never takes what people send by WhatsApp', async () => {
    const mails = await as('doctorA', async (stage) => {
      await mailOn(stage)
      await prepare(stage)
      await stage.owner(`delete from public.messages where channel = 'correo'`)
      await stage.owner('update public.profiles set wants_reminders = false')
      return take(stage)
    })
    expect(mails).toEqual([])
  })

  const ownMessage: Record<Caller, string> = { ...ownDoctor, ...without('PT404') }
  it.each(callers)('note_opened by %s', async (caller) => {
    const tried = await rehearse(world(), identityOf(caller), async (stage) => {
      await stage.owner(
        `update public.messages set channel = 'whatsapp', state = 'pendiente' where id = $1`,
        [messages.A],
      )
      return stage.attempt('select public.note_opened($1)', [messages.A])
    })
    expect(tried.outcome).toBe(ownMessage[caller])
  })

  it('note_opened knows no mails', async () => {
    const tried = await as('doctorA', (stage) => stage.attempt('select public.note_opened($1)', [messages.A]))
    expect(tried.outcome).toBe('PT404')
  })

  it('who declined gets no link by WhatsApp and no mail, but the news of the clinic', async () => {
    const found = await as('doctorA', async (stage) => {
      await mailOn(stage)
      await stage.attempt('select public.set_reminders($1, false)', [people.patientA])
      const prepared = (await prepare(stage)).rows
      const shown = (await list(stage)).rows?.[0]?.wants_reminders
      await stage.attempt(`select public.queue_message('recordatorio', $1)`, [linkedCita])
      const reminders = await take(stage)
      await stage.attempt(`select public.move_cita($1, $2, '12:00', null, null, true)`, [
        linkedCita,
        soonMonday,
      ])
      return [prepared, shown, reminders, (await take(stage)).map(({ kind }) => kind)]
    })
    expect(found).toEqual([[], false, [], ['cita_cambio']])
  })

  it.each(callers)('set_reminders of patient A by %s', async (caller) => {
    const expected = { ...ownMessage, factorPassed: 'done' }
    const { outcome, wants } = await as(caller, async (stage) => {
      const tried = await stage.attempt('select public.set_reminders($1, false)', [people.patientA])
      const [row] = await stage.owner('select wants_reminders from public.profiles where id = $1', [
        people.patientA,
      ])
      return { outcome: tried.outcome, wants: row?.wants_reminders }
    })
    expect(outcome).toBe(expected[caller])
    expect(wants).toBe(expected[caller] !== 'done')
  })

  it('set_reminders is for patients with an open account', async () => {
    const outcomes = await as('admin', async (stage) => [
      (await stage.attempt('select public.set_reminders($1, false)', [people.doctorA])).outcome,
      (await stage.attempt('select public.set_reminders($1, false)', [people.closedPatient])).outcome,
    ])
    expect(outcomes).toEqual(['PT404', 'PT404'])
  })

  it('by link reminders end and come back, for this patient alone; an ended link says so', async () => {
    const found = await as('doctorA', async (stage) => {
      const token = await tokenOf(stage)
      const wants = async () =>
        (await stage.owner('select count(*)::int as wants from public.profiles where not wants_reminders'))[0]
          ?.wants
      const stopped = await act(stage, 'stop_reminders', token)
      const none = await wants()
      const { rows } = await stage.attempt('select public.stop_reminders($1, false) as value', [token])
      const back = await wants()
      return [
        stopped.outcome,
        stopped.link?.wants_reminders,
        none,
        rows[0]?.value,
        back,
        await act(stage, 'stop_reminders', 'adivina'),
      ]
    })
    expect(found).toMatchObject([
      'stopped',
      false,
      1,
      { outcome: 'resumed', link: { wants_reminders: true } },
      0,
      { outcome: 'ended' },
    ])
  })

  it('the link’s page tells how to come prepared, of a study that is offered', async () => {
    const told = await as('doctorA', async (stage) => {
      const token = await tokenOf(stage)
      const shown = async () => {
        const { rows } = await stage.attempt(`select public.cita_link($1) ->> 'preparation' as value`, [
          token,
        ])
        return rows[0]?.value
      }
      const before = await shown()
      await stage.owner(`update public.citas set study_type = 'Escaneo Intraoral' where id = $1`, [
        linkedCita,
      ])
      await stage.owner(
        `update public.services set preparation = 'Quítate aretes.' where name = 'Escaneo Intraoral'`,
      )
      return [before, await shown()]
    })
    expect(told).toEqual([null, 'Quítate aretes.'])
  })

  it('a patient’s own switch is theirs: nobody else writes it directly', async () => {
    const write = (caller: Caller) =>
      rehearse(world(), identityOf(caller), (stage) =>
        stage.attempt('update public.profiles set wants_reminders = false where id = $1', [people.patientA]),
      ).then(({ outcome }) => outcome)
    expect([
      await write('patientA'),
      await write('admin'),
      await write('doctorA'),
      await write('patientB'),
    ]).toEqual(['done', 'rule', 'nothing', 'nothing'])
  })

  it('a request’s choice sent by WhatsApp queues no mail', async () => {
    const rows = await as('doctorA', async (stage) => {
      await mailOn(stage)
      await stage.attempt(`select public.send_choice($1, $2, 'whatsapp')`, [
        requests.acceptedA,
        people.doctorA,
      ])
      return stage.owner(`select from public.messages where kind = 'elige_horario'`)
    })
    expect(rows).toEqual([])
  })
})

function without(outcome: string): Partial<Record<Caller, string>> {
  return Object.fromEntries(
    callers
      .filter((caller) => !['anonymous', 'doctorA', 'admin', 'mainAdmin'].includes(caller))
      .map((caller) => [caller, outcome]),
  )
}
