import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Caller, emailOf, people, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { addenda, fresh, reportRowsOfWorld, reports, write } from './reports-stage.ts'
import { studies, useWorld } from './world.ts'

const study = uuid('9035', 1)

describe.each(engines())('news by mail on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) => rehearse(world(), fresh(caller), run)
  const due = (stage: Stage) =>
    stage.owner(
      `select kind, person_id::text as person, study_id::text as study, round(extract(epoch from due_at - now()) / 86400)::int as days
       from private.notices_due order by created_at, kind`,
    )
  const take = (stage: Stage, at = 'now()') =>
    stage.owner(
      `select n ->> 'id' as id, n ->> 'to' as to, n ->> 'kind' as kind from private.take_notices(50, ${at}) n`,
    )
  const settle = (stage: Stage, id: unknown, problem: string | null) =>
    stage.owner('select private.settle_notice($1, $2)', [id, problem])
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
  const ready = { kind: 'study_ready', person: people.patientA, study, days: 0 }

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
    expect(found[0]).toEqual([{ ...told, kind: 'report_ready', study, days: 3 }, ready])
    expect(found[1]).toEqual([
      { ...told, kind: 'report_addendum', study: studies.A },
      { ...told, kind: 'report_annulled', study: studies.A },
      { ...told, kind: 'report_ready', study },
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
      const late = await take(stage)
      await add(stage, people.patientA, 'https://archivos.test/1', uuid('9035', 2))
      return [late, (await due(stage)).length, await stage.owner('select error from private.notices_due')]
    })
    expect(found).toEqual([[], 1, [{ error: 'sobra' }]])
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

  it('are one a person, study and kind in 24 hours', async () => {
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
        `update private.notices_due set due_at = due_at - interval '25 hours', sent_at = now()`,
      )
      return [same, await again()]
    })
    expect(found).toEqual([1, 2])
  })

  describe('the sender', () => {
    it('gets an address and a kind, for two minutes, five times', async () => {
      const found = await as('doctorA', async (stage) => {
        await add(stage)
        const first = await take(stage)
        const counts = [first.length, (await take(stage)).length]
        for (const minutes of [3, 6, 9, 12, 15])
          counts.push((await take(stage, `now() + interval '${minutes} minutes'`)).length)
        return [first[0]?.to, first[0]?.kind, counts]
      })
      expect(found).toEqual([emailOf('patientA'), 'study_ready', [1, 0, 1, 1, 1, 1, 0]])
    })

    it('uses up no tries while the mail server is away, but of what it refuses', async () => {
      const found = await as('doctorA', async (stage) => {
        await add(stage)
        const tries = async () => (await stage.owner('select tries from private.notices_due'))[0]?.tries
        const [notice] = await take(stage)
        await settle(stage, notice?.id, 'ESOCKET')
        const away = await tries()
        await take(stage, `now() + interval '3 minutes'`)
        await settle(stage, notice?.id, 'EENVELOPE')
        return [away, await tries()]
      })
      expect(found).toEqual([0, 1])
    })

    it('settles what was sent, and tries again what failed', async () => {
      const found = await as('doctorA', async (stage) => {
        await add(stage)
        const [first] = await take(stage)
        await settle(stage, first?.id, 'ECONNREFUSED')
        const [failed] = await stage.owner('select sent_at, error from private.notices_due')
        const [second] = await take(stage, `now() + interval '3 minutes'`)
        await settle(stage, second?.id, null)
        const [sent] = await stage.owner('select sent_at is not null as sent, error from private.notices_due')
        return [failed, second?.id === first?.id, sent, await take(stage, `now() + interval '9 minutes'`)]
      })
      expect(found).toEqual([{ sent_at: null, error: 'ECONNREFUSED' }, true, { sent: true, error: null }, []])
    })

    it('hears nothing of what waited for more than a day, nor of a report that is gone', async () => {
      const found = await as('doctorA', async (stage) => {
        await add(stage)
        await write(stage, study)
        await stage.attempt('select public.sign_report($1, 2)', [uuid('9034', 1)])
        await stage.attempt(`select public.annul_report($1, 'De otro')`, [uuid('9034', 1)])
        await stage.owner(
          `update private.notices_due set due_at = now() - interval '25 hours' where kind = 'study_ready'`,
        )
        return (await take(stage)).map(({ kind }) => kind)
      })
      expect(found).toEqual(['report_annulled'])
    })

    it('hears nothing of a study that became another’s, but that its report was annulled', async () => {
      const found = await as('admin', async (stage) => {
        await add(stage)
        await stage.owner(
          `insert into private.notices_due (kind, person_id, study_id, due_at)
           select 'report_annulled', person_id, study_id, due_at from private.notices_due`,
        )
        await stage.attempt('update public.studies set patient_id = $2 where id = $1', [
          study,
          people.patientB,
        ])
        return (await take(stage)).map(({ kind }) => kind)
      })
      expect(found).toEqual(['report_annulled'])
    })

    it('hears of a held report when it is delivered', async () => {
      const found = await as('doctorA', async (stage) => {
        await add(stage)
        await write(stage, study)
        await stage.attempt(`select public.sign_report($1, 2, 1, 'Se lo digo yo')`, [uuid('9034', 1)])
        const [first] = await take(stage)
        await settle(stage, first?.id, null)
        return [first?.kind, (await take(stage, `now() + interval '24 hours'`)).map(({ kind }) => kind)]
      })
      expect(found).toEqual(['study_ready', ['report_ready']])
    })

    it('row 74: sends a person one mail in 24 hours, whatever is new', async () => {
      const found = await as('doctorA', async (stage) => {
        const kinds = async (at: string) => (await take(stage, at)).map(({ kind }) => kind)
        const told = () =>
          stage.owner(
            'select kind, sent_at is not null as sent from private.notices_due order by created_at, kind',
          )
        await add(stage)
        await add(stage, people.patientA, 'https://archivos.test/2', uuid('9035', 2))
        const lent = await take(stage)
        // Another sender, and the next round while the mail is on its way.
        const meanwhile = await kinds(`now() + interval '1 minute'`)
        await settle(stage, lent[0]?.id, null)
        const both = await told()
        await write(stage, study)
        await stage.attempt(`select public.sign_report($1, 2)`, [uuid('9034', 1)])
        return {
          lent: lent.length,
          meanwhile,
          both,
          later: [await kinds(`now() + interval '23 hours'`), await kinds(`now() + interval '24 hours'`)],
          inTime: await kinds(`now() + interval '47 hours'`),
          tooLate: await kinds(`now() + interval '49 hours'`),
        }
      })
      const sent = { kind: 'study_ready', sent: true }
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
        const lent = await take(stage)
        for (const { id } of lent) await settle(stage, id, 'ECONNREFUSED')
        return [
          lent.length,
          await stage.owner('select error, sent_at from private.notices_due order by error'),
        ]
      })
      const failed = { error: 'ECONNREFUSED', sent_at: null }
      expect(found).toEqual([2, [failed, failed, { error: null, sent_at: null }]])
    })
  })
})
