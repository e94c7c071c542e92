import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Caller, callers, emailOf, identityOf, type Person, people, serviceRole } from './people.ts'
import { race } from './races.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

type Link = { token: string | null; expires_at: string; replaced: boolean }

const hours = (count: number) => count * 3_600_000

async function create(stage: Stage, target: Person = 'newPatient') {
  const { outcome, rows, message } = await stage.attempt('select public.create_activation($1) as value', [
    people[target],
  ])
  return { outcome, message, link: rows[0]?.value as Link | undefined }
}

/** Its outcome, or that of a failed statement; as the function `activate-account` asks. */
async function claim(stage: Stage, token: string | null | undefined, email = emailOf('newPatient')) {
  const { outcome, rows } = await stage.attempt(`select public.claim_activation($1, $2, '{}') as value`, [
    token,
    email,
  ])
  return outcome === 'done' ? String((rows[0]?.value as { outcome?: string } | undefined)?.outcome) : outcome
}

const setPassword = (stage: Stage) =>
  stage.owner('update auth.users set encrypted_password = $2 where id = $1', [people.newPatient, 'elegida'])
const trail = (stage: Stage) =>
  stage.owner(
    `select actor::text, actor_role, action, patient_id::text as patient from private.audit_log
     where subject = 'activations' order by id`,
  )

describe.each(engines())('activation of accounts on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)
  /** The new patient's link, made by doctor A; then the stage is the function's. */
  const withLink = <T>(run: (stage: Stage, token: string) => Promise<T>) =>
    as('doctorA', async (stage) => {
      const { link } = await create(stage)
      await stage.become(serviceRole)
      return run(stage, link?.token ?? '')
    })

  const byTarget: [Person, Partial<Record<Caller, string>>, string][] = [
    ['newPatient', { doctorA: 'done', admin: 'done', mainAdmin: 'done' }, 'PT404'],
    ['newAdmin', { admin: 'done', mainAdmin: 'done' }, 'PT404'],
    ['patientA', { doctorA: 'PT409', factorPassed: 'PT409', admin: 'PT409', mainAdmin: 'PT409' }, 'PT404'],
    ['patientB', { doctorB: 'PT409', admin: 'PT409', mainAdmin: 'PT409' }, 'PT404'],
    ['doctorB', { doctorB: 'rule', admin: 'PT409', mainAdmin: 'PT409' }, 'PT404'],
    ['mainAdmin', { admin: 'rule', mainAdmin: 'rule' }, 'PT404'],
    ['closedPatient', {}, 'PT404'],
  ]
  const doctors: Caller[] = ['doctorA', 'doctorB', 'factorPassed', 'admin', 'mainAdmin']
  describe.each(['create_activation', 'mail_activation'])('%s', (name) => {
    describe.each(byTarget)('for %s', (target, special, otherwise) => {
      it.each(callers)('by %s', async (caller) => {
        const refused = caller === 'anonymous' ? 'no grant' : doctors.includes(caller) ? otherwise : 'rule'
        const { outcome } = await as(caller, (stage) =>
          stage.attempt(`select public.${name}($1)`, [people[target]]),
        )
        expect(outcome).toBe(special[caller] ?? refused)
      })
    })
  })

  it.each(callers)(
    'password_due tells %s whether a patient has chosen, and nobody who may not issue one',
    async (caller) => {
      const known: Partial<Record<Caller, unknown>> = {
        anonymous: 'no grant',
        // Doctors see each other's profiles.
        doctorA: [true, false, null],
        factorPassed: [null, false, null],
        admin: [true, false, false],
        mainAdmin: [true, false, false],
      }
      const told = await as(caller, (stage) =>
        call(
          stage,
          `select public.password_due(jsonb_populate_record(null::public.profiles, jsonb_build_object('id', id))) as value
         from (values (1, $1::uuid), (2, $2), (3, $3)) p (place, id) order by place`,
          [people.newPatient, people.patientA, people.doctorB],
        ),
      )
      expect(told).toEqual(known[caller] ?? [null, null, null])
    },
  )

  it.each(callers)('nobody claims, releases or reads a link, not %s', async (caller) => {
    const outcomes = await as(caller, async (stage) => [
      await claim(stage, 'x'),
      (await stage.attempt(`select public.release_activation('x')`)).outcome,
      (await stage.attempt('select from private.activations')).outcome,
    ])
    expect(outcomes).toEqual(['no grant', 'no grant', 'no grant'])
  })

  it('lives 72 hours, never longer than the temporary password, and says that one before it ended', async () => {
    const found = await as('doctorA', async (stage) => {
      const first = await create(stage)
      await stage.owner(
        `update private.account_state set temp_expires_at = now() + interval '30 hours' where user_id = $1`,
        [people.newPatient],
      )
      const second = await create(stage)
      await stage.become(serviceRole)
      return { first, second, old: await claim(stage, first.link?.token) }
    })
    const left = (link?: Link) => Math.round((Date.parse(link?.expires_at ?? '') - Date.now()) / hours(1))
    expect([left(found.first.link), found.first.link?.replaced]).toEqual([72, false])
    expect([left(found.second.link), found.second.link?.replaced]).toEqual([30, true])
    expect(found.old).toBe('ended')
  })

  it.each<[string, string]>([
    ['less than a day of it left', `now() + interval '23 hours'`],
    ['an expired one', `now() - interval '1 minute'`],
    ['none', 'null'],
  ])('without a temporary password that lasts, %s, gives no token', async (_, expires) => {
    const { outcome, link } = await as('doctorA', async (stage) => {
      await stage.owner(`update private.account_state set temp_expires_at = ${expires} where user_id = $1`, [
        people.newPatient,
      ])
      return create(stage)
    })
    expect([outcome, link]).toEqual(['done', { token: null, expires_at: null, replaced: false }])
  })

  it('is used once, and its lease ends with the password', async () => {
    const found = await withLink(async (stage, token) => {
      const first = await claim(stage, token, ` ${emailOf('newPatient').toUpperCase()} `)
      const busy = await claim(stage, token)
      await stage.owner(
        `insert into auth.sessions (id, user_id) values ('00000000-0000-4000-9099-000000000001', $1)`,
        [people.newPatient],
      )
      await setPassword(stage)
      const after = await claim(stage, token)
      const [state] = await stage.owner(
        `select s.must_change, s.temp_expires_at,
           (select count(*)::integer from auth.sessions e where e.user_id = s.user_id) as sessions
         from private.account_state s where s.user_id = $1`,
        [people.newPatient],
      )
      return { first, busy, after, state, trail: await trail(stage) }
    })
    expect([found.first, found.busy, found.after]).toEqual(['ok', 'busy', 'ended'])
    expect(found.state).toEqual({ must_change: false, temp_expires_at: null, sessions: 0 })
    expect(found.trail).toEqual([
      { actor: people.doctorA, actor_role: 'authenticated', action: 'create', patient: people.newPatient },
      {
        actor: people.newPatient,
        actor_role: 'authenticated',
        action: 'activate',
        patient: people.newPatient,
      },
    ])
  })

  it('a new link works at once, also while somebody is using the one before', async () => {
    const outcomes = await withLink(async (stage, token) => {
      const first = await claim(stage, token)
      await stage.become(identityOf('doctorA'))
      const { link } = await create(stage)
      await stage.become(serviceRole)
      return [first, await claim(stage, token), await claim(stage, link?.token)]
    })
    expect(outcomes).toEqual(['ok', 'ended', 'ok'])
  })

  it('works again after a failure in between, at once or when the lease is over', async () => {
    const outcomes = await withLink(async (stage, token) => {
      const first = await claim(stage, token)
      await stage.attempt('select public.release_activation($1)', [token])
      const released = await claim(stage, token)
      await stage.owner(`update private.activations set claimed_until = now() - interval '1 second'`)
      return [first, released, await claim(stage, token)]
    })
    expect(outcomes).toEqual(['ok', 'ok', 'ok'])
  })

  it('the fifth wrong e-mail ends it, also for the right one', async () => {
    const found = await withLink(async (stage, token) => {
      const outcomes: string[] = []
      for (let turn = 0; turn < 5; turn++) outcomes.push(await claim(stage, token, 'otra@correo.test'))
      outcomes.push(await claim(stage, token))
      return { outcomes, trail: (await trail(stage)).slice(1) }
    })
    expect(found.outcomes).toEqual([...Array(5).fill('wrong'), 'ended'])
    expect(found.trail).toEqual(
      Array(5).fill({ actor: null, actor_role: 'anon', action: 'wrong', patient: people.newPatient }),
    )
  })

  it('four wrong e-mails do not, and a token that was cut off or made up opens nothing', async () => {
    const outcomes = await withLink(async (stage, token) => {
      for (let turn = 0; turn < 4; turn++) await claim(stage, token, '')
      return [
        await claim(stage, token.slice(0, -1)),
        await claim(stage, 'A'.repeat(token.length)),
        await claim(stage, null),
        await claim(stage, token),
      ]
    })
    expect(outcomes).toEqual(['ended', 'ended', 'ended', 'ok'])
  })

  it.each<[string, string]>([
    [
      'a new temporary password',
      'update private.account_state set must_change = true, issuing = now() where user_id = $1',
    ],
    ['a chosen password', 'update private.account_state set must_change = false where user_id = $1'],
    ['closing the account', 'update private.account_state set closed_at = now() where user_id = $1'],
    ['its own end', `update private.activations set expires_at = now() where user_id = $1`],
  ])('%s ends it', async (_, sql) => {
    const outcomes = await withLink(async (stage, token) => {
      await stage.owner(sql, [people.newPatient])
      const ended = await claim(stage, token)
      // Not even a later temporary password brings it back.
      await stage.owner(
        'update private.account_state set must_change = true, closed_at = null, issuing = null where user_id = $1',
        [people.newPatient],
      )
      return [ended, await claim(stage, token)]
    })
    expect(outcomes).toEqual(['ended', 'ended'])
  })

  it('nobody issues a temporary password while a link sets one', async () => {
    const found = await withLink(async (stage, token) => {
      await claim(stage, token)
      await stage.become(identityOf('doctorA'))
      return stage.attempt('select public.begin_password_issue($1)', [people.newPatient])
    })
    expect(found).toMatchObject({
      outcome: 'PT409',
      message: 'Se está activando esta cuenta. Espera un minuto e inténtalo de nuevo.',
    })
  })

  it('takes twenty tries of an address in ten minutes, and sixty links of a person in an hour', async () => {
    const outcomes = await withLink(async (stage, token) => {
      for (let turn = 0; turn < 20; turn++) await claim(stage, 'x')
      const limited = await claim(stage, token)
      await stage.become(identityOf('doctorA'))
      for (let turn = 0; turn < 59; turn++) await create(stage)
      return [limited, (await create(stage)).outcome]
    })
    expect(outcomes).toEqual(['PT429', 'PT429'])
  })

  it('keeps the token’s hash alone', async () => {
    const [row] = await withLink((stage, token) =>
      stage.owner('select $1 = any(string_to_array(a::text, $2)) as kept from private.activations a', [
        token,
        ',',
      ]),
    )
    expect(row).toEqual({ kept: false })
  })
})

// PGlite has one connection: nothing happens at once there.
const [postgres] = engines()
describe.runIf(postgres?.name === 'PostgreSQL')('twenty at once', () => {
  const world = useWorld(postgres as NonNullable<typeof postgres>)

  it('one of them may set the password', async () => {
    const { token } = (await world().as(identityOf('doctorA'), async (tx) => {
      const { rows } = await tx.query<{ value: Link }>('select public.create_activation($1) as value', [
        people.newPatient,
      ])
      return rows[0]?.value
    })) as Link
    await world().query('delete from private.rate_limits')
    const outcomes = await race(20, () =>
      world().as(serviceRole, async (tx) => {
        const { rows } = await tx.query<{ value: { outcome: string } }>(
          `select public.claim_activation($1, $2, '{}') as value`,
          [token, emailOf('newPatient')],
        )
        return rows[0]?.value.outcome
      }),
    )
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(19)
  })
})
