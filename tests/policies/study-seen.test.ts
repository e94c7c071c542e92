import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { everyone, itDeletes, itInserts, itShows, itUpdates, withoutAnyRights } from './matrix.ts'
import { type Caller, callers, identityOf, people, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { deletedStudy, seen, shares, studies, useWorld } from './world.ts'

const subject = { table: 'public.study_seen', rows: seen }
const all = Object.keys(seen) as (keyof typeof seen)[]

const note = (stage: Stage, study: string | null = studies.ofFactorDoctor, what: string | null = 'images') =>
  stage.attempt('select public.note_seen($1, $2)', [study, what]).then(({ outcome }) => outcome)
const stored = (stage: Stage, study: string = studies.ofFactorDoctor) =>
  stage.owner(
    `select person_id::text as person, what, times, first_at = now() as first, last_at = now() as last
     from public.study_seen where study_id = $1`,
    [study],
  )
const trail = (stage: Stage) =>
  stage.owner(
    `select action, row_id, actor::text, patient_id::text from private.audit_log
     where subject = 'study_seen' and at = now() order by id`,
  )

describe.each(engines())('what patients opened on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)

  describe('public.study_seen', () => {
    itShows(world, subject, {
      anonymous: nobody,
      patientA: ['A', 'ofClosedDoctor'],
      patientB: ['B', 'ofFormerDoctor'],
      liar: ['B', 'ofFormerDoctor'],
      doctorA: ['A', 'ofNewPatient', 'ofClosedPatient', 'ofFormerDoctor', 'ofClosedDoctor'],
      doctorB: ['B', 'ofFormerDoctor'],
      factorPassed: ['A', 'ofClosedDoctor'],
      admin: all,
      mainAdmin: all,
      dentist: [],
      ...withoutAnyRights([]),
    })
    itInserts(
      world,
      'public.study_seen',
      (['anonymous', 'patientA', 'doctorA', 'admin', 'mainAdmin'] as const).map((caller) => [
        caller,
        'by hand',
        { study_id: `'${studies.ofFactorDoctor}'`, person_id: `'${people.patientA}'`, what: `'images'` },
        'no grant',
      ]),
    )
    itUpdates(world, {
      ...subject,
      values: {
        id: 'gen_random_uuid()',
        study_id: `'${studies.B}'`,
        person_id: `'${people.admin}'`,
        share_id: `'${shares.A}'`,
        what: `'report'`,
        first_at: `now() - interval '1 hour'`,
        last_at: `now() + interval '1 hour'`,
        times: '7',
      },
      granted: [],
      may: everyone(nobody),
    })
    itDeletes(world, subject, everyone(nobody))

    it('of one reader is hidden from another patient', async () => {
      const found = await as('patientA', async (stage) => {
        await stage.owner(
          `insert into public.study_seen (study_id, person_id, what) values ($1, $2, 'images')`,
          [studies.ofFactorDoctor, people.patientB],
        )
        const { rows } = await stage.attempt(
          'select person_id::text as person from public.study_seen where study_id = $1',
          [studies.ofFactorDoctor],
        )
        return rows
      })
      expect(found).toEqual([])
    })
  })

  describe('note_seen', () => {
    const expected: Record<Caller, [outcome: string, rows: number]> = {
      ...everyone<[string, number]>(['rule', 0]),
      anonymous: ['no grant', 0],
      patientA: ['done', 1],
      patientB: ['PT404', 0],
      liar: ['PT404', 0],
      dentist: ['PT404', 0],
      doctorA: ['done', 0],
      doctorB: ['PT404', 0],
      factorPassed: ['done', 0],
      admin: ['done', 0],
      mainAdmin: ['done', 0],
    }
    it.each(callers)('of a study of patient A by %s', async (caller) => {
      const found = await as(caller, async (stage) => [await note(stage), (await stored(stage)).length])
      expect(found).toEqual(expected[caller])
    })

    it.each([deletedStudy, uuid('9009', 1), null])('knows no study %s', async (study) => {
      expect(await as('patientA', (stage) => note(stage, study))).toBe('PT404')
    })

    it.each([
      ['report', 'PT404'],
      ['', 'PT400'],
      [null, 'PT400'],
    ])('knows nothing else to open (%s)', async (what, expected) => {
      expect(await as('patientA', (stage) => note(stage, studies.ofFactorDoctor, what))).toBe(expected)
    })

    it('tells the first time in the trail, and counts the others', async () => {
      const found = await as('patientA', async (stage) => {
        await note(stage)
        await stage.owner(`update public.study_seen set first_at = '2026-01-01', last_at = '2026-01-01'`)
        await note(stage)
        return [await stored(stage), await trail(stage)]
      })
      expect(found).toEqual([
        [{ person: people.patientA, what: 'images', times: 2, first: false, last: true }],
        [
          {
            action: 'seen',
            row_id: studies.ofFactorDoctor,
            actor: people.patientA,
            patient_id: people.patientA,
          },
        ],
      ])
    })

    it('takes 240 a minute for one account', async () => {
      const found = await as('patientA', async (stage) => {
        await note(stage)
        await stage.owner(
          `update private.rate_limits set hits = 239 where bucket = 'note_seen' and client = $1`,
          [people.patientA],
        )
        return [await note(stage), await note(stage)]
      })
      expect(found).toEqual(['done', 'PT429'])
    })
  })

  it('ends with the study', async () => {
    const found = await as('doctorA', async (stage) => {
      await stage.attempt('delete from public.studies where id = $1', [studies.A])
      return stored(stage, studies.A)
    })
    expect(found).toEqual([])
  })
})
