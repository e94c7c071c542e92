import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { book, citaId, move } from './booking-stage.ts'
import { nobody } from './cells.ts'
import { linkedCita, makeCita, soonMonday } from './links-stage.ts'
import { everyone, itDeletes, itInserts, itShows, withoutAnyRights } from './matrix.ts'
import { clock, dayBefore, kept, mailOn, settle, type Taken, take } from './messages-stage.ts'
import { anonymous, type Caller, callers, emailOf, identityOf, type Person, people } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { appointments, messages, type Pair, requests, studies, useWorld } from './world.ts'

const subject = { table: 'public.messages', rows: messages }
const all = Object.keys(messages) as Pair[]
const ten = clock(dayBefore, '10:00:00')

describe.each(engines())('messages on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)
  const owner = <T>(run: (stage: Stage) => Promise<T>) => rehearseAsOwner(world(), run)
  /** With a mail server and an appointment of next Monday at ten. */
  const withCita = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    as(caller, async (stage) => {
      await mailOn(stage)
      await makeCita(stage)
      return run(stage)
    })

  itShows(world, subject, {
    anonymous: nobody,
    patientA: [],
    patientB: [],
    liar: [],
    doctorA: ['A', 'ofNewPatient', 'ofClosedPatient', 'ofFormerDoctor'],
    doctorB: ['B'],
    factorPassed: ['ofFactorDoctor'],
    admin: all,
    mainAdmin: all,
    dentist: [],
    ...withoutAnyRights([]),
  })

  it('is read without an appointment by who sent it, and with one not by who was its patient', async () => {
    const found = await as('patientA', async (stage) => {
      await stage.owner(`update public.profiles set role = 'doctor' where id = $1`, [people.patientA])
      await stage.owner(
        `insert into public.messages (kind, channel, cita_id, study_id, patient_id, sent_by, key)
         values ('activacion', 'correo', null, null, $1, $2, 'own'), ('activacion', 'correo', null, null, $1, $3, 'of another'),
           ('cita_nueva', 'correo', $4, null, $1, $2, 'of an appointment'), ('resultado', 'correo', null, $5, $1, $2, 'news')`,
        [people.patientB, people.patientA, people.doctorB, appointments.A, studies.A],
      )
      const keys = async () =>
        (await stage.attempt('select key from public.messages')).rows.map(({ key }) => key)
      const before = await keys()
      await stage.owner('update public.profiles set is_admin = true where id = $1', [people.patientA])
      return { before, news: (await keys()).filter((key) => key === 'news') }
    })
    expect(found).toEqual({ before: ['own'], news: [] })
  })

  itInserts(
    world,
    'public.messages',
    (['anonymous', 'patientA', 'doctorA', 'admin', 'mainAdmin'] as const).map((caller) => [
      caller,
      'by hand',
      {
        kind: `'recordatorio'`,
        channel: `'correo'`,
        cita_id: `'${appointments.A}'`,
        patient_id: `'${people.patientA}'`,
        key: `'mine'`,
      },
      'no grant',
    ]),
  )

  itDeletes(world, subject, everyone(nobody))

  it('keeps no text, no address and no token in any column', async () => {
    const found = await withCita('doctorA', async (stage) => {
      await stage.attempt(`select public.queue_message('cita_nueva', $1)`, [linkedCita])
      const [mail] = await take(stage)
      const rows = await stage.owner(
        'select to_jsonb(m)::text as row from public.messages m where cita_id = $1',
        [linkedCita],
      )
      return { mail, row: String(rows[0]?.row) }
    })
    expect(found.mail).toMatchObject({ to: emailOf('patientA'), first_name: 'Nombre' })
    for (const secret of [emailOf('patientA'), 'Nombre', 'Panor', String(found.mail?.token)])
      expect(found.row).not.toContain(secret)
  })

  it('a reminder is due at ten of the day before, not a second earlier, and goes once', async () => {
    const rounds = await withCita('doctorA', async (stage) => {
      const before = await take(stage, clock(dayBefore, '09:59:59'))
      // A server that starts anew plans again what is planned.
      const then = await take(stage, ten)
      await settle(stage, then[0]?.id, 'enviado', ten)
      const later = await take(stage, clock(dayBefore, '10:00:30'))
      const muchLater = await take(stage, clock(dayBefore, '15:00:00'))
      return { before, then, later, muchLater, rows: await kept(stage) }
    })
    expect(found(rounds.then)).toEqual([['recordatorio', soonMonday, '10:00:00', true]])
    expect(rounds.then[0]?.token).toMatch(/^[\w-]{22}$/)
    expect([rounds.before, rounds.later, rounds.muchLater]).toEqual([[], [], []])
    expect(rounds.rows).toEqual([{ kind: 'recordatorio', state: 'enviado', problem: null }])
  })

  it('comes at the hour of the settings, for every open state, and not when reminders by mail are off', async () => {
    const rounds = await withCita('admin', async (stage) => {
      await stage.owner(`update public.citas set status = 'confirmada' where id = $1`, [linkedCita])
      await stage.attempt(
        `select public.set_agenda_settings('{"reminder_time": "08:30", "mail_reminders": false}')`,
      )
      const off = await take(stage, clock(dayBefore, '08:30:00'))
      await stage.attempt(`select public.set_agenda_settings('{"mail_reminders": true}')`)
      return [
        off,
        await take(stage, clock(dayBefore, '08:29:59')),
        await take(stage, clock(dayBefore, '08:30:00')),
      ]
    })
    expect(rounds.map((round) => round.length)).toEqual([0, 0, 1])
  })

  it.each([
    ['booked', 'update public.citas set created_at = $2::timestamptz where id = $1'],
    [
      'moved',
      `insert into public.cita_events (cita_id, kind, by, at) values ($1, 'movida', 'paciente', $2::timestamptz)`,
    ],
  ])('who %s less than 20 hours before the start gets no reminder', async (_, sql) => {
    const rounds = await withCita('doctorA', async (stage) => {
      const at = async (time: string) => {
        const [moment] = await stage.owner(`select (${clock(dayBefore, time)})::text as at`)
        await stage.owner(sql, [linkedCita, moment?.at])
        return (await take(stage, clock(dayBefore, '14:05:00'))).length
      }
      return [await at('14:00:00'), await at('13:59:59')]
    })
    expect(rounds[0]).toBe(0)
    expect(rounds[1]).toBe(sql.startsWith('insert') ? 0 : 1)
  })

  it('moved to another day the old reminder is left out and the new start has its own', async () => {
    const end = await withCita('doctorA', async (stage) => {
      await take(stage, clock(dayBefore, '09:00:00'))
      await move(stage, linkedCita, '11:00', { day: addDays(soonMonday, 1) })
      const old = await take(stage, ten)
      const next = await take(stage, clock(soonMonday, '10:00:00'))
      return { old, next: found(next), rows: await kept(stage) }
    })
    expect(end.old).toEqual([])
    expect(end.next).toEqual([['recordatorio', addDays(soonMonday, 1), '11:00:00', true]])
    expect(end.rows).toEqual([
      { kind: 'recordatorio', state: 'omitido', problem: 'movida' },
      { kind: 'recordatorio', state: 'enviando', problem: null },
    ])
  })

  it.each<[string, string, string]>([
    ['cancelled', `update public.citas set status = 'cancelada' where id = $1`, 'cancelada'],
    [
      'of somebody who declined reminders',
      `update public.profiles p set wants_reminders = false from public.citas c where c.id = $1 and p.id = c.patient_id`,
      'sin_recordatorios',
    ],
    [
      'of a closed account',
      `insert into private.account_state (user_id, closed_at) select patient_id, now() from public.citas where id = $1
       on conflict (user_id) do update set closed_at = now()`,
      'sin_cuenta',
    ],
  ])('rows 35 and 41: planned and then %s: left out', async (_, sql, problem) => {
    const end = await withCita('doctorA', async (stage) => {
      await take(stage, clock(dayBefore, '09:00:00'))
      await stage.owner(sql, [linkedCita])
      return { sent: await take(stage, ten), rows: await kept(stage) }
    })
    expect(end).toEqual({ sent: [], rows: [{ kind: 'recordatorio', state: 'omitido', problem }] })
  })

  it('what is due for six hours is left out, also when nobody asked in between or a backup came back', async () => {
    const end = await withCita('doctorA', async (stage) => [
      await take(stage, clock(dayBefore, '16:00:00')),
      await kept(stage),
      // Nothing stands against it but the hour, which stays passed.
      await stage.owner(`select from private.plan_reminders(${clock(dayBefore, '16:00:30')})`),
      (await kept(stage))[0]?.state,
    ])
    expect(end).toEqual([[], [{ kind: 'recordatorio', state: 'omitido', problem: 'tarde' }], [{}], 'omitido'])
    const justInTime = await withCita('doctorA', (stage) => take(stage, clock(dayBefore, '15:59:59')))
    expect(justInTime).toHaveLength(1)
  })

  it('what was left out comes back when nothing stands against it any more', async () => {
    const states = await withCita('doctorA', async (stage) => {
      const wants = (value: boolean) =>
        stage.owner('update public.profiles set wants_reminders = $2 where id = $1', [people.patientA, value])
      await take(stage, clock(dayBefore, '09:00:00'))
      await wants(false)
      await take(stage, clock(dayBefore, '09:30:00'))
      await wants(true)
      return [await kept(stage), (await take(stage, ten)).length]
    })
    expect(states).toEqual([[{ kind: 'recordatorio', state: 'omitido', problem: 'sin_recordatorios' }], 1])
  })

  it('a refused address is tried after 1, 5, 30 and 120 minutes, then given up, and by hand begins anew', async () => {
    const end = await withCita('doctorA', async (stage) => {
      await stage.attempt(`select public.queue_message('cita_nueva', $1)`, [linkedCita])
      const rounds: number[] = []
      let at = 'now()'
      for (const minutes of [1, 5, 30, 120, 0]) {
        const [mail] = await take(stage, at)
        await settle(stage, mail?.id, 'rechazado', at)
        rounds.push((await take(stage, `${at} + interval '${minutes} minutes' - interval '1 second'`)).length)
        at = `${at} + interval '${minutes} minutes'`
      }
      const failed = await kept(stage, 'id, state, problem, tries')
      const [row] = failed
      const retried = await stage.attempt('select (public.retry_message($1)).state', [row?.id])
      return { rounds, row, retried: retried.rows, again: (await take(stage, at)).length }
    })
    expect(end.rounds).toEqual([0, 0, 0, 0, 0])
    expect(end.row).toMatchObject({ state: 'fallido', problem: 'rechazado', tries: 5 })
    expect(end.retried).toEqual([{ state: 'pendiente' }])
    expect(end.again).toBe(1)
  })

  it('a mail server that cannot be reached is no try, and each mail waits a minute', async () => {
    const end = await withCita('doctorA', async (stage) => {
      await stage.attempt(`select public.queue_message('cita_nueva', $1)`, [linkedCita])
      const states: unknown[] = []
      for (let minute = 0; minute < 180; minute += 2) {
        const at = `now() + interval '${minute} minutes'`
        const [mail] = await take(stage, at)
        await settle(stage, mail?.id, 'sin_servidor', at)
        if (minute === 0) states.push((await take(stage, `now() + interval '59 seconds'`)).length)
      }
      const [mail] = await take(stage, `now() + interval '180 minutes'`)
      await settle(stage, mail?.id, 'enviado', `now() + interval '180 minutes'`)
      return [...states, await kept(stage, 'state, tries, problem')]
    })
    expect(end).toEqual([0, [{ state: 'enviado', tries: 0, problem: null }]])
  })

  it('a lease of two minutes that ran out goes to the next sender, and the first may still say that it was sent', async () => {
    const end = await withCita('doctorA', async (stage) => {
      await stage.attempt(`select public.queue_message('cita_nueva', $1)`, [linkedCita])
      const [first] = await take(stage)
      const early = await take(stage, `now() + interval '119 seconds'`)
      const [second] = await take(stage, `now() + interval '2 minutes'`)
      await settle(stage, first?.id, 'enviado')
      await settle(stage, second?.id, 'rechazado')
      return { same: first?.id === second?.id, early, rows: await kept(stage) }
    })
    expect(end).toEqual({
      same: true,
      early: [],
      rows: [{ kind: 'cita_nueva', state: 'enviado', problem: null }],
    })
  })

  it('what was not tried is returned as it was, and an outcome that does not exist is refused', async () => {
    const end = await withCita('doctorA', async (stage) => {
      await stage.attempt(`select public.queue_message('cita_nueva', $1)`, [linkedCita])
      const [mail] = await take(stage)
      await settle(stage, mail?.id, 'devuelto')
      const again = await take(stage)
      await stage.become('owner')
      const unknown = await stage.attempt(`select private.settle_message($1, 'perdido')`, [mail?.id])
      return [again.length, unknown.outcome]
    })
    expect(end).toEqual([1, 'PT400'])
  })

  it('takes the oldest twenty and forgets what is older than 400 days', async () => {
    const end = await owner(async (stage) => {
      await mailOn(stage)
      await stage.owner(
        `insert into public.messages (kind, channel, cita_id, patient_id, key, due_at, created_at)
         select 'cita_nueva', 'correo', c.id, c.patient_id, 'n ' || n, now() - n * interval '1 minute', now() - interval '399 days'
         from generate_series(1, 25) n join public.citas c on c.id = ($1::uuid[])[1 + n % 3]`,
        [[appointments.A, appointments.B, appointments.ofNewPatient]],
      )
      await stage.owner(
        `update public.messages set sent_at = now() - interval '2 days' where state = 'enviado'`,
      )
      await stage.owner(`update public.messages set created_at = now() - interval '401 days' where id = $1`, [
        messages.B,
      ])
      const first = await take(stage)
      const rest = await take(stage)
      const old = await stage.owner('select from public.messages where id = $1', [messages.B])
      return [first.length, rest.length, old.length]
    })
    expect(end).toEqual([20, 5, 0])
  })

  const ofOwnDoctor: Record<Caller, string> = {
    ...everyone('PT404'),
    anonymous: 'no grant',
    doctorA: 'done',
    admin: 'done',
    mainAdmin: 'done',
  }
  it.each(callers)('queue_message by %s', async (caller) => {
    const tried = await withCita(caller, (stage) =>
      stage.attempt(`select (public.queue_message('cita_nueva', $1)).state`, [linkedCita]),
    )
    expect(tried.outcome).toBe(ofOwnDoctor[caller])
  })

  it.each(callers)('retry_message by %s', async (caller) => {
    const tried = await as(caller, (stage) => stage.attempt('select public.retry_message($1)', [messages.A]))
    expect(tried.outcome).toBe(ofOwnDoctor[caller])
  })

  it.each<[string, string, string, string]>([
    ['a kind that does not exist', 'saludo', 'pendiente', 'PT400'],
    ['that it was cancelled, which it was not', 'cita_cancelada', 'pendiente', 'PT409'],
    ['its reminder, though it is cancelled', 'recordatorio', 'cancelada', 'PT409'],
    ['that it was cancelled', 'cita_cancelada', 'cancelada', 'done'],
  ])('queue_message: %s', async (_, kind, status, outcome) => {
    const tried = await withCita('doctorA', async (stage) => {
      await stage.owner('update public.citas set status = $2 where id = $1', [linkedCita, status])
      return stage.attempt('select public.queue_message($2, $1)', [linkedCita, kind])
    })
    expect(tried.outcome).toBe(outcome)
  })

  it('the news of a cancelled appointment has no link, and is not sent once it stands again', async () => {
    const end = await withCita('doctorA', async (stage) => {
      await stage.owner(`update public.citas set status = 'cancelada' where id = $1`, [linkedCita])
      await stage.attempt(`select public.queue_message('cita_cancelada', $1)`, [linkedCita])
      return take(stage)
    })
    expect(end).toMatchObject([{ kind: 'cita_cancelada', day: soonMonday, token: null }])
  })

  it('sends six mails of an appointment a day, and booking goes on without the seventh', async () => {
    const end = await withCita('doctorA', async (stage) => {
      await stage.owner(
        `insert into public.messages (kind, channel, cita_id, patient_id, key)
         select 'cita_nueva', 'correo', $1, $2, 'n ' || n from generate_series(1, 6) n`,
        [linkedCita, people.patientA],
      )
      const asked = await stage.attempt(`select public.queue_message('recordatorio', $1)`, [linkedCita])
      const moved = await stage.attempt(`select public.move_cita($1, $2, '12:00', null, null, true)`, [
        linkedCita,
        soonMonday,
      ])
      return [asked.message, moved.outcome, (await kept(stage)).length]
    })
    expect(end).toEqual(['Ya se enviaron seis correos de esta cita hoy.', 'done', 6])
  })

  it('sends a person ten mails a day of the clinic, whatever they are about, and says why the others stay', async () => {
    const end = await owner(async (stage) => {
      await mailOn(stage)
      await stage.owner(
        `insert into public.messages (kind, channel, cita_id, patient_id, key, due_at)
         select 'cita_nueva', 'correo', c.id, c.patient_id, c.id || ' ' || n, ${ten} - n * interval '1 second'
         from public.citas c, generate_series(1, 12) n where c.id = any ($1::uuid[])`,
        [[appointments.A, appointments.B]],
      )
      // What went out the day before does not count; what went out today does, and so do news of studies, told by one mail.
      await stage.owner(
        `update public.messages set state = 'enviado',
           sent_at = ${ten} - case key when $1 then interval '11 hours' else interval '9 hours' end
         where key in ($1, $2)`,
        [`${appointments.A} 12`, `${appointments.A} 11`],
      )
      await stage.owner(
        `insert into public.messages (kind, channel, patient_id, study_id, key, state, sent_at)
         select 'resultado', 'correo', $1, $2, 'resultado ' || n, 'enviado', ${ten} from generate_series(1, 2) n`,
        [people.patientA, studies.A],
      )
      const mails = [...(await take(stage, ten)), ...(await take(stage, `${ten} + interval '30 seconds'`))]
      const to = (person: Person) => mails.filter((mail) => mail.to === emailOf(person)).length
      const left = await stage.owner(
        `select patient_id, count(*)::int as left from public.messages where problem = 'demasiados' group by 1 order by 1`,
      )
      return [to('patientA'), to('patientB'), left]
    })
    expect(end).toEqual([
      8,
      10,
      [
        { patient_id: people.patientA, left: 2 },
        { patient_id: people.patientB, left: 2 },
      ],
    ])
  })

  it('sends no news of a study to a person who has had ten mails that day', async () => {
    const rounds = await owner(async (stage) => {
      await stage.owner(
        `insert into public.messages (kind, channel, cita_id, patient_id, key, state, sent_at)
         select 'cita_nueva', 'correo', $1, $2, 'n ' || n, case when n = 1 then 'pendiente' else 'enviado' end,
           case when n > 1 then ${ten} end
         from generate_series(1, 10) n`,
        [appointments.A, people.patientA],
      )
      await stage.owner(`update public.messages set due_at = ${ten} where key = 'n 1'`)
      await stage.owner(
        `insert into public.messages (kind, channel, patient_id, study_id, due_at, key)
         values ('resultado', 'correo', $1, $2, ${ten}, 'resultado study_ready')`,
        [people.patientA, studies.A],
      )
      const round = async (hours: number) => {
        const at = `${ten} + interval '${hours} hours'`
        const mails = await take(stage, at)
        for (const { id } of mails) await settle(stage, id, 'enviado', at)
        return mails.map(({ kind }) => kind)
      }
      return [await round(0), await round(13), await round(14)]
    })
    expect(rounds).toEqual([['cita_nueva'], [], ['resultado']])
  })

  it.each([true, false])(
    'booking and moving queue one mail each where the box is ticked: %s',
    async (ticked) => {
      const end = await as('doctorA', async (stage) => {
        await mailOn(stage)
        const sql = 'select public.book_cita($1, $2, $3, $4, $5, $6, null, null, $7)'
        const args = [linkedCita, people.patientA, people.doctorA, soonMonday, '10:00', 'Panorámica', ticked]
        await stage.attempt(sql, args)
        // Sent again after a lost answer.
        await stage.attempt(sql, args)
        for (const at of ['11:00', '12:00'])
          await stage.attempt('select public.move_cita($1, $2, $3, null, null, $4)', [
            linkedCita,
            soonMonday,
            at,
            ticked,
          ])
        return { rows: await kept(stage), mails: found(await take(stage)), end: await kept(stage) }
      })
      if (!ticked) return expect(end.rows).toEqual([])
      expect(end.rows.map(({ kind }) => kind)).toEqual(['cita_cambio', 'cita_cambio', 'cita_nueva'])
      // One said before with an hour that is not its own any more is left out.
      expect(end.mails.sort()).toEqual([
        ['cita_cambio', soonMonday, '12:00:00', expect.any(Boolean)],
        ['cita_nueva', soonMonday, '12:00:00', expect.any(Boolean)],
      ])
      expect(end.end.filter(({ state }) => state === 'omitido')).toEqual([
        { kind: 'cita_cambio', state: 'omitido', problem: 'movida' },
      ])
    },
  )

  it('what was booked without the box has no mail', async () => {
    const rows = await as('doctorA', async (stage) => {
      await mailOn(stage)
      await book(stage)
      await move(stage, citaId(1), '10:00')
      return stage.owner('select from public.messages where cita_id = $1', [citaId(1)])
    })
    expect(rows).toEqual([])
  })

  it('without a mail server nothing is queued and nobody is told an error', async () => {
    const end = await as('doctorA', async (stage) => {
      await makeCita(stage)
      const asked = await stage.attempt(`select (public.queue_message('cita_nueva', $1)).id`, [linkedCita])
      await stage.attempt(`select public.move_cita($1, $2, '12:00', null, null, true)`, [
        linkedCita,
        soonMonday,
      ])
      await stage.attempt(`select public.send_choice($1, $2, 'correo')`, [requests.acceptedA, people.doctorA])
      const settings = await stage.attempt(`select public.agenda_settings() -> 'mail' as mail`)
      return [asked.outcome, asked.rows, settings.rows, await take(stage, ten), await kept(stage)]
    })
    expect(end).toEqual(['done', [{ id: null }], [{ mail: false }], [], []])
  })

  it('what a stranger writes into the public form never queues a message', async () => {
    const rows = await as('anonymous', async (stage) => {
      await mailOn(stage)
      const before = await stage.owner('select count(*)::int as messages from public.messages')
      await stage.attempt(
        `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type, privacy_accepted_at)
         values ('Nombre patientA', '${emailOf('patientA')}', '5551234567', 'Escaneo Intraoral', now())`,
      )
      await take(stage)
      return [before, await stage.owner('select count(*)::int as messages from public.messages')]
    })
    expect(rows[0]).toEqual(rows[1])
  })

  it('a choice sent by mail goes out once for each time, and not after the hour was chosen or the link ended', async () => {
    const end = await as('doctorA', async (stage) => {
      await mailOn(stage)
      const send = () =>
        stage.attempt(`select public.send_choice($1, $2, 'correo')`, [requests.acceptedA, people.doctorA])
      await send()
      await send()
      const mails = await take(stage)
      await stage.owner(
        `update public.messages set state = 'pendiente', lease_until = null where kind = 'elige_horario'`,
      )
      await stage.owner('update public.cita_links set revoked_at = now() where request_id = $1', [
        requests.acceptedA,
      ])
      const none = await take(stage)
      return [mails.map(({ kind, token, until_day }) => [kind, typeof token, typeof until_day]), none]
    })
    expect(end).toEqual([[['elige_horario', 'string', 'string']], []])
  })

  it.each<[string, string, (stage: Stage) => Promise<unknown>]>([
    [
      'news',
      'now()',
      (stage) => stage.attempt(`select public.queue_message('cita_nueva', $1)`, [linkedCita]),
    ],
    ['the reminder', ten, (stage) => take(stage, clock(dayBefore, '09:00:00'))],
  ])('%s of an appointment that became another’s goes to who has it now', async (_, at, note) => {
    const end = await withCita('doctorA', async (stage) => {
      await note(stage)
      await stage.owner('update public.citas set patient_id = $2 where id = $1', [
        linkedCita,
        people.patientB,
      ])
      const before = (await take(stage)).length
      await note(stage)
      const mails = await take(stage, at)
      return [before, mails.map(({ to }) => to), await kept(stage, 'state, problem, patient_id')]
    })
    expect(end).toEqual([
      0,
      [emailOf('patientB')],
      expect.arrayContaining([
        { state: 'omitido', problem: 'otra_persona', patient_id: people.patientA },
        { state: 'enviando', problem: null, patient_id: people.patientB },
      ]),
    ])
  })

  it('a choice goes to whose request it is when it is sent', async () => {
    const end = await as('admin', async (stage) => {
      await mailOn(stage)
      const send = () =>
        stage.attempt(`select public.send_choice($1, $2, 'correo')`, [requests.acceptedA, people.doctorA])
      await send()
      const [first] = await stage.owner(`select id from public.messages where kind = 'elige_horario'`)
      await stage.owner('update public.study_requests set patient_email = $2 where id = $1', [
        requests.acceptedA,
        emailOf('patientB'),
      ])
      // In one transaction both would be sent at the same moment, which is part of the key.
      await stage.owner(`update public.messages set key = 'first' where id = $1`, [first?.id])
      await send()
      // As a sender does that began before the request changed.
      const [late] = await stage.owner(
        `select private.message_words(m, now()) ->> 'token' as token from public.messages m where m.id = $1`,
        [first?.id],
      )
      const mails = await take(stage)
      const [left] = await stage.owner('select state, problem from public.messages where id = $1', [
        first?.id,
      ])
      return [late?.token, mails.map(({ to }) => to), left]
    })
    expect(end).toEqual([null, [emailOf('patientB')], { state: 'omitido', problem: 'otra_persona' }])
  })

  it('the trail says what went out, was opened or failed, and to whose record it belongs', async () => {
    const lines = await withCita('doctorA', async (stage) => {
      await stage.attempt(`select public.queue_message('cita_nueva', $1)`, [linkedCita])
      const [mail] = await take(stage)
      await settle(stage, mail?.id, 'enviado')
      await stage.owner(`update public.messages set state = 'fallido' where id = $1`, [mail?.id])
      await stage.owner(`update public.messages set state = 'abierto' where id = $1`, [mail?.id])
      return stage.owner(
        `select action, patient_id::text from private.audit_log where subject = 'messages' and at = now() order by id`,
      )
    })
    expect(lines).toEqual(
      ['sent', 'failed', 'opened'].map((action) => ({ action, patient_id: people.patientA })),
    )
  })

  const key = async (stage: Stage) =>
    (await stage.owner(`select value from private.app_settings where key = 'sender_key'`))[0]?.value

  it.each(['anonymous', 'patientA', 'admin'] as const)(
    'with the key %s gets and settles mails',
    async (caller) => {
      const end = await withCita(caller, async (stage) => {
        await stage.owner(
          `insert into public.messages (kind, channel, cita_id, patient_id, key)
         values ('cita_nueva', 'correo', $1, $2, 'n')`,
          [linkedCita, people.patientA],
        )
        const taken = await stage.attempt('select public.take_messages($1) as value', [await key(stage)])
        const mails = taken.rows[0]?.value as Taken[]
        const settled = await stage.attempt('select public.settle_messages($1, $2) as value', [
          await key(stage),
          JSON.stringify([{ id: mails[0]?.id, outcome: 'enviado' }]),
        ])
        return [mails.length, settled.rows, await kept(stage)]
      })
      expect(end).toEqual([1, [{ value: 1 }], [{ kind: 'cita_nueva', state: 'enviado', problem: null }]])
    },
  )

  it.each([
    ['take_messages', `select public.take_messages('0123456789abcdef0123456789abcdef') as value`],
    ['settle_messages', `select public.settle_messages('', '[]') as value`],
  ])('%s with a wrong key answers 404, ten times a minute', async (_, sql) => {
    const end = await as('anonymous', async (stage) => {
      const tries: unknown[] = []
      for (let index = 0; index < 11; index++) {
        const { outcome, rows } = await stage.attempt(sql)
        const [{ status } = { status: null }] = await stage.owner(
          `select current_setting('response.status', true) as status`,
        )
        tries.push(outcome === 'done' ? [Object(rows[0]?.value).code, status] : outcome)
      }
      return tries
    })
    expect(end).toEqual([...Array.from({ length: 10 }, () => ['PT404', '404']), 'PT429'])
  })

  it.each(['', 'none'])('where the key is missing, «%s» is none', async (word) => {
    const found = await as('anonymous', async (stage) => {
      await stage.owner(`delete from private.app_settings where key = 'sender_key'`)
      return (await stage.attempt('select public.take_messages($1) as value', [word])).rows
    })
    expect(found).toEqual([{ value: { code: 'PT404', message: 'No se encontró.' } }])
  })

  it('nobody reads the key or calls what takes mails without it', async () => {
    const end = await as('admin', async (stage) => [
      (await stage.attempt(`select value from private.app_settings where key = 'sender_key'`)).outcome,
      (await stage.attempt('select private.take_messages()')).outcome,
      (await stage.attempt(`select private.settle_message($1, 'enviado')`, [messages.A])).outcome,
    ])
    expect(end).toEqual(['no grant', 'no grant', 'no grant'])
  })

  it.each(callers)('message_figures by %s', async (caller) => {
    const tried = await as(caller, (stage) => stage.attempt('select public.message_figures()'))
    const expected = { ...everyone('rule'), anonymous: 'no grant', admin: 'done', mainAdmin: 'done' }
    expect(tried.outcome).toBe(expected[caller])
  })

  it('figures count what is due, sent, opened, failed and left out, with the reasons', async () => {
    const [row] = await as('admin', async (stage) => {
      await mailOn(stage)
      await stage.owner('delete from public.messages')
      await stage.owner(
        `insert into public.messages (kind, channel, cita_id, patient_id, key, state, due_at, sent_at, problem)
         select 'recordatorio', case when s.state = 'abierto' then 'whatsapp' else 'correo' end, $1, $2, s.state || s.hours, s.state,
           now() - s.hours * interval '1 hour', case when s.state in ('enviado', 'abierto') then now() - s.hours * interval '1 hour' end,
           s.problem
         from (values ('pendiente', 0, null), ('enviado', 1, null), ('enviado', 30, null), ('abierto', 1, null),
           ('fallido', 1, 'rechazado'), ('omitido', 30, 'tarde'), ('enviado', 800, null)) s (state, hours, problem)`,
        [appointments.A, people.patientA],
      )
      return (await stage.attempt('select public.message_figures() as value')).rows
    })
    expect(row?.value).toEqual({
      mail: 'on',
      due: 1,
      day: { sent: 1, opened: 1, failed: 1, left_out: 0 },
      month: { sent: 2, opened: 1, failed: 1, left_out: 1 },
      problems: [
        { problem: 'rechazado', state: 'fallido', count: 1 },
        { problem: 'tarde', state: 'omitido', count: 1 },
      ],
    })
  })

  it('nobody asked for half an hour while a mail is due, or a reminder unplanned: stuck', async () => {
    const end = await withCita('admin', async (stage) => {
      const state = async (at: string) =>
        (await stage.owner(`select private.mail_state(${at}) as state`))[0]?.state
      const unplanned = [await state(clock(dayBefore, '10:29:59')), await state(clock(dayBefore, '10:30:00'))]
      await stage.attempt(`select public.queue_message('cita_nueva', $1)`, [linkedCita])
      const due = [await state(`now() + interval '29 minutes'`), await state(`now() + interval '30 minutes'`)]
      // Who refuses a mail keeps nobody else from theirs.
      await stage.owner('update public.messages set tries = 1 where cita_id = $1', [linkedCita])
      const refused = await state(`now() + interval '30 minutes'`)
      await stage.owner(`update private.app_settings set value = 'off' where key = 'mail'`)
      return [...unplanned, ...due, refused, await state('now()')]
    })
    expect(end).toEqual(['on', 'stuck', 'on', 'stuck', 'on', 'none'])
  })

  if (engine.kind === 'postgres')
    it('two senders at once send each mail once', async () => {
      const database = world()
      await database.query(`insert into private.app_settings (key, value) values ('mail', 'on')`)
      await database.query(
        `insert into public.messages (kind, channel, cita_id, patient_id, key)
         select 'cita_nueva', 'correo', c.id, c.patient_id, concat_ws(' ', 'both', c.id, n)
         from public.citas c, generate_series(1, 7) n where c.id = any ($1::uuid[])`,
        [[appointments.A, appointments.B, appointments.ofNewPatient]],
      )
      const rounds = await Promise.all(
        Array.from({ length: 4 }, () =>
          database.query<{ mail: Taken }>('select m as mail from private.take_messages(10) m'),
        ),
      )
      const ids = rounds.flatMap(({ rows }) => rows.map(({ mail }) => mail.id))
      await database.query(`delete from public.messages where key like 'both %'`)
      await database.query(`delete from private.app_settings where key = 'mail'`)
      expect(ids).toHaveLength(21)
      expect(new Set(ids).size).toBe(21)
    })

  it('a stranger with a token reads nothing of messages', async () => {
    const tried = await withCita('doctorA', async (stage) => {
      await stage.become(anonymous)
      return stage.attempt('select from public.messages')
    })
    expect(tried.outcome).toBe('no grant')
  })
})

const found = (mails: Taken[]) => mails.map(({ kind, day, time, tomorrow }) => [kind, day, time, tomorrow])
