import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import {
  addStudy,
  fresh,
  imagePath,
  reportRowsOfWorld,
  reports,
  verifyTokenOfA,
  write,
} from './reports-stage.ts'
import { deletedStudy, shares, studies, useWorld } from './world.ts'

const study = uuid('9035', 1)
const linesOf = (page: unknown) => (page as { rows: { what: string; who: string }[] }).rows

describe.each(engines())('reading reports on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) => rehearse(world(), fresh(caller), run)
  const answer = async (stage: Stage, of: string = studies.A) => {
    const { outcome, rows } = await stage.attempt('select public.my_report($1) as value', [of])
    return outcome === 'done' ? (rows[0]?.value as Record<string, unknown> | null) : outcome
  }

  describe('my_report', () => {
    it('has all that was signed, and no reason of a delivery', async () => {
      const report = (await as('patientA', (stage) => answer(stage))) as Record<string, unknown>
      expect(report).toMatchObject({
        id: reports.A,
        state: 'firmado',
        folio: 'INF-000001',
        signed_text: 'Texto de A',
        verify_token: verifyTokenOfA,
        images: [{ path: imagePath('A'), caption: 'Imagen', width: 800, height: 600, position: 1 }],
        addenda: [{ kind: 'aclaración', text: 'Es así', position: 1 }],
      })
      for (const left of ['hold_reason', 'author_id', 'version']) expect(report).not.toHaveProperty(left)
    })

    it('answers folio, dates and reason alone of an annulled one', async () => {
      expect(await as('patientA', (stage) => answer(stage, studies.ofClosedDoctor))).toEqual({
        id: reports.ofClosedDoctor,
        study_id: studies.ofClosedDoctor,
        state: 'anulado',
        folio: 'INF-000005',
        signed_at: expect.any(String),
        annulled_at: expect.any(String),
        annul_reason: 'De otro estudio',
      })
    })

    it('answers null until the delivery', async () => {
      const found = await as('patientA', async (stage) => {
        const before = await answer(stage, studies.ofFactorDoctor)
        await stage.owner('update public.reports set visible_from = now() where id = $1', [
          reports.ofFactorDoctor,
        ])
        return [before, ((await answer(stage, studies.ofFactorDoctor)) as Record<string, unknown>).id]
      })
      expect(found).toEqual([null, reports.ofFactorDoctor])
    })

    it('answers null for one that was annulled before its delivery, and for a draft', async () => {
      const found = await as('patientA', async (stage) => {
        await addStudy(stage)
        await stage.become(fresh('doctorA'))
        await write(stage, study)
        await stage.become(fresh('patientA'))
        await stage.owner(
          `update public.reports set state = 'anulado', annulled_at = now(), annulled_by = author_id, annul_reason = 'x'
           where id = $1`,
          [reports.ofFactorDoctor],
        )
        return [await answer(stage, study), await answer(stage, studies.ofFactorDoctor)]
      })
      expect(found).toEqual([null, null])
    })

    const who: Record<Caller, string> = {
      ...everyone('PT404'),
      anonymous: 'no grant',
      newPatient: 'rule',
      newAdmin: 'rule',
      closedPatient: 'rule',
      closedDoctor: 'rule',
      erased: 'rule',
      factorDue: 'rule',
    }
    it.each(callers.filter((caller) => caller !== 'patientA'))('is not for %s', async (caller) => {
      expect(await as(caller, (stage) => answer(stage))).toBe(who[caller])
    })

    it.each([deletedStudy, uuid('9009', 1), studies.B])('knows no report of %s', async (of) => {
      expect(await as('patientA', (stage) => answer(stage, of))).toBe('PT404')
    })
  })

  describe('verify_report', () => {
    const verify = (stage: Stage, token: string | null = verifyTokenOfA) =>
      call(stage, 'select public.verify_report($1) as value', [token])

    it.each(callers)('tells %s what a code proves, and no patient', async (caller) => {
      expect(await as(caller, (stage) => verify(stage))).toEqual([
        {
          state: 'firmado',
          folio: 'INF-000001',
          signed_at: expect.any(String),
          annulled_at: null,
          signer_name: 'Nombre',
          signer_specialty: null,
          signer_license: '1234567',
          addenda: 1,
          content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ])
    })

    it.each(['', 'x', null])('answers %j with nothing', async (token) => {
      expect(await as('anonymous', (stage) => verify(stage, token))).toEqual([null])
    })

    it('says at once that it was annulled', async () => {
      const found = await as('anonymous', async (stage) => {
        await stage.owner(
          `update public.reports set state = 'anulado', annulled_at = now(), annulled_by = author_id, annul_reason = 'x'
           where id = $1`,
          [reports.A],
        )
        return verify(stage)
      })
      expect(found).toMatchObject([{ state: 'anulado' }])
    })

    it('answers 60 calls a minute and refuses the next', async () => {
      const found = await as('anonymous', async (stage) => {
        await verify(stage)
        await stage.owner(`update private.rate_limits set hits = 60 where bucket = 'verify_report'`)
        return verify(stage)
      })
      expect(found).toBe('PT429')
    })
  })

  describe('how far a study is', () => {
    const states = async (stage: Stage, of: string) =>
      (
        await stage.attempt(
          'select public.progress(s) as progress, public.report_state(s) as state, public.report_writer(s) as writer from public.studies s where id = $1',
          [of],
        )
      ).rows[0]
    const annul = `update public.reports set state = 'anulado', annulled_at = now(), annulled_by = author_id, annul_reason = 'x' where study_id = $1`
    const seen = (what: string, at = 'now()') =>
      `insert into public.study_seen (study_id, person_id, what, last_at) values ($1, '${people.patientA}', '${what}', ${at})
       on conflict on constraint study_seen_once do update set last_at = excluded.last_at`
    const needed = 'update public.studies set report_needed = true where id = $1'
    type Seen = [progress: string | null, state: string | null]
    it.each<[string, string, string[], Seen, Seen]>([
      [
        'nothing to open',
        study,
        ['update public.studies set file_url = null where id = $1'],
        [null, null],
        [null, null],
      ],
      ['a file', study, [], ['entregado', null], ['entregado', null]],
      ['a file that was opened', study, [seen('images')], ['visto', null], ['visto', null]],
      [
        'a file that waits for its report',
        study,
        [needed, seen('images')],
        ['recibido', null],
        ['recibido', null],
      ],
      ['a draft', study, [needed, 'draft'], ['en_interpretacion', 'borrador'], ['en_interpretacion', null]],
      [
        'a draft without need',
        study,
        ['draft'],
        ['en_interpretacion', 'borrador'],
        ['en_interpretacion', null],
      ],
      ['a held report', studies.ofFactorDoctor, [], ['por_entregar', 'firmado'], ['en_interpretacion', null]],
      ['a report', studies.A, [], ['entregado', 'firmado'], ['entregado', 'firmado']],
      ['a report that was read', studies.A, [seen('report')], ['visto', 'firmado'], ['visto', 'firmado']],
      [
        'a report whose images were opened',
        studies.A,
        [`delete from public.study_seen where study_id = $1`, seen('images')],
        ['entregado', 'firmado'],
        ['entregado', 'firmado'],
      ],
      [
        'an addendum after the reading',
        studies.A,
        [seen('report', `now() - interval '2 hours'`)],
        ['entregado', 'firmado'],
        ['entregado', 'firmado'],
      ],
      [
        'a report that was read through a link',
        studies.A,
        [`insert into public.study_seen (study_id, share_id, what) values ($1, '${shares.A}', 'report')`],
        ['visto', 'firmado'],
        ['visto', 'firmado'],
      ],
      ['an annulled report', studies.A, [annul, needed], ['recibido', 'anulado'], ['recibido', 'anulado']],
      [
        'a report annulled before its delivery',
        studies.ofFactorDoctor,
        [annul, needed],
        ['recibido', 'anulado'],
        ['recibido', null],
      ],
    ])('with %s', async (_, of, changes, staff, patient) => {
      const found = await as('doctorA', async (stage) => {
        await addStudy(stage)
        for (const change of changes) {
          if (change === 'draft') await write(stage, study)
          else await stage.owner(change, [of])
        }
        const forStaff = await states(stage, of)
        await stage.become(identityOf('admin'))
        expect(await states(stage, of)).toEqual(forStaff)
        await stage.become(identityOf('patientA'))
        const forPatient = await states(stage, of)
        return [
          [forStaff?.progress, forStaff?.state],
          [forPatient?.progress, forPatient?.state],
          forStaff?.writer,
          forPatient?.writer,
        ]
      })
      const writer = changes.includes('draft') ? 'Nombre doctorA' : null
      expect(found).toEqual([staff, patient, writer, null])
    })

    it('is nothing of a study that one does not read', async () => {
      const found = await as('patientB', (stage) =>
        stage
          .attempt(`select public.progress(jsonb_populate_record(null::public.studies, $1)) as value`, [
            JSON.stringify({ id: studies.A }),
          ])
          .then(({ rows }) => rows),
      )
      expect(found).toEqual([{ value: null }])
    })

    it('needs a report by its kind, unless somebody says otherwise', async () => {
      const found = await as('admin', async (stage) => {
        const add = async (kind: string | null, wanted: boolean | null) => {
          const { rows } = await stage.attempt(
            `insert into public.studies (id, patient_id, doctor_id, study_type, study_date, report_needed)
             values (gen_random_uuid(), $1, $2, $3, '2026-01-05', $4) returning report_needed`,
            [people.patientA, people.doctorA, kind, wanted],
          )
          return rows[0]?.report_needed
        }
        return [
          await add('Tomografía 5x5 cm', null),
          await add('tomografías', null),
          await add('Radiografía Carpal', null),
          await add(null, null),
          await add('Tomografías', false),
          await add('Radiografía Carpal', true),
        ]
      })
      expect(found).toEqual([true, true, false, false, false, true])
    })

    it('in a clinic that writes no reports none waits for one', async () => {
      const found = await as('admin', async (stage) => {
        await stage.owner(
          `insert into private.app_settings (key, value) values ('reports', 'off')
           on conflict (key) do update set value = 'off'`,
        )
        const { rows } = await stage.attempt(
          `insert into public.studies (id, patient_id, doctor_id, study_type, study_date, report_needed)
           values (gen_random_uuid(), $1, $2, 'Tomografía 5x5 cm', '2026-01-05', true) returning report_needed`,
          [people.patientA, people.doctorA],
        )
        return rows
      })
      expect(found).toEqual([{ report_needed: false }])
    })
  })

  describe('who opened a report', () => {
    const note = (stage: Stage, of: string) =>
      stage.attempt(`select public.note_seen($1, 'report')`, [of]).then(({ outcome }) => outcome)
    it.each<[Caller, string, string]>([
      ['patientA', studies.A, 'done'],
      ['patientA', studies.ofFactorDoctor, 'PT404'],
      ['patientA', studies.ofClosedDoctor, 'PT404'],
      ['patientB', studies.A, 'PT404'],
      ['doctorA', studies.A, 'done'],
    ])('is noted by %s of %s: %s', async (caller, of, expected) => {
      const found = await as(caller, async (stage) => [
        await note(stage, of),
        (
          await stage.owner(
            `select 1 as one from public.study_seen where study_id = $1 and what = 'report'`,
            [of],
          )
        ).length,
      ])
      expect(found).toEqual([expected, caller === 'patientA' && expected === 'done' ? 1 : 0])
    })
  })

  it('tells the patient what happened, but nothing of a report that is to come', async () => {
    const lines = await as('patientA', async (stage) => {
      await stage.owner(
        `insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
         select $1::uuid, 'authenticated', a.action, a.subject, a.id, $2::uuid
         from (values ('sign', 'reports', $3), ('sign', 'report_addenda', $4), ('annul', 'reports', $5), ('access', 'report', $3),
           ('sign', 'reports', $6)) as a(action, subject, id)`,
        [
          people.doctorA,
          people.patientA,
          reports.A,
          uuid('9033', 1),
          reports.ofClosedDoctor,
          reports.ofFactorDoctor,
        ],
      )
      const signs = await stage.owner(
        `select count(*)::int as many from private.audit_log where action = 'sign'`,
      )
      const { rows } = await stage.attempt('select public.my_access_log(1) as value')
      const told = linesOf(rows[0]?.value)
      return [signs.length, told.filter(({ who }) => who === 'Nombre doctorA').map(({ what }) => what)]
    })
    expect(lines[1]).toEqual(
      expect.arrayContaining(['report_signed', 'addendum_added', 'report_annulled', 'report_opened']),
    )
    const held = await as('patientA', async (stage) => {
      await stage.owner(
        `insert into private.audit_log (actor, actor_role, action, subject, row_id, patient_id)
         values ($1, 'authenticated', 'sign', 'reports', $2, $3)`,
        [people.doctorB, reports.ofFactorDoctor, people.patientA],
      )
      const { rows } = await stage.attempt('select public.my_access_log(1) as value')
      return linesOf(rows[0]?.value).filter(({ who }) => who === 'Nombre doctorB')
    })
    expect(held).toEqual([])
  })
})
