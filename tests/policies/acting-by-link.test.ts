import { describe, expect, it } from 'vitest'
import { addDays, dayInZone } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { act, cita, linkedCita, makeCita, makeCitaIn, soonMonday, tokenOf } from './links-stage.ts'
import { anonymous, identityOf, people } from './people.ts'
import { behind, commit } from './races.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { requests, useWorld } from './world.ts'

const ended = { outcome: 'ended' }
const acts: [string, ...(string | null)[]][] = [
  ['confirm_by_link'],
  ['cancel_by_link'],
  ['tell_absence'],
  ['move_by_link', soonMonday, '11:00'],
  ['book_by_link', soonMonday, '11:00'],
]

describe.each(engines())('acting by link on $name', (engine) => {
  const world = useWorld(engine)
  const play = <T>(run: (stage: Stage) => Promise<T>) => rehearse(world(), anonymous, run)
  /** With an appointment next Monday at ten, or what `before` makes. */
  const withLink = <T>(
    run: (stage: Stage, token: string) => Promise<T>,
    before: (stage: Stage) => Promise<unknown> = makeCita,
  ) =>
    play(async (stage) => {
      await before(stage)
      return run(stage, await tokenOf(stage))
    })
  const events = (stage: Stage) =>
    stage.owner(`select kind, by, actor_id from public.cita_events where cita_id = $1 and by = 'paciente'`, [
      linkedCita,
    ])

  it('shows a first name, and nothing else that names a person', async () => {
    const shown = await withLink(async (stage, token) => {
      await stage.owner(
        `update public.profiles set full_name = ' Mariana López Ruiz', phone = '5512345678' where id = $1`,
        [people.patientA],
      )
      return act(stage, 'cita_link', token)
    })
    expect(shown).toEqual({
      first_name: 'Mariana',
      doctor: 'Nombre doctorA',
      study_type: 'Panorámica',
      notice_hours: 4,
      horizon_days: 60,
      self_booking: true,
      expires_at: null,
      preparation: null,
      receiver: null,
      wants_reminders: true,
      cita: {
        id: linkedCita,
        day: soonMonday,
        time: '10:00:00',
        status: 'pendiente',
        moves: 0,
        moves_left: 2,
        warned: false,
        begun: false,
        in_notice: false,
      },
    })
  })

  it('opening it changes nothing but when it was seen, and the trail tells it once a day', async () => {
    const [before, after, opened] = await withLink(async (stage, token) => {
      const rows = () =>
        stage.owner(
          `select to_jsonb(c) as cita, to_jsonb(l) - 'seen_at' as link
           from public.citas c join public.cita_links l on l.cita_id = c.id where c.id = $1`,
          [linkedCita],
        )
      const first = await rows()
      for (let at = 0; at < 100; at++) await act(stage, 'cita_link', token)
      const told = await stage.owner(
        `select actor, actor_role from private.audit_log where subject = 'cita_links' and action = 'open'`,
      )
      return [first, await rows(), told]
    })
    expect(after).toEqual(before)
    expect(opened).toEqual([{ actor: null, actor_role: 'anon' }])
  })

  it('confirms once, however often it is pressed', async () => {
    const found = await withLink(async (stage, token) => {
      const outcomes = [
        await act(stage, 'confirm_by_link', token),
        await act(stage, 'confirm_by_link', token),
      ]
      return [outcomes.map(({ outcome }) => outcome), await cita(stage), await events(stage)]
    })
    expect(found).toMatchObject([
      ['confirmed', 'confirmed'],
      { status: 'confirmada', moves: 0 },
      [{ kind: 'confirmada', by: 'paciente', actor_id: null }],
    ])
  })

  it('moves the same row, confirms it, and an older message’s link shows the new hour', async () => {
    const found = await withLink(async (stage, token) => {
      const { link } = await act(stage, 'move_by_link', token, soonMonday, '11:30')
      const other = await tokenOf(stage)
      await act(stage, 'move_by_link', other, soonMonday, '12:00')
      const third = await act(stage, 'move_by_link', token, soonMonday, '12:30')
      const shown = await act(stage, 'cita_link', token)
      const free = await stage.owner(
        `select from public.citas where doctor_id = $1 and appointment_date = $2 and appointment_time in ('10:00', '11:30')`,
        [people.doctorA, soonMonday],
      )
      return [link?.cita, third.outcome, shown, await cita(stage), free.length]
    })
    expect(found).toMatchObject([
      { id: linkedCita, time: '11:30:00', status: 'confirmada', moves: 1, moves_left: 1 },
      'moves',
      { cita: { time: '12:00:00', moves_left: 0 } },
      { at: '12:00:00', status: 'confirmada', moves: 2, seat: 0 },
      0,
    ])
  })

  it('counts only the patient’s own moves', async () => {
    const outcome = await withLink(async (stage, token) => {
      await stage.become(identityOf('doctorA'))
      for (const at of ['12:00', '12:30', '13:00'])
        await stage.attempt('select public.move_cita($1, $2, $3)', [linkedCita, soonMonday, at])
      await stage.become(anonymous)
      return (await act(stage, 'move_by_link', token, soonMonday, '15:00')).outcome
    })
    expect(outcome).toBe('moved')
  })

  it('asked again after a lost answer, moves once', async () => {
    const found = await withLink(async (stage, token) => {
      const outcomes = [
        await act(stage, 'move_by_link', token, soonMonday, '11:30'),
        await act(stage, 'move_by_link', token, soonMonday, '11:30'),
      ]
      return [outcomes.map(({ outcome }) => outcome), await cita(stage)]
    })
    expect(found).toMatchObject([['moved', 'moved'], { moves: 1 }])
  })

  const today = dayInZone(new Date(), 'America/Mexico_City')
  it.each<[string, string | null, string | null, string]>([
    ['its own slot', soonMonday, '10:00', 'same'],
    ['yesterday', addDays(today, -1), '10:00', 'too_soon'],
    ['a start off the grid', soonMonday, '10:15', 'closed'],
    ['a time after the clinic closes', soonMonday, '20:00', 'closed'],
    ['no time', soonMonday, null, 'closed'],
    ['no day', null, '10:00', 'closed'],
  ])('refuses to move onto %s', async (_, day, at, outcome) => {
    const found = await withLink(async (stage, token) => [
      (await act(stage, 'move_by_link', token, day, at)).outcome,
      await cita(stage),
    ])
    expect(found).toMatchObject([outcome, { at: '10:00:00', moves: 0, status: 'pendiente' }])
  })

  it('refuses to move 61 days ahead, onto a closed day, and onto a slot that is taken', async () => {
    const outcomes = await withLink(async (stage, token) => {
      const heard: string[] = []
      const to = async (day: string, at: string) =>
        heard.push((await act(stage, 'move_by_link', token, day, at)).outcome)
      // A day of the clinic's, whatever the week.
      await stage.owner(
        `insert into public.clinic_closures (id, kind, first_day, last_day, opens, closes)
         values (gen_random_uuid(), 'apertura', $1, $1, '09:30', '12:00')`,
        [addDays(today, 61)],
      )
      await to(addDays(today, 61), '10:00')
      await stage.owner(
        `insert into public.clinic_closures (id, kind, first_day, last_day) values (gen_random_uuid(), 'cierre', $1, $1)`,
        [addDays(soonMonday, 1)],
      )
      await to(addDays(soonMonday, 1), '10:00')
      await stage.owner(
        `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre)
         values ($1, $2, $3, '11:00', 'Panorámica', 'X')`,
        [people.patientB, people.doctorA, soonMonday],
      )
      await to(soonMonday, '11:00')
      return heard
    })
    expect(outcomes).toEqual(['beyond', 'closed', 'taken'])
  })

  it('cancels, and then nothing by any token brings it back or books', async () => {
    const found = await withLink(async (stage, token) => {
      const other = await tokenOf(stage, 'correo')
      const first = (await act(stage, 'cancel_by_link', token)).outcome
      const again = (await act(stage, 'cancel_by_link', other)).outcome
      const later: string[] = []
      for (const one of [token, other])
        for (const [name, ...args] of acts)
          if (name !== 'cancel_by_link') later.push((await act(stage, name, one, ...args)).outcome)
      return [first, again, [...new Set(later)], await cita(stage), await events(stage)]
    })
    expect(found).toMatchObject([
      'cancelled',
      'cancelled',
      // A link with an appointment books nothing: it answers as the appointment is.
      expect.arrayContaining(['final']),
      { status: 'cancelada', moves: 0 },
      [{ kind: 'cancelada' }],
    ])
  })

  it('within the notice neither changes nor cancels; a warning is told once and frees nothing', async () => {
    const found = await withLink(
      async (stage, token) => {
        const heard: string[] = []
        for (const [name, ...args] of [acts[1], acts[3], acts[2], acts[2]] as typeof acts)
          heard.push((await act(stage, name, token, ...args)).outcome)
        return [heard, await cita(stage), await events(stage)]
      },
      (stage) => makeCitaIn(stage, 3),
    )
    expect(found).toMatchObject([
      ['notice', 'notice', 'told', 'told'],
      { status: 'pendiente', warned: true },
      [{ kind: 'aviso', by: 'paciente' }],
    ])
  })

  it('after the start the page shows the appointment and refuses every act', async () => {
    const found = await withLink(async (stage, token) => {
      await stage.owner(
        `update public.citas set appointment_date = soon::date, appointment_time = soon::time(0)
           from (select (now() - interval '1 hour') at time zone 'America/Mexico_City' as soon) s where id = $1`,
        [linkedCita],
      )
      const heard: string[] = []
      for (const [name, ...args] of acts.slice(0, 4))
        heard.push((await act(stage, name, token, ...args)).outcome)
      return [heard, (await act(stage, 'cita_link', token)).link ?? (await act(stage, 'cita_link', token))]
    })
    expect(found).toMatchObject([['final', 'final', 'final', 'final'], { cita: { begun: true } }])
  })

  it.each<[string, (stage: Stage) => Promise<unknown>]>([
    ['revoked', (stage) => stage.owner(`update public.cita_links set revoked_at = now()`)],
    [
      'over since yesterday',
      (stage) =>
        stage.owner(
          `update public.citas set appointment_date = soon::date, appointment_time = soon::time(0)
           from (select (now() - interval '25 hours') at time zone 'America/Mexico_City' as soon) s where id = $1`,
          [linkedCita],
        ),
    ],
    [
      'of a deleted appointment',
      (stage) => stage.owner('delete from public.citas where id = $1', [linkedCita]),
    ],
    [
      'of a closed account',
      (stage) =>
        stage.owner(
          `insert into private.account_state (user_id, closed_at) values ($1, now())
           on conflict (user_id) do update set closed_at = now()`,
          [people.patientA],
        ),
    ],
  ])('a link that is %s answers as one that was made up', async (_, happen) => {
    const [real, cut, invented] = await withLink(async (stage, token) => {
      await happen(stage)
      const heard: unknown[] = []
      for (const one of [token, token.slice(0, 20), 'ZZZZZZZZZZZZZZZZZZZZZZ']) {
        const answers: unknown[] = [
          await act(stage, 'cita_link', one),
          await act(stage, 'cita_link_slots', one, soonMonday),
        ]
        for (const [name, ...args] of acts) answers.push(await act(stage, name, one, ...args))
        heard.push(answers)
      }
      return heard
    })
    expect(real).toEqual([null, null, ended, ended, ended, ended, ended])
    expect(cut).toEqual(real)
    expect(invented).toEqual(real)
  })

  it('offers free starts from the notice on, for 14 days and not beyond the setting', async () => {
    const [near, far] = await withLink(async (stage, token) => {
      await stage.owner(
        `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre)
         values ($1, $2, $3, '11:00', 'Panorámica', 'X')`,
        [people.patientB, people.doctorA, soonMonday],
      )
      return [
        await act(stage, 'cita_link_slots', token, today),
        await act(stage, 'cita_link_slots', token, addDays(today, 60)),
      ]
    })
    const starts = near as unknown as { day: string; time: string }[]
    const ofMonday = starts.filter(({ day }) => day === soonMonday).map(({ time }) => time)
    expect(ofMonday).toHaveLength(16)
    expect(ofMonday).not.toContain('10:00:00')
    expect(ofMonday).not.toContain('11:00:00')
    expect(starts.every(({ day }) => day >= today && day < addDays(today, 14))).toBe(true)
    expect((far as unknown as { day: string }[]).every(({ day }) => day === addDays(today, 60))).toBe(true)
  })

  it('offers no start within the notice', async () => {
    const starts = await withLink(async (stage, token) => {
      await stage.owner(
        `insert into private.app_settings (key, value) values ('agenda', '{"notice_hours": 72}')`,
      )
      const [row] = await stage.owner(
        `select ((now() + interval '72 hours') at time zone 'America/Mexico_City')::text as first`,
      )
      const offered = (await act(stage, 'cita_link_slots', token, today)) as unknown as {
        day: string
        time: string
      }[]
      return { first: String(row?.first), offered: offered.map(({ day, time }) => `${day} ${time}`) }
    })
    expect(starts.offered.length).toBeGreaterThan(50)
    expect(starts.offered.filter((start) => start < starts.first)).toEqual([])
  })

  const chosen = async (stage: Stage) => {
    await stage.become(identityOf('doctorA'))
    const { rows, message } = await stage.attempt(`select public.send_choice($1, $2, 'copia') as value`, [
      requests.acceptedA,
      people.doctorA,
    ])
    await stage.become(anonymous)
    const [row] = rows
    if (!row) throw new Error(message)
    return (row.value as { token: string }).token
  }

  it('books the chosen hour of an accepted request once, and the same link then manages it', async () => {
    const found = await play(async (stage) => {
      const token = await chosen(stage)
      const before = await act(stage, 'cita_link', token)
      const first = await act(stage, 'book_by_link', token, soonMonday, '11:00')
      const again = await act(stage, 'book_by_link', token, soonMonday, '12:00')
      const booked = await stage.owner(
        `select status, appointment_time::text as at, patient_id, doctor_id from public.citas where request_id = $1`,
        [requests.acceptedA],
      )
      const cancelled = await act(stage, 'cancel_by_link', token)
      return [before, first.outcome, again.outcome, booked, cancelled.outcome]
    })
    expect(found).toMatchObject([
      { cita: null, expires_at: expect.any(String), study_type: expect.any(String) },
      'booked',
      'booked',
      [{ status: 'confirmada', at: '11:00:00', patient_id: people.patientA, doctor_id: people.doctorA }],
      'cancelled',
    ])
  })

  it('a cancelled choice is not booked again by the same link, but by a new one', async () => {
    const found = await play(async (stage) => {
      const token = await chosen(stage)
      await act(stage, 'book_by_link', token, soonMonday, '11:00')
      await act(stage, 'cancel_by_link', token)
      const old = await act(stage, 'book_by_link', token, soonMonday, '12:00')
      const anew = await act(stage, 'book_by_link', await chosen(stage), soonMonday, '12:00')
      return [old.outcome, old.link?.cita?.status, anew.outcome, anew.link?.cita?.time]
    })
    expect(found).toEqual(['final', 'cancelada', 'booked', '12:00:00'])
  })

  it.each<[string, string, string]>([
    [
      'where patients choose no hour',
      `insert into private.app_settings (key, value) values ('agenda', '{"self_booking": false}')`,
      'off',
    ],
    [
      'of a request that was rejected since',
      `update public.study_requests set status = 'rechazada' where id = ${requests.acceptedA}`,
      'final',
    ],
    [
      'of a request that the clinic booked meanwhile',
      `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, request_id, nombre)
       values ('${people.patientA}', '${people.doctorA}', '2099-01-12', '12:00', 'Panorámica', ${requests.acceptedA}, 'X')`,
      'final',
    ],
    ['after 14 days', `update public.cita_links set expires_at = now() - interval '1 second'`, 'ended'],
  ])('books nothing %s', async (_, sql, outcome) => {
    const found = await play(async (stage) => {
      const token = await chosen(stage)
      await stage.owner(sql)
      return act(stage, 'book_by_link', token, soonMonday, '11:00')
    })
    expect(found.outcome).toBe(outcome)
  })

  if (engine.kind === 'postgres')
    it.each<[string, string, ...string[]]>([
      ['confirm_by_link', 'revoked_at = now()'],
      ['cancel_by_link', 'revoked_at = now()'],
      ['tell_absence', 'revoked_at = now()'],
      ['stop_reminders', 'revoked_at = now()'],
      ['move_by_link', 'revoked_at = now()', soonMonday, '11:00'],
      ['book_by_link', 'revoked_at = now()', soonMonday, '11:00'],
      ['book_by_link', `expires_at = now() - interval '1 second'`, soonMonday, '11:00'],
    ])('%s does nothing with a link that ends while somebody presses: %s', async (name, end, ...args) => {
      const database = world()
      await database.query(
        `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre)
         values ($1, $2, $3, $4, '10:00', 'Panorámica', 'X') on conflict do nothing`,
        [linkedCita, people.patientA, people.doctorA, soonMonday],
      )
      const token = await (name === 'book_by_link'
        ? commit(database, `select public.send_choice($1, $2, 'copia') ->> 'token' as value`, [
            requests.acceptedA,
            people.doctorA,
          ])
        : commit(database, `select public.cita_token($1, 'copia') ->> 'token' as value`, [linkedCita]))
      const places = args.map((_, at) => `, $${at + 2}`).join('')
      const answer = await behind(
        database,
        (tx) =>
          tx.query(`update public.cita_links set ${end} where cita_id = $1 or cita_id is null`, [linkedCita]),
        () => commit(database, `select public.${name}($1${places}) as value`, [token, ...args], 'anonymous'),
      )
      await database.query('delete from public.cita_links where cita_id = $1 or request_id = $2', [
        linkedCita,
        requests.acceptedA,
      ])
      await database.query('delete from public.citas where id = $1', [linkedCita])
      await database.query('delete from private.rate_limits')
      expect(answer).toEqual(ended)
    })

  it('an address asks 120 times and acts 20 times in ten minutes, and a link acts 30 times a day', async () => {
    const found = await withLink(async (stage, token) => {
      const heard: unknown[] = []
      await stage.owner(`insert into private.rate_limits (bucket, client, window_start, hits)
        select b.bucket, private.client_address(), now(), b.hits from (values ('cita_link', 119), ('act_by_link', 19)) b (bucket, hits)`)
      for (const name of ['cita_link', 'cita_link', 'confirm_by_link', 'confirm_by_link']) {
        const answer: { outcome?: string } | null = await act(stage, name, token)
        heard.push(answer?.outcome?.slice(0, 5) ?? 'shown')
      }
      await stage.owner(`update private.rate_limits set hits = 0 where bucket = 'act_by_link'`)
      await stage.owner(`update private.rate_limits set hits = 30 where bucket = 'act_of_link'`)
      heard.push((await act(stage, 'confirm_by_link', token)).outcome.slice(0, 5))
      return heard
    })
    expect(found).toEqual(['shown', 'PT429', 'confi', 'PT429', 'PT429'])
  })
})
