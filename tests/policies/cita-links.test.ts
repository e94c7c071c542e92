import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { linkedCita, makeCita, makeCitaIn, tokenOf } from './links-stage.ts'
import { everyone, itShows, withoutAnyRights } from './matrix.ts'
import { anonymous, type Caller, callers, emailOf, identityOf, people, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { citaLinks, requests, useWorld } from './world.ts'

/** To choose an hour, made for doctor B. */
const choice = uuid('9022', 90)
/** Of A made by doctor B, of B and of the factor doctor by an administrator, the last one while it was doctor B's. */
const made = [
  `insert into public.cita_links (id, request_id, patient_id, doctor_id, made_by, expires_at)
   values ('${choice}', ${requests.B}, '${people.patientB}', '${people.doctorB}', '${people.admin}', now() + interval '7 days')`,
  ...(
    [
      ['A', 'doctorB', 'doctorA'],
      ['B', 'admin', 'doctorB'],
      ['ofFactorDoctor', 'admin', 'doctorB'],
    ] as const
  ).map(
    ([pair, by, doctor]) =>
      `update public.cita_links set made_by = '${people[by]}', doctor_id = '${people[doctor]}' where id = '${citaLinks[pair]}'`,
  ),
]

describe.each(engines())('rows of links of appointments on $name', (engine) => {
  const rows = { ...citaLinks, choice }
  const all = Object.keys(rows) as (keyof typeof rows)[]
  itShows(
    useWorld(engine, made),
    { table: 'public.cita_links', rows },
    {
      anonymous: nobody,
      patientA: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
      patientB: ['B', 'ofFormerDoctor'],
      liar: ['B', 'ofFormerDoctor'],
      doctorA: ['A', 'ofNewPatient', 'ofClosedPatient', 'ofFormerDoctor'],
      doctorB: ['A', 'B', 'choice'],
      factorPassed: ['ofFactorDoctor'],
      admin: all,
      mainAdmin: all,
      dentist: [],
      ...withoutAnyRights([]),
    },
  )
})

describe.each(engines())('links of appointments on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)
  const asWith = <T>(
    caller: Caller,
    before: (stage: Stage) => Promise<unknown>,
    run: (stage: Stage) => Promise<T>,
  ) =>
    as(caller, async (stage) => {
      await before(stage)
      await stage.become(identityOf(caller))
      return run(stage)
    })

  const ownDoctor: Record<Caller, string> = {
    ...everyone('PT404'),
    anonymous: 'no grant',
    doctorA: 'done',
    admin: 'done',
    mainAdmin: 'done',
  }
  it.each(callers)('cita_token by %s', async (caller) => {
    const found = await asWith(caller, makeCita, (stage) =>
      stage.attempt(`select public.cita_token($1, 'correo')`, [linkedCita]),
    )
    expect(found.outcome).toBe(ownDoctor[caller])
  })

  it.each(callers)('my_cita_link by %s', async (caller) => {
    const expected = { ...everyone('PT404'), anonymous: 'no grant', patientA: 'done' }
    const found = await asWith(caller, makeCita, (stage) =>
      stage.attempt('select public.my_cita_link($1)', [linkedCita]),
    )
    expect(found.outcome).toBe(expected[caller])
  })

  it.each(callers)('revoke_cita_link by %s', async (caller) => {
    const { outcome, left } = await asWith(
      caller,
      async (stage) => {
        await makeCita(stage)
        await tokenOf(stage)
      },
      async (stage) => {
        const [link] = await stage.owner('select id from public.cita_links where cita_id = $1', [linkedCita])
        const tried = await stage.attempt('select public.revoke_cita_link($1)', [link?.id])
        return { outcome: tried.outcome, left: await stage.owner('select from private.cita_link_tokens') }
      },
    )
    expect(outcome).toBe(ownDoctor[caller])
    expect(left).toHaveLength(ownDoctor[caller] === 'done' ? 0 : 1)
  })

  it.each(callers)('the row is read by %s', async (caller) => {
    const found = await asWith(
      caller,
      async (stage) => {
        await makeCita(stage)
        await tokenOf(stage)
      },
      (stage) => stage.attempt('select * from public.cita_links where cita_id = $1', [linkedCita]),
    )
    const expected = { ...ownDoctor, patientA: 'done' }[caller]
    expect(found.outcome).toBe(expected === 'PT404' ? 'nothing' : expected)
  })

  it.each(callers)('nobody reads a token’s hash or writes a link, not %s', async (caller) => {
    const outcomes = await asWith(caller, makeCita, async (stage) => [
      (await stage.attempt('select from private.cita_link_tokens')).outcome,
      (await stage.attempt('update public.cita_links set revoked_at = null')).outcome,
      (await stage.attempt('delete from public.cita_links')).outcome,
    ])
    expect(outcomes).toEqual(['no grant', 'no grant', 'no grant'])
  })

  it.each(callers)('send_choice by %s', async (caller) => {
    const expected = {
      ...everyone('rule'),
      anonymous: 'no grant',
      doctorA: 'done',
      admin: 'done',
      mainAdmin: 'done',
    }
    const found = await as(caller, (stage) =>
      stage.attempt(`select public.send_choice($1, $2, 'copia') as value`, [
        requests.acceptedA,
        people.doctorA,
      ]),
    )
    expect(found.outcome).toBe(expected[caller])
  })

  it.each<[string, string, string, string]>([
    ['nobody’s account', requests.ofStranger, 'PT400', 'Paciente: elige un paciente de la lista.'],
    ['a closed account', requests.ofClosedPatient, 'PT400', 'Paciente: elige un paciente de la lista.'],
    ['that does not exist', '999999', 'PT404', 'No se pudo encontrar la solicitud.'],
  ])('send_choice refuses a request of %s', async (_, request, outcome, message) => {
    const found = await as('admin', (stage) =>
      stage.attempt(`select public.send_choice($1, $2, 'copia')`, [request, people.doctorA]),
    )
    expect(found).toMatchObject({ outcome, message })
  })

  it.each<[string, string, string]>([
    [
      'rejected',
      `update public.study_requests set status = 'rechazada' where id = $1`,
      'Esta solicitud fue rechazada.',
    ],
    [
      'booked',
      `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, request_id)
       values ('${people.patientA}', '${people.doctorA}', '2099-01-12', '12:00', 'Panorámica', $1)`,
      'Esta solicitud ya tiene una cita.',
    ],
  ])('send_choice refuses a request that was %s', async (_, sql, message) => {
    const found = await as('admin', async (stage) => {
      await stage.owner(sql, [requests.acceptedA])
      return stage.attempt(`select public.send_choice($1, $2, 'copia')`, [requests.acceptedA, people.doctorA])
    })
    expect(found).toMatchObject({ outcome: 'PT409', message })
  })

  it('send_choice accepts the request, links doctor and patient, and is refused where patients choose no hour', async () => {
    const found = await as('admin', async (stage) => {
      await stage.owner(`delete from private.doctor_patients where doctor_id = $1`, [people.doctorB])
      await stage.attempt(`select public.send_choice($1, $2, 'copia')`, [requests.A, people.doctorB])
      const done = await stage.owner(
        `select r.status, exists (
           select from private.doctor_patients l where l.doctor_id = $2 and l.patient_id = $3
         ) as linked from public.study_requests r where r.id = $1`,
        [requests.A, people.doctorB, people.patientA],
      )
      await stage.attempt(`select public.set_agenda_settings('{"self_booking": false}')`)
      const off = await stage.attempt(`select public.send_choice($1, $2, 'copia')`, [
        requests.A,
        people.doctorB,
      ])
      return [done, off.message]
    })
    expect(found).toEqual([
      [{ status: 'aceptada', linked: true }],
      'El paciente no puede elegir horario: está apagado en la agenda.',
    ])
  })

  it('an appointment that is over or has begun has no link', async () => {
    const messages = await as('doctorA', async (stage) => {
      await makeCita(stage, { status: 'cancelada' })
      const over = await stage.attempt(`select public.cita_token($1, 'copia')`, [linkedCita])
      await stage.owner('delete from public.citas where id = $1', [linkedCita])
      await makeCitaIn(stage, -1)
      const begun = await stage.attempt(`select public.cita_token($1, 'copia')`, [linkedCita])
      return [over.message, begun.message]
    })
    const words = 'Esta cita ya no tiene enlace: ya pasó o está cerrada.'
    expect(messages).toEqual([words, words])
  })

  it('keeps its newest ten tokens, of which the first ends with the eleventh', async () => {
    const opens = await as('doctorA', async (stage) => {
      await makeCita(stage)
      const tokens: string[] = []
      for (let at = 0; at < 11; at++) tokens.push(await tokenOf(stage))
      await stage.become(anonymous)
      const answers: boolean[] = []
      for (const token of tokens) {
        const { rows } = await stage.attempt('select public.cita_link($1) as value', [token])
        answers.push(rows[0]?.value !== null)
      }
      return answers
    })
    expect(opens).toEqual([false, ...Array.from({ length: 10 }, () => true)])
  })

  /** The number of tokens that are left of the only link. */
  const tokensLeft = async (stage: Stage) =>
    (await stage.owner('select from private.cita_link_tokens')).length
  const correct = `update public.study_requests set patient_email = $2 where id = $1`
  const toPatientB = `update public.citas set patient_id = '${people.patientB}' where id = $1`

  it.each<[string, Caller | 'owner', number, string, unknown[]]>([
    [
      'the e-mail of its request is corrected',
      'admin',
      0,
      correct,
      [requests.acceptedA, emailOf('patientB')],
    ],
    ['the e-mail becomes nobody’s', 'admin', 0, correct, [requests.acceptedA, 'nadie@example.com']],
    [
      'the link is given to somebody',
      'owner',
      0,
      `update public.cita_links set patient_id = $1`,
      [people.patientB],
    ],
    ['the link is revoked by hand', 'owner', 0, `update public.cita_links set revoked_at = now()`, []],
    ['another request is corrected', 'admin', 1, correct, [requests.A, emailOf('patientB')]],
    [
      'the name is corrected',
      'admin',
      1,
      `update public.study_requests set patient_name = 'Nombre de patientA' where id = $1`,
      [requests.acceptedA],
    ],
  ])('a choice: once %s, by %s, %s tokens are left', async (_, who, left, sql, values) => {
    const found = await as('admin', async (stage) => {
      await stage.attempt(`select public.send_choice($1, $2, 'copia')`, [requests.acceptedA, people.doctorA])
      if (who === 'owner') await stage.become('owner')
      const { outcome, message } = await stage.attempt(sql, values)
      return [outcome, message, await tokensLeft(stage)]
    })
    expect(found).toEqual(['done', '', left])
  })

  it('a choice sent again after its request became another’s opens for that person alone', async () => {
    const found = await as('admin', async (stage) => {
      const send = async () => {
        const { rows } = await stage.attempt(
          `select public.send_choice($1, $2, 'copia') ->> 'token' as value`,
          [requests.acceptedA, people.doctorA],
        )
        return rows[0]?.value
      }
      const first = await send()
      await stage.attempt(correct, [requests.acceptedA, emailOf('patientB')])
      const second = await send()
      await stage.attempt(correct, [requests.acceptedA, emailOf('patientA')])
      const third = await send()
      await stage.become(anonymous)
      const { rows } = await stage.attempt(
        'select t.at, public.cita_link(t.token) is not null as opens from unnest($1::text[]) with ordinality t(token, at)',
        [[first, second, third]],
      )
      return rows.map(({ opens }) => opens)
    })
    expect(found).toEqual([false, false, true])
  })

  it.each<[string, number, string]>([
    ['it is given to another patient', 0, toPatientB],
    ['it loses its patient', 0, 'update public.citas set patient_id = null where id = $1'],
    ['it is moved', 1, `update public.citas set appointment_time = '12:00' where id = $1`],
  ])('a link of an appointment: once %s, %s tokens are left', async (_, left, sql) => {
    const found = await as('doctorA', async (stage) => {
      await makeCita(stage)
      await tokenOf(stage)
      await stage.owner(sql, [linkedCita])
      return tokensLeft(stage)
    })
    expect(found).toBe(left)
  })

  it('an appointment that was given to another patient has a link of that person’s from then on', async () => {
    const found = await as('doctorA', async (stage) => {
      await makeCita(stage)
      const first = await tokenOf(stage)
      await stage.owner(toPatientB, [linkedCita])
      await stage.owner(`update public.profiles set full_name = 'Beatriz Soto' where id = $1`, [
        people.patientB,
      ])
      const second = await tokenOf(stage)
      const { rows } = await stage.attempt(
        `select public.cita_link(t.token) ->> 'first_name' as name from unnest($1::text[]) t(token)`,
        [[first, second]],
      )
      return rows.map(({ name }) => name)
    })
    expect(found).toEqual([null, 'Beatriz'])
  })

  it.each<[string, string]>([
    ['was revoked', 'revoked_at = now()'],
    ['is of another patient than the appointment', `patient_id = '${people.patientB}'`],
  ])(
    'a token that was made at the moment in which its link %s opens nothing, and the next one does',
    async (_, change) => {
      const opened = await as('doctorA', async (stage) => {
        await makeCita(stage)
        await tokenOf(stage)
        await stage.owner(`update public.cita_links set ${change}`)
        const [made] = await stage.owner(
          `select private.give_link_token(l.id, 'copia') as token from public.cita_links l`,
        )
        const { rows } = await stage.attempt(
          `select public.cita_link(t.token) is not null as opens from unnest($1::text[]) t(token)`,
          [[made?.token, await tokenOf(stage)]],
        )
        return rows.map(({ opens }) => opens)
      })
      expect(opened).toEqual([false, true])
    },
  )

  it('the hour that was chosen stays with who chose it, whatever becomes of the request', async () => {
    const left = await as('admin', async (stage) => {
      await makeCita(stage)
      await stage.attempt(`select public.send_choice($1, $2, 'copia')`, [requests.acceptedA, people.doctorA])
      await stage.owner('update public.cita_links set cita_id = $1 where request_id = $2', [
        linkedCita,
        requests.acceptedA,
      ])
      await stage.attempt(correct, [requests.acceptedA, emailOf('patientB')])
      return tokensLeft(stage)
    })
    expect(left).toBe(1)
  })

  it('a revoked link works again with a new token alone', async () => {
    const answers = await as('doctorA', async (stage) => {
      await makeCita(stage)
      const first = await tokenOf(stage)
      await stage.become(identityOf('doctorA'))
      await stage.attempt(
        'select public.revoke_cita_link(l.id) from public.cita_links l where l.cita_id = $1',
        [linkedCita],
      )
      const second = await tokenOf(stage)
      const shown: unknown[] = []
      for (const token of [first, second]) {
        const { rows } = await stage.attempt('select public.cita_link($1) is not null as value', [token])
        shown.push(rows[0]?.value)
      }
      return shown
    })
    expect(answers).toEqual([false, true])
  })
})
