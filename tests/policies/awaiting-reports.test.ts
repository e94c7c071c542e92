import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { everyone, itDeletes, itInserts, itShows, itUpdates, withoutAnyRights } from './matrix.ts'
import { people, uuid } from './people.ts'
import { commit, race } from './races.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { addStudy, fresh, template, write } from './reports-stage.ts'
import { type Pair, studies, useWorld } from './world.ts'

const all = Object.keys(studies) as Pair[]
const study = uuid('9035', 1)
const needed = 'update public.studies set report_needed = true'

const waits = async (stage: Stage, of = study) =>
  (await stage.owner('select 1 as one from public.awaiting_reports where study_id = $1', [of])).length === 1

describe.each(engines())('studies that wait for a report on $name', (engine) => {
  // The former doctor stays without a link.
  const world = useWorld(engine, [
    'alter table public.studies disable trigger studies_link',
    needed,
    'alter table public.studies enable trigger studies_link',
  ])
  const refused = everyone<typeof nobody>(nobody)

  describe('public.awaiting_reports', () => {
    const subject = { table: 'public.awaiting_reports', rows: studies, key: 'study_id' }
    itShows(world, subject, {
      anonymous: nobody,
      patientA: [],
      patientB: [],
      liar: [],
      doctorA: ['A', 'ofNewPatient', 'ofClosedPatient', 'ofFormerDoctor', 'ofClosedDoctor', 'ofFactorDoctor'],
      doctorB: ['B', 'ofFormerDoctor'],
      factorPassed: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
      admin: all,
      mainAdmin: all,
      dentist: [],
      ...withoutAnyRights([]),
    })
    itUpdates(world, {
      ...subject,
      values: {
        study_id: 'gen_random_uuid()',
        patient_id: `'${people.patientB}'`,
        doctor_id: `'${people.doctorB}'`,
        created_at: `now() - interval '1 hour'`,
      },
      granted: [],
      may: refused,
    })
    itDeletes(world, subject, refused)
    itInserts(
      world,
      'public.awaiting_reports',
      (['anonymous', 'patientA', 'doctorA', 'admin'] as const).map((caller) => [
        caller,
        'by hand',
        { study_id: `'${studies.A}'`, created_at: 'now()' },
        'no grant',
      ]),
    )
  })

  const steps = {
    'is needed': `${needed} where id = $1`,
    'is not needed': 'update public.studies set report_needed = false where id = $1',
    'loses its file': 'update public.studies set file_url = null, file_name = null where id = $1',
    'gets a link': `update public.studies set file_url = 'https://archivos.test/x', file_name = null where id = $1`,
    'is deleted': 'delete from public.studies where id = $1',
    'is signed': `update public.reports r set state = 'firmado', folio = 'INF-000901', signed_at = now(), signer_name = 'Nombre',
      signer_license = '1', clinic = '{}', signed_text = 'x', content_hash = encode(sha256('x'), 'hex'),
      verify_token = private.share_token(), visible_from = now() where r.study_id = $1`,
    'is annulled': `update public.reports set state = 'anulado', annulled_at = now(), annulled_by = author_id, annul_reason = 'x'
      where study_id = $1`,
    'is discarded': 'delete from public.reports where study_id = $1',
    'has a draft': '',
  }
  it.each<[string, (keyof typeof steps)[], boolean]>([
    ['no need', [], false],
    ['a need', ['is needed'], true],
    ['no need any more', ['is needed', 'is not needed'], false],
    ['nothing to open', ['is needed', 'loses its file'], false],
    ['a link again', ['is needed', 'loses its file', 'gets a link'], true],
    ['a draft', ['is needed', 'has a draft'], false],
    ['a draft before the need', ['has a draft', 'is needed'], false],
    ['a discarded draft', ['is needed', 'has a draft', 'is discarded'], true],
    ['a signed report', ['is needed', 'has a draft', 'is signed'], false],
    ['a signed report before the need', ['has a draft', 'is signed', 'is needed'], false],
    ['an annulled report', ['is needed', 'has a draft', 'is signed', 'is annulled'], true],
    ['an end', ['is needed', 'is deleted'], false],
    ['an end with a draft', ['is needed', 'has a draft', 'is deleted'], false],
  ])('are right with %s, like the progress', async (_, changes, expected) => {
    const found = await rehearse(world(), fresh('doctorA'), async (stage) => {
      await addStudy(stage)
      for (const change of changes) {
        if (change === 'has a draft') await write(stage, study)
        else await stage.owner(steps[change], [study])
      }
      const { rows } = await stage.attempt(
        'select public.progress(s) as at from public.studies s where id = $1',
        [study],
      )
      return [await waits(stage), rows[0]?.at === 'recibido']
    })
    expect(found).toEqual([expected, expected])
  })

  it('begin with the study, and follow its people and its hour', async () => {
    const found = await rehearseAsOwner(world(), async (stage) => {
      const add = (file: string) =>
        stage.owner(
          `insert into public.studies (id, patient_id, doctor_id, study_type, study_date, file_url)
           values ($1, $2, $3, 'Tomografías', '2026-01-05', ${file})`,
          [uuid('9035', file === 'null' ? 2 : 1), people.patientA, people.doctorA],
        )
      await add(`'https://archivos.test/x'`)
      await add('null')
      const before = [await waits(stage), await waits(stage, uuid('9035', 2))]
      await stage.owner(
        `update public.studies set patient_id = $2, doctor_id = $3, created_at = '2026-01-02' where id = $1`,
        [study, people.patientB, people.doctorB],
      )
      const rows = await stage.owner(
        `select patient_id::text, doctor_id::text, created_at = '2026-01-02' as moved
         from public.awaiting_reports where study_id = $1`,
        [study],
      )
      return [before, rows]
    })
    expect(found).toEqual([
      [true, false],
      [{ patient_id: people.patientB, doctor_id: people.doctorB, moved: true }],
    ])
  })

  it('are right when drafts are discarded while their studies change', async () => {
    const many = 30
    for (let at = 0; at < many; at += 1) {
      await world().query(
        `insert into public.studies (id, patient_id, doctor_id, study_date, file_url)
         values ($1, $2, $3, '2026-01-05', 'https://archivos.test/x')`,
        [uuid('9038', at), people.patientA, people.doctorA],
      )
      await commit(world(), 'select public.start_report($1, $2, $3)', [
        uuid('9037', at),
        uuid('9038', at),
        template,
      ])
    }
    await race(2 * many, (at) =>
      at % 2
        ? world().query(`${needed} where id = $1`, [uuid('9038', (at - 1) / 2)])
        : commit(world(), 'select public.discard_report($1)', [uuid('9037', at / 2)]),
    )
    const { rows } = await world().query(
      `select (select count(*)::int from public.reports) as drafts,
         (select count(*)::int from public.awaiting_reports a where a.study_id in (select d.study_id from private.discarded_reports d)) as waiting`,
    )
    expect(rows).toEqual([{ drafts: 0, waiting: many }])
  })
})
