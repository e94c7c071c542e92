import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { everyone, withoutAnyRights } from './matrix.ts'
import { type Caller, callers, identityOf, type Person, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { appointments, requests, studies, useWorld } from './world.ts'

const ask = (number: number) => uuid('9010', number)
/** Doctor B wants to see patient A. */
const open = ask(1)

/** A question, and one of each kind that is over or cannot be answered. */
async function fill(stage: Stage) {
  const row = (number: number, doctor: Person, patient: Person, rest = `now(), now() + interval '14 days'`) =>
    stage.owner(
      `insert into private.link_requests (id, doctor_id, patient_id, asked_at, expires_at)
       values ($1, $2, $3, ${rest})`,
      [ask(number), people[doctor], people[patient]],
    )
  await row(1, 'doctorB', 'patientA')
  await row(2, 'doctorA', 'patientB')
  await row(3, 'closedDoctor', 'patientA')
  await row(4, 'doctorA', 'newPatient')
  await row(5, 'doctorB', 'closedPatient')
  await row(6, 'admin', 'patientA', `now() - interval '15 days', now() - interval '1 day'`)
  await row(7, 'doctorB', 'factorDoctor')
  await row(8, 'mainAdmin', 'patientA')
  await stage.owner(`update private.link_requests set answered_at = now(), accepted = false where id = $1`, [
    ask(8),
  ])
  await row(9, 'newAdmin', 'patientA', `now() + interval '1 second', now() + interval '14 days'`)
  await stage.owner(`update public.profiles set is_admin = false, role = 'patient' where id = $1`, [
    people.newAdmin,
  ])
}

const links = (stage: Stage, doctor: Person, patient: Person) =>
  stage.owner('select 1 as one from private.doctor_patients where doctor_id = $1 and patient_id = $2', [
    people[doctor],
    people[patient],
  ])

/** What the trail records about questions, without those of `fill`. */
const trail = (stage: Stage) =>
  stage.owner(
    `select actor::text, action, columns::text, patient_id::text from private.audit_log
     where subject = 'link_requests' and (action <> 'ask' or actor in ($1, $2)) order by id`,
    [people.doctorA, people.doctorB],
  )

describe.each(engines())('asking a patient on $name', (engine) => {
  const world = useWorld(engine)
  const play = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), async (stage) => {
      await fill(stage)
      return run(stage)
    })
  const list = 'select doctor_name as value from public.my_link_requests()'

  const shown: Record<Caller, unknown> = {
    ...everyone('nothing'),
    anonymous: 'no grant',
    patientA: ['Nombre doctorB'],
    patientB: ['Nombre doctorA'],
    liar: ['Nombre doctorA'],
  }
  it.each(callers)('shows %s exactly the open questions to them', async (caller) => {
    expect(await play(caller, (stage) => call(stage, list))).toEqual(shown[caller])
  })

  const answers: Record<Caller, string> = {
    ...everyone('PT404'),
    anonymous: 'no grant',
    patientA: 'done',
    ...withoutAnyRights('rule'),
  }
  describe.each([true, false])('answered %s', (accept) => {
    it.each(callers)('by %s, a question to patient A', async (caller) => {
      const found = await play(caller, async (stage) => [
        (await stage.attempt('select public.answer_link_request($1, $2)', [open, accept])).outcome,
        await links(stage, 'doctorB', 'patientA'),
      ])
      expect(found).toEqual([answers[caller], accept && caller === 'patientA' ? [{ one: 1 }] : []])
    })
  })

  it.each([
    ['of a closed account', 3],
    ['that ran out', 6],
    ['that was answered', 8],
    ['of who is no doctor any more', 9],
  ])('refuses the answer to a question %s', async (_what, number) => {
    const found = await play('patientA', async (stage) => [
      (await stage.attempt('select public.answer_link_request($1, true)', [ask(number)])).outcome,
      await stage.owner('select accepted from private.link_requests where id = $1', [ask(number)]),
    ])
    expect(found).toEqual(['PT409', [{ accepted: number === 8 ? false : null }]])
  })

  it('refuses an answer that says neither', async () => {
    expect(
      await play('patientA', (stage) => call(stage, 'select public.answer_link_request($1, null)', [open])),
    ).toBe('PT400')
  })

  it('shows nothing of the record before the answer, and all of it after', async () => {
    const found = await play('doctorB', async (stage) => {
      const seen = async () => [
        (await stage.attempt('select 1 as one from public.profiles where id = $1', [people.patientA])).rows
          .length,
        (await stage.attempt('select 1 as one from public.studies where id = $1', [studies.A])).rows.length,
      ]
      const before = await seen()
      await stage.become(identityOf('patientA'))
      await stage.attempt('select public.answer_link_request($1, true)', [open])
      await stage.become(identityOf('doctorB'))
      return [before, await seen()]
    })
    expect(found).toEqual([
      [0, 0],
      [1, 1],
    ])
  })

  describe('accepting a request with another name', () => {
    const rename = (stage: Stage, id: string, name: string) =>
      stage.owner('update public.study_requests set patient_name = $2 where id = $1', [id, name])
    const accept = (stage: Stage, id: string = requests.A) =>
      call(stage, 'select public.accept_study_request($1) as value', [id])
    const asked = [{ userExisted: true, linkRequested: true }]

    it('accepts it, links nobody and asks the patient', async () => {
      const found = await rehearse(world(), identityOf('doctorB'), async (stage) => {
        await rename(stage, requests.A, 'Quien Sea')
        const answer = await accept(stage)
        const status = await stage.owner('select status from public.study_requests where id = $1', [
          requests.A,
        ])
        const linked = await links(stage, 'doctorB', 'patientA')
        const study = (await stage.attempt('select 1 as one from public.studies where id = $1', [studies.A]))
          .outcome
        await stage.become(identityOf('patientA'))
        const { rows } = await stage.attempt(
          `select doctor_name, doctor_specialty, expires_at = now() + interval '14 days' as fortnight
           from public.my_link_requests()`,
        )
        return { answer, status, linked, study, rows, trail: await trail(stage) }
      })
      expect(found).toEqual({
        answer: asked,
        status: [{ status: 'aceptada' }],
        linked: [],
        study: 'nothing',
        rows: [{ doctor_name: 'Nombre doctorB', doctor_specialty: 'Ortodoncia', fortnight: true }],
        trail: [
          {
            actor: people.doctorB,
            action: 'ask',
            columns: `{doctor_id=${people.doctorB}}`,
            patient_id: people.patientA,
          },
        ],
      })
    })

    it.each(['  NOMBRE  patienta ', 'Nombre. Patienta'])(
      'links when it only looks other: %j',
      async (name) => {
        const found = await rehearse(world(), identityOf('doctorB'), async (stage) => {
          await rename(stage, requests.A, name)
          return [await accept(stage), await links(stage, 'doctorB', 'patientA')]
        })
        expect(found).toEqual([[{ userExisted: true }], [{ one: 1 }]])
      },
    )

    it('asks nothing about a patient of one’s own', async () => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        await rename(stage, requests.A, 'Quien Sea')
        return [await accept(stage), await trail(stage)]
      })
      expect(found).toEqual([[{ userExisted: true }], []])
    })

    it('asks an administrator’s patient as well, and who must still choose a password later', async () => {
      const found = await rehearse(world(), identityOf('admin'), async (stage) => {
        const answer = await accept(stage, requests.ofNewPatient)
        return [answer, await links(stage, 'admin', 'newPatient')]
      })
      expect(found).toEqual([asked, []])
    })

    const again = async (stage: Stage) => {
      await stage.owner(`update public.study_requests set status = 'pendiente' where id = $1`, [requests.A])
      return accept(stage)
    }
    const questions = (stage: Stage) =>
      stage.owner(
        `select accepted, expires_at = now() + interval '14 days' as fresh from private.link_requests
         where doctor_id = $1 order by expires_at`,
        [people.doctorB],
      )

    it('keeps one open question a doctor and patient, which begins anew only once it ran out', async () => {
      const found = await rehearse(world(), identityOf('doctorB'), async (stage) => {
        await rename(stage, requests.A, 'Quien Sea')
        await accept(stage)
        await stage.owner(`update private.link_requests set expires_at = now() + interval '1 day'`)
        const answer = await again(stage)
        const kept = await questions(stage)
        await stage.owner(`update private.link_requests set expires_at = now() - interval '1 day'`)
        await again(stage)
        return { answer, kept, renewed: await questions(stage) }
      })
      expect(found).toEqual({
        answer: asked,
        kept: [{ accepted: null, fresh: false }],
        renewed: [{ accepted: null, fresh: true }],
      })
    })

    it('asks again after a refusal, each time in the trail', async () => {
      const found = await rehearse(world(), identityOf('doctorB'), async (stage) => {
        await rename(stage, requests.A, 'Quien Sea')
        await accept(stage)
        await stage.become(identityOf('patientA'))
        const ids = await call(stage, 'select id::text as value from public.my_link_requests()')
        const id = Array.isArray(ids) ? ids[0] : null
        await stage.attempt('select public.answer_link_request($1, false)', [id])
        await stage.become(identityOf('doctorB'))
        await again(stage)
        return (await trail(stage)).map(({ actor, action }) => [actor, action])
      })
      expect(found).toEqual([
        [people.doctorB, 'ask'],
        [people.patientA, 'reject'],
        [people.doctorB, 'ask'],
      ])
    })

    it('asks 30 times a day and doctor at most', async () => {
      const found = await rehearse(world(), identityOf('doctorB'), async (stage) => {
        await rename(stage, requests.A, 'Quien Sea')
        await stage.owner(
          `insert into private.rate_limits (bucket, client, window_start, hits)
           values ('link_request', $1, now(), 29)`,
          [people.doctorB],
        )
        return [await accept(stage), await again(stage)]
      })
      expect(found).toEqual([asked, 'PT429'])
    })
  })

  it('is not opened by rows that only name both, unless an administrator wrote them', async () => {
    const found = await rehearse(world(), identityOf('doctorB'), async (stage) => [
      (
        await stage.attempt(
          `insert into public.studies (patient_id, doctor_id, study_date, file_url)
           values ($1, $2, '2026-01-05', 'https://archivos.test/x')`,
          [people.patientA, people.doctorB],
        )
      ).outcome,
      (
        await stage.attempt('update public.citas set doctor_id = $1 where id = $2', [
          people.doctorB,
          appointments.A,
        ])
      ).outcome,
      await links(stage, 'doctorB', 'patientA'),
    ])
    expect(found).toEqual(['policy', 'no grant', []])
  })
})
