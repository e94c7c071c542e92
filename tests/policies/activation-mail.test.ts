import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { mailOn, settle, take } from './messages-stage.ts'
import { anonymous, type Caller, emailOf, identityOf, type Person, people, serviceRole } from './people.ts'
import { commit, race } from './races.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

/** Its outcome, or that of a failed statement. */
async function ask(stage: Stage, target: Person = 'newPatient') {
  const answered = await call(stage, `select public.mail_activation($1) ->> 'outcome' as value`, [
    people[target],
  ])
  return Array.isArray(answered) ? answered[0] : answered
}
const create = (stage: Stage) =>
  call(stage, `select public.create_activation($1) ->> 'token' as value`, [people.newPatient])

/** What a link opens: as the function `activate-account` asks. */
async function claim(stage: Stage, token: unknown) {
  await stage.become(serviceRole)
  const answered = await call(stage, `select public.claim_activation($1, $2, '{}') ->> 'outcome' as value`, [
    token,
    emailOf('newPatient'),
  ])
  return Array.isArray(answered) ? answered[0] : answered
}

const kept = (stage: Stage, columns = 'state, problem') =>
  stage.owner(`select ${columns} from public.messages where kind = 'activacion' order by created_at, key`)
/** As if it had been asked for a while ago; here nothing else moves the clock. */
const earlier = (stage: Stage) =>
  stage.owner(`update public.messages set due_at = due_at - interval '1 minute' where kind = 'activacion'`)
const changeState = (stage: Stage, change: string) =>
  stage.owner(`update private.account_state set ${change} where user_id = $1`, [people.newPatient])

describe.each(engines())('activation by mail on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), async (stage) => {
      await mailOn(stage)
      return run(stage)
    })

  it('is noted once for a double press, without token or address, and again when asked after it was sent', async () => {
    const found = await as('doctorA', async (stage) => {
      const pressed = [await ask(stage), await ask(stage)]
      const rows = await kept(stage, 'to_jsonb(messages) as row')
      const [mail] = await take(stage)
      await settle(stage, mail?.id, 'enviado')
      return { pressed, rows, mail, again: await ask(stage), states: await kept(stage) }
    })
    expect(found.pressed).toEqual(['queued', 'queued'])
    expect(found.rows).toEqual([
      {
        row: expect.objectContaining({
          channel: 'correo',
          patient_id: people.newPatient,
          sent_by: people.doctorA,
          cita_id: null,
        }),
      },
    ])
    for (const secret of [emailOf('newPatient'), String(found.mail?.token)])
      expect(JSON.stringify(found.rows)).not.toContain(secret)
    expect(found.again).toBe('queued')
    expect(found.states).toEqual([
      { state: 'enviado', problem: null },
      { state: 'pendiente', problem: null },
    ])
  })

  it('the mail has a link of its own, which works and ends the one before; the trail names who asked', async () => {
    const found = await as('doctorA', async (stage) => {
      const [first] = (await create(stage)) as string[]
      await ask(stage)
      await stage.become(anonymous)
      const [mail] = await take(stage)
      await settle(stage, mail?.id, 'enviado')
      return {
        mail,
        claims: [await claim(stage, first), await claim(stage, mail?.token)],
        link: await stage.owner(
          `select made_by::text, to_char(expires_at at time zone 'America/Mexico_City', 'YYYY-MM-DD HH24:MI') as until
           from private.activations`,
        ),
        trail: await stage.owner(
          `select subject, action, actor::text, actor_role, patient_id::text as patient from private.audit_log
           where (subject, action) in (('activations', 'create'), ('messages', 'sent')) order by id offset 1`,
        ),
      }
    })
    expect(found.mail).toMatchObject({
      kind: 'activacion',
      to: emailOf('newPatient'),
      first_name: 'Nombre',
      token: expect.stringMatching(/^[\w-]{22}$/),
    })
    expect(found.claims).toEqual(['ended', 'ok'])
    expect(found.link).toEqual([
      { made_by: people.doctorA, until: `${found.mail?.until_day} ${found.mail?.until_time}` },
    ])
    const patient = people.newPatient
    expect(found.trail).toEqual([
      {
        subject: 'activations',
        action: 'create',
        actor: people.doctorA,
        actor_role: 'authenticated',
        patient,
      },
      { subject: 'messages', action: 'sent', actor: null, actor_role: expect.any(String), patient },
    ])
  })

  it('a mail to somebody who is no patient has no line in a record', async () => {
    const lines = await as('admin', async (stage) => {
      await ask(stage, 'newAdmin')
      const [mail] = await take(stage)
      await settle(stage, mail?.id, 'enviado')
      return stage.owner(
        `select patient_id from private.audit_log where (subject, action) = ('messages', 'sent') and row_id = $1`,
        [mail?.id],
      )
    })
    expect(lines).toEqual([{ patient_id: null }])
  })

  it.each<[string, string, string]>([
    ['the password was chosen', 'must_change = false', 'elegida'],
    ['the account was closed', 'closed_at = now()', 'sin_cuenta'],
    [
      'the temporary password has less than a day left',
      `temp_expires_at = now() + interval '23 hours'`,
      'sin_temporal',
    ],
    ['another one is being issued', 'issuing = now()', 'sin_temporal'],
  ])('is left out when %s meanwhile, and makes no link', async (_, change, problem) => {
    const found = await as('doctorA', async (stage) => {
      await ask(stage)
      await changeState(stage, change)
      return [await take(stage), await kept(stage), await stage.owner('select from private.activations')]
    })
    expect(found).toEqual([[], [{ state: 'omitido', problem }], []])
  })

  it('is left out after six hours, and when somebody made another link meanwhile, which goes on working', async () => {
    const late = await as('doctorA', async (stage) => {
      await ask(stage)
      return [await take(stage, `now() + interval '6 hours'`), await kept(stage)]
    })
    expect(late).toEqual([[], [{ state: 'omitido', problem: 'tarde' }]])
    const found = await as('doctorA', async (stage) => {
      await ask(stage)
      await earlier(stage)
      const [token] = (await create(stage)) as string[]
      return { mails: await take(stage), rows: await kept(stage), claimed: await claim(stage, token) }
    })
    expect(found).toEqual({ mails: [], rows: [{ state: 'omitido', problem: 'reemplazada' }], claimed: 'ok' })
  })

  it('whoever could make no link at that moment gets no mail without one', async () => {
    const found = await as('doctorA', async (stage) => {
      await ask(stage)
      // Nothing stands against it in a round of two hours ago.
      await changeState(stage, `temp_expires_at = now() + interval '23 hours'`)
      await stage.owner(
        `update public.messages set due_at = now() - interval '3 hours' where kind = 'activacion'`,
      )
      return [await take(stage, `now() - interval '2 hours'`), await kept(stage)]
    })
    expect(found).toEqual([[], [{ state: 'omitido', problem: 'sin_temporal' }]])
  })

  it('is sent again with a new link after a refusal or a lease that ran out; the last link works', async () => {
    const found = await as('doctorA', async (stage) => {
      await ask(stage)
      await earlier(stage)
      const [first] = await take(stage)
      await settle(stage, first?.id, 'rechazado')
      const [second] = await take(stage, `now() + interval '1 minute'`)
      const [third] = await take(stage, `now() + interval '3 minutes'`)
      return {
        same: new Set([first?.id, second?.id, third?.id]).size,
        claims: [
          await claim(stage, first?.token),
          await claim(stage, second?.token),
          await claim(stage, third?.token),
        ],
      }
    })
    expect(found).toEqual({ same: 1, claims: ['ended', 'ended', 'ok'] })
  })

  it('six a day and account; sixty are asked for in an hour', async () => {
    const found = await as('admin', async (stage) => {
      await stage.owner(
        `insert into public.messages (kind, channel, patient_id, state, key)
         select 'activacion', 'correo', $1, 'enviado', 'n ' || n from generate_series(1, 5) n`,
        [people.newPatient],
      )
      const sixth = await ask(stage)
      const [mail] = await take(stage)
      await settle(stage, mail?.id, 'enviado')
      const seventh = await stage.attempt('select public.mail_activation($1)', [people.newPatient])
      const other = await ask(stage, 'newAdmin')
      await stage.owner(
        `update public.messages set created_at = now() - interval '25 hours' where kind = 'activacion'`,
      )
      const tomorrow = await ask(stage)
      for (let turn = 0; turn < 57; turn++) await ask(stage)
      return {
        sixth,
        seventh: [seventh.outcome, seventh.message],
        other,
        tomorrow,
        limited: await ask(stage),
      }
    })
    expect(found).toEqual({
      sixth: 'queued',
      seventh: ['PT409', 'Ya se enviaron seis correos de activación hoy.'],
      other: 'queued',
      tomorrow: 'queued',
      limited: 'PT429',
    })
  })

  it.each<[string, string]>([
    ['less than a day of it left', `temp_expires_at = now() + interval '23 hours'`],
    ['an expired one', `temp_expires_at = now() - interval '1 minute'`],
    ['none', 'temp_expires_at = null'],
  ])(
    'without a temporary password that lasts, %s, nothing is noted and another is due first',
    async (_, change) => {
      const found = await as('doctorA', async (stage) => {
        await changeState(stage, change)
        return [await ask(stage), await kept(stage)]
      })
      expect(found).toEqual(['issue_first', []])
    },
  )

  it('without a mail server nothing is noted, and a chosen password is refused all the same', async () => {
    const found = await rehearse(world(), identityOf('doctorA'), async (stage) => [
      await ask(stage),
      await ask(stage, 'patientA'),
      await kept(stage),
    ])
    expect(found).toEqual(['no_mail', 'PT409', []])
  })

  it('one that waits for half an hour shows that mails do not go out', async () => {
    const state = await as('doctorA', async (stage) => {
      await ask(stage)
      const [row] = await stage.owner(`select private.mail_state(now() + interval '31 minutes') as mail`)
      return row
    })
    expect(state).toEqual({ mail: 'stuck' })
  })
})

// PGlite has one connection: nothing happens at once there.
const [postgres] = engines()
describe.runIf(postgres?.name === 'PostgreSQL')('activation by mail at the same moment', () => {
  const world = useWorld(postgres as NonNullable<typeof postgres>)

  it('twenty who ask and twenty rounds of senders: every mail has a link, and the last one works', async () => {
    await world().query(`insert into private.app_settings (key, value) values ('mail', 'on')`)
    const answers = await race(40, async (index) => {
      if (index % 2)
        return commit(world(), `select public.mail_activation($1) ->> 'outcome' as value`, [
          people.newPatient,
        ])
      const { rows } = await world().query<{ mail: { token: string } }>(
        'select m as mail from private.take_messages() m',
      )
      return rows.map(({ mail }) => mail.token)
    })
    const asked = answers.filter((_, index) => index % 2)
    // More than six were taken before the next press.
    expect(asked.filter((answer) => answer !== 'queued' && answer !== 'PT409')).toEqual([])
    const { rows } = await world().query<{ mail: { token: string } }>(
      'select m as mail from private.take_messages() m',
    )
    const tokens = [
      ...answers.filter((_, index) => index % 2 === 0),
      rows.map(({ mail }) => mail.token),
    ].flat()
    expect(tokens.length).toBeGreaterThan(0)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{22}$/)
    const works = await world().query<{ token: string }>(
      `select t as token from unnest($1::text[]) t join private.activations a on a.token_hash = private.share_hash(t)`,
      [tokens],
    )
    expect(works.rows).toHaveLength(1)
  })
})
