import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { mailOn, settle, take } from './messages-stage.ts'
import { type Caller, emailOf, people, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { addenda, fresh, reportRowsOfWorld, reports, write } from './reports-stage.ts'
import { studies, useWorld } from './world.ts'

const study = uuid('9035', 1)

describe.each(engines())('news by mail on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), fresh(caller), async (stage) => {
      await mailOn(stage)
      return run(stage)
    })
  const due = (stage: Stage) =>
    stage.owner(
      `select split_part(key, ' ', 2) as sort, patient_id::text as person, study_id::text as study,
         round(extract(epoch from due_at - now()) / 86400)::int as days
       from public.messages where kind = 'resultado' order by sort`,
    )
  const states = (stage: Stage) =>
    stage.owner(
      `select split_part(key, ' ', 2) as sort, state, problem from public.messages where kind = 'resultado' order by sort, state`,
    )
  /** The news that a round lends at that moment (SQL), in the order of their sorts. */
  const round = async (stage: Stage, at?: string) => {
    const lent = (await take(stage, at)).filter(({ kind }) => kind === 'resultado').map(({ id }) => id)
    return stage.owner(
      `select id::text as id, split_part(key, ' ', 2) as sort from public.messages where id = any ($1::uuid[]) order by sort`,
      [lent],
    )
  }
  const sorts = async (stage: Stage, at?: string) => (await round(stage, at)).map(({ sort }) => sort)
  const add = (
    stage: Stage,
    patient: string = people.patientA,
    file: string | null = 'https://archivos.test/1',
    id = study,
  ) =>
    stage.attempt(
      `insert into public.studies (id, patient_id, doctor_id, study_type, study_date, file_url)
       values ($1, $2, $3, 'Radiografía Panorámica', '2026-01-05', $4)`,
      [id, patient, people.doctorA, file],
    )
  const ready = { sort: 'study_ready', person: people.patientA, study, days: 0 }

  it('are due when a study has something to open', async () => {
    const found = await as('doctorA', async (stage) => {
      await add(stage, people.patientA, null)
      const without = await due(stage)
      await stage.attempt(`update public.studies set file_url = 'https://archivos.test/2' where id = $1`, [
        study,
      ])
      await stage.attempt(`update public.studies set file_url = 'https://archivos.test/3' where id = $1`, [
        study,
      ])
      return [without, await due(stage)]
    })
    expect(found).toEqual([[], [ready]])
  })

  it('are due when a report is delivered, gets an addendum and is annulled', async () => {
    const found = await as('doctorA', async (stage) => {
      await add(stage)
      await write(stage, study)
      await stage.attempt(`select public.sign_report($1, 2, 3, 'Se lo digo yo')`, [uuid('9034', 1)])
      const held = await due(stage)
      await stage.attempt('select public.release_report($1)', [uuid('9034', 1)])
      await stage.attempt('select public.sign_addendum($1)', [addenda.unsigned])
      await stage.attempt(`select public.annul_report($1, 'De otro')`, [reports.A])
      return [held, await due(stage)]
    })
    const told = { person: people.patientA, days: 0 }
    expect(found[0]).toEqual([{ ...told, sort: 'report_ready', study, days: 3 }, ready])
    expect(found[1]).toEqual([
      { ...told, sort: 'report_addendum', study: studies.A },
      { ...told, sort: 'report_annulled', study: studies.A },
      { ...told, sort: 'report_ready', study },
      ready,
    ])
  })

  it.each([
    ['wants none', 'update public.profiles set wants_mail = false where id = $1'],
    ['has a temporary password', 'update private.account_state set must_change = true where user_id = $1'],
    ['is closed', 'update private.account_state set closed_at = now() where user_id = $1'],
  ])('are not for an account that %s', async (_, change) => {
    const found = await as('admin', async (stage) => {
      await add(stage)
      await stage.owner(change, [people.patientA])
      const late = await sorts(stage)
      await add(stage, people.patientA, 'https://archivos.test/1', uuid('9035', 2))
      return [late, await states(stage)]
    })
    expect(found).toEqual([[], [{ sort: 'study_ready', state: 'omitido', problem: 'sin_cuenta' }]])
  })

  it('are not noted where there is no mail', async () => {
    const found = await as('doctorA', async (stage) => {
      await stage.owner(`update private.app_settings set value = 'off' where key = 'mail'`)
      await add(stage)
      return due(stage)
    })
    expect(found).toEqual([])
  })

  it('are not for what the owner writes', async () => {
    const found = await as('doctorA', async (stage) => {
      await stage.owner(`update public.studies set file_url = null, file_name = null where id = $1`, [
        studies.ofNewPatient,
      ])
      await stage.owner(`update public.studies set file_url = 'https://archivos.test/2' where id = $1`, [
        studies.ofNewPatient,
      ])
      return due(stage)
    })
    expect(found).toEqual([])
  })

  it('are one a person, study and sort in 24 hours', async () => {
    const found = await as('doctorA', async (stage) => {
      await add(stage)
      const again = async () => {
        await stage.attempt('update public.studies set file_url = null where id = $1', [study])
        await stage.attempt(`update public.studies set file_url = 'https://archivos.test/2' where id = $1`, [
          study,
        ])
        return (await due(stage)).length
      }
      const same = await again()
      await stage.owner(
        `update public.messages set due_at = due_at - interval '25 hours', sent_at = now(), state = 'enviado'
         where kind = 'resultado'`,
      )
      return [same, await again()]
    })
    expect(found).toEqual([1, 2])
  })

  describe('the sender', () => {
    it('receives the address, and nothing about the result', async () => {
      const found = await as('doctorA', async (stage) => {
        await add(stage)
        return take(stage)
      })
      expect(found).toEqual([{ id: expect.any(String), kind: 'resultado', to: emailOf('patientA') }])
    })

    it('sends no news that waited for more than a day, nor of a report that is gone', async () => {
      const found = await as('doctorA', async (stage) => {
        await add(stage)
        await write(stage, study)
        await stage.attempt('select public.sign_report($1, 2)', [uuid('9034', 1)])
        await stage.attempt(`select public.annul_report($1, 'De otro')`, [uuid('9034', 1)])
        await stage.owner(
          `update public.messages set due_at = now() - interval '25 hours' where starts_with(key, 'resultado study_ready ')`,
        )
        return [await sorts(stage), await states(stage)]
      })
      expect(found).toEqual([
        ['report_annulled'],
        [
          { sort: 'report_annulled', state: 'enviando', problem: null },
          { sort: 'report_ready', state: 'omitido', problem: 'cancelada' },
          { sort: 'study_ready', state: 'omitido', problem: 'tarde' },
        ],
      ])
    })

    it('sends no news of a study that became another patient’s, except that its report was annulled', async () => {
      const found = await as('admin', async (stage) => {
        await add(stage)
        await stage.owner(
          `insert into public.messages (kind, channel, patient_id, study_id, due_at, key)
           select kind, channel, patient_id, study_id, due_at, replace(key, 'study_ready', 'report_annulled')
           from public.messages where kind = 'resultado'`,
        )
        await stage.attempt('update public.studies set patient_id = $2 where id = $1', [
          study,
          people.patientB,
        ])
        return [await sorts(stage), (await states(stage))[1]]
      })
      expect(found).toEqual([
        ['report_annulled'],
        { sort: 'study_ready', state: 'omitido', problem: 'otra_persona' },
      ])
    })

    it('sends the news of a held report when it is delivered', async () => {
      const found = await as('doctorA', async (stage) => {
        await add(stage)
        await write(stage, study)
        await stage.attempt(`select public.sign_report($1, 2, 1, 'Se lo digo yo')`, [uuid('9034', 1)])
        const [first] = await round(stage)
        await settle(stage, first?.id, 'enviado')
        return [first?.sort, await sorts(stage, `now() + interval '24 hours'`)]
      })
      expect(found).toEqual(['study_ready', ['report_ready']])
    })

    it('sends a person one mail in 24 hours, whatever is new', async () => {
      const found = await as('doctorA', async (stage) => {
        await add(stage)
        await add(stage, people.patientA, 'https://archivos.test/2', uuid('9035', 2))
        const lent = await round(stage)
        // Another sender, and the next round while the mail is on its way.
        const meanwhile = await sorts(stage, `now() + interval '1 minute'`)
        await settle(stage, lent[0]?.id, 'enviado')
        const both = await states(stage)
        await write(stage, study)
        await stage.attempt(`select public.sign_report($1, 2)`, [uuid('9034', 1)])
        return {
          lent: lent.length,
          meanwhile,
          both,
          later: [
            await sorts(stage, `now() + interval '23 hours'`),
            await sorts(stage, `now() + interval '24 hours'`),
          ],
          inTime: await sorts(stage, `now() + interval '47 hours'`),
          tooLate: await sorts(stage, `now() + interval '49 hours'`),
        }
      })
      const sent = { sort: 'study_ready', state: 'enviado', problem: null }
      expect(found).toEqual({
        lent: 1,
        meanwhile: [],
        both: [sent, sent],
        later: [[], ['report_ready']],
        inTime: ['report_ready'],
        tooLate: [],
      })
    })

    it('keeps what its person was not told, when a mail fails, and others are not kept waiting', async () => {
      const found = await as('admin', async (stage) => {
        await add(stage)
        await add(stage, people.patientA, 'https://archivos.test/2', uuid('9035', 2))
        await add(stage, people.patientB, 'https://archivos.test/3', uuid('9035', 3))
        const lent = await round(stage)
        for (const { id } of lent) await settle(stage, id, 'rechazado')
        return [
          lent.length,
          await stage.owner(
            `select state, problem, tries from public.messages where kind = 'resultado' order by tries`,
          ),
        ]
      })
      const waits = { state: 'pendiente', problem: null, tries: 0 }
      const failed = { state: 'pendiente', problem: 'rechazado', tries: 1 }
      expect(found).toEqual([2, [waits, failed, failed]])
    })
  })

  it('are in no list, figure or trail of messages, and do not count as stuck mail', async () => {
    const found = await as('admin', async (stage) => {
      const seen = async () => [
        (await stage.attempt('select id from public.messages order by id')).rows,
        (await stage.attempt('select public.message_figures() as value')).rows,
      ]
      await stage.owner(`delete from public.messages where state <> 'enviado'`)
      const before = await seen()
      await add(stage)
      await stage.owner(
        `update public.messages set due_at = now() - interval '1 hour' where kind = 'resultado'`,
      )
      const waiting = await seen()
      await stage.owner(
        `update public.messages set state = 'fallido', problem = 'rechazado', tries = 5 where kind = 'resultado'`,
      )
      const [news] = await stage.owner(`select id::text as id from public.messages where kind = 'resultado'`)
      const again = await stage.attempt('select public.retry_message($1)', [news?.id])
      const trail = await stage.owner(
        `select from private.audit_log where subject = 'messages' and row_id = $1`,
        [news?.id],
      )
      return { before, waiting, failed: await seen(), again: again.outcome, trail }
    })
    const { before } = found
    expect(found).toEqual({ before, waiting: before, failed: before, again: 'PT404', trail: [] })
  })
})
