import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { everyone, itDeletes, itInserts, itShows, itUpdates, withoutAnyRights } from './matrix.ts'
import { type Caller, identityOf, type Person, people, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { imagePath, keyImages, reportRowsOfWorld, reports } from './reports-stage.ts'
import { type Pair, pairs, studies, useWorld } from './world.ts'

const subject = { table: 'public.key_images', rows: keyImages }
const all = Object.keys(studies) as (keyof typeof studies)[]
const image = uuid('9036', 1)
const folder = `${people.patientA}/${studies.A}`
const path = `${folder}/clave-${image}.webp`

describe.each(engines())('key images on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)
  const upload = (stage: Stage, name = path, owner: Person = 'doctorA', size = 1000) =>
    stage.owner(
      `insert into storage.objects (bucket_id, name, owner_id, metadata)
       values ('study_files', $1, $2, jsonb_build_object('size', $3::int))`,
      [name, people[owner], size],
    )
  const add = (stage: Stage, author: Person = 'doctorA', name = path, study: string = studies.A) =>
    stage.attempt(
      `insert into public.key_images (id, study_id, author_id, path, width, height, sha256)
       values ($1, $2, $3, $4, 8, 6, $5)`,
      [image, study, people[author], name, 'd'.repeat(64)],
    )
  const sees = async (stage: Stage, name: string) =>
    (await stage.attempt('select 1 as one from storage.objects where name = $1', [name])).rows.length === 1

  describe('public.key_images', () => {
    itShows(world, subject, {
      anonymous: nobody,
      patientA: ['A'],
      patientB: ['ofFormerDoctor'],
      liar: ['ofFormerDoctor'],
      doctorA: [
        'A',
        'own',
        'ofNewPatient',
        'ofClosedPatient',
        'ofClosedDoctor',
        'ofFactorDoctor',
        'ofFormerDoctor',
      ],
      doctorB: ['B', 'ofFormerDoctor'],
      factorPassed: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
      admin: all,
      mainAdmin: all,
      dentist: [],
      ...withoutAnyRights([]),
    })
    const granted = ['caption', 'position', 'audience', 'removed_at']
    const open = { done: granted }
    const unsigned = {
      own: keyImages.own,
      removed: keyImages.removed,
      B: keyImages.B,
      ofNewPatient: keyImages.ofNewPatient,
    }
    itUpdates(world, {
      table: subject.table,
      rows: unsigned,
      values: {
        id: 'gen_random_uuid()',
        study_id: `'${studies.ofNewPatient}'`,
        author_id: `'${people.mainAdmin}'`,
        path: `path || 'x'`,
        width: '9',
        height: '9',
        sha256: `repeat('e', 64)`,
        caption: `'Otra'`,
        position: '9',
        source: `'{"a": 1}'`,
        audience: `case audience when 'author' then 'clinic' else 'author' end`,
        created_at: `now() - interval '1 hour'`,
        removed_at: 'now()',
      },
      granted,
      may: {
        ...everyone({}),
        anonymous: nobody,
        doctorA: { own: open, ofNewPatient: open },
        doctorB: { B: open },
      },
    })
    itDeletes(world, subject, everyone(nobody))
    itInserts(world, 'public.key_images', [
      ['anonymous', 'on study A', { id: 'gen_random_uuid()' }, 'no grant'],
    ])

    const inserts: [Caller, Person, string, string][] = [
      ['patientA', 'patientA', studies.A, 'policy'],
      ['doctorA', 'doctorA', studies.A, 'done'],
      ['doctorA', 'doctorB', studies.A, 'PT400'],
      ['doctorB', 'doctorB', studies.A, 'policy'],
      ['admin', 'admin', studies.A, 'done'],
      ['factorPassed', 'factorDoctor', studies.A, 'done'],
      ['factorDue', 'factorDoctor', studies.A, 'policy'],
      ['closedDoctor', 'closedDoctor', studies.A, 'policy'],
    ]
    it.each(inserts)('are added by %s as %s to %s: %s', async (caller, author, study, expected) => {
      const found = await as(caller, async (stage) => {
        const owner = author === 'doctorB' && caller === 'doctorA' ? 'doctorA' : author
        await upload(stage, path, owner)
        return (await add(stage, author, path, study)).outcome
      })
      expect(found).toBe(expected)
    })

    it('are not added in the name of another, who uploaded the file', async () => {
      const found = await as('doctorA', async (stage) => {
        await upload(stage, path, 'factorDoctor')
        return (await add(stage, 'factorDoctor')).outcome
      })
      expect(found).toBe('policy')
    })

    it('stay as they were removed, also while open windows hear of it', async () => {
      const found = await as('doctorA', async (stage) => {
        const change = async (to: string) =>
          (await stage.attempt(`update public.key_images set ${to} where id = $1`, [keyImages.own])).outcome
        return [await change('removed_at = now()'), await change(`caption = 'Otra'`)]
      })
      expect(found).toEqual(['done', 'nothing'])
    })

    it('have their file beside the study’s, uploaded by their author', async () => {
      const beside = `${people.patientA}/clave-${image}.webp`
      const elsewhere = `${people.patientA}/${studies.ofFactorDoctor}/clave-${image}.webp`
      const found = await as('doctorA', async (stage) => {
        const outcomes = [(await add(stage)).outcome]
        await upload(stage, elsewhere)
        outcomes.push((await add(stage, 'doctorA', elsewhere)).outcome)
        await upload(stage, path, 'admin')
        outcomes.push((await add(stage)).outcome)
        await upload(stage, beside, 'doctorA', 6_000_000)
        outcomes.push((await add(stage, 'doctorA', beside)).outcome)
        await stage.owner(`update storage.objects set metadata = '{"size": 9}' where name = $1`, [beside])
        outcomes.push((await add(stage, 'doctorA', beside)).outcome)
        return outcomes
      })
      expect(found).toEqual(['PT400', 'PT400', 'PT400', 'PT400', 'done'])
    })

    it.each<[number, number, string]>([
      [2000, 2000, 'done'],
      [2001, 6, '23514'],
      [8, 2001, '23514'],
      [0, 6, '23514'],
    ])('have 2000 pixels a side at most: %i x %i is %s', async (width, height, expected) => {
      const found = await as('doctorA', async (stage) => {
        await upload(stage)
        return stage.attempt(
          `insert into public.key_images (id, study_id, author_id, path, width, height, sha256)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [image, studies.A, people.doctorA, path, width, height, 'd'.repeat(64)],
        )
      })
      expect(found.outcome).toBe(expected)
    })

    // In the world all studies but A are links.
    it.each<[Caller, Person, Pair, string, string]>([
      ['anonymous', 'doctorB', 'B', 'policy', 'no grant'],
      ['patientB', 'patientB', 'B', 'policy', 'policy'],
      ['doctorB', 'doctorB', 'B', 'done', 'done'],
      ['doctorA', 'doctorA', 'B', 'policy', 'policy'],
      ['admin', 'admin', 'B', 'done', 'done'],
      // Who once wrote the study reads it, and is not linked any more.
      ['doctorA', 'doctorA', 'ofFormerDoctor', 'policy', 'policy'],
    ])(
      'of a link are stored by %s as %s for %s: %s, and named: %s',
      async (caller, author, pair, file, row) => {
        const name = `${people[pairs[pair][0]]}/${studies[pair]}/clave-${image}.webp`
        const found = await as(caller, async (stage) => {
          const { outcome } = await stage.attempt(
            `insert into storage.objects (bucket_id, name, owner_id, metadata) values ('study_files', $1, $2, '{"size": 1000}')`,
            [name, people[author]],
          )
          if (outcome !== 'done') await upload(stage, name, author)
          return [outcome, (await add(stage, author, name, studies[pair])).outcome]
        })
        expect(found).toEqual([file, row])
      },
    )

    it('of a link lie in the folder of the study', async () => {
      const found = await as('doctorB', async (stage) => {
        const outcomes: string[] = []
        for (const folder of [people.patientB, `${people.patientB}/${studies.ofFormerDoctor}`]) {
          const name = `${folder}/clave-${image}.webp`
          await upload(stage, name, 'doctorB')
          outcomes.push((await add(stage, 'doctorB', name, studies.B)).outcome)
        }
        return outcomes
      })
      expect(found).toEqual(['PT400', 'PT400'])
    })

    it('are 24 a study; the 25th is refused', async () => {
      const found = await as('doctorA', async (stage) => {
        await stage.owner(
          `insert into public.key_images (id, study_id, author_id, path, width, height, sha256)
           select i, $1, $2, $3 || '/clave-' || i, 8, 6, $4 from (select gen_random_uuid() i from generate_series(1, 21)) n`,
          [studies.A, people.doctorA, folder, 'd'.repeat(64)],
        )
        await upload(stage)
        return [(await add(stage)).message, (await add(stage)).message]
      })
      expect(found).toEqual(['', 'Este estudio ya tiene 24 imágenes clave.'])
    })

    it('of a signed report stay as they are, for their author too', async () => {
      const found = await as('doctorA', async (stage) => {
        const outcomes: string[] = []
        for (const change of [
          `caption = 'Otra'`,
          'position = 9',
          `audience = 'author'`,
          'removed_at = now()',
        ])
          outcomes.push(
            (await stage.attempt(`update public.key_images set ${change} where id = $1`, [keyImages.A]))
              .outcome,
          )
        return outcomes
      })
      expect(found).toEqual(['PT409', 'PT409', 'PT409', 'PT409'])
    })

    it('that are removed leave their draft, and a line', async () => {
      const found = await as('doctorB', async (stage) => {
        const { outcome } = await stage.attempt(
          'update public.key_images set removed_at = now() where id = $1',
          [keyImages.B],
        )
        return [
          outcome,
          await stage.owner('select 1 as one from public.report_images where report_id = $1', [reports.B]),
          await stage.owner(
            `select action, row_id, patient_id::text from private.audit_log where subject = 'key_images' and at = now()
             and actor = $1`,
            [people.doctorB],
          ),
        ]
      })
      expect(found).toEqual([
        'done',
        [],
        [{ action: 'remove', row_id: keyImages.B, patient_id: people.patientB }],
      ])
    })
  })

  describe('their files', () => {
    it('are those of studies: a photo may be called like one', async () => {
      const found = await as('patientA', async (stage) => {
        const photo = `${people.patientA}/clave-${image}.webp`
        await stage.owner(
          `insert into storage.objects (bucket_id, name, owner_id) values ('profile_photos', $1, $2)`,
          [photo, people.patientA],
        )
        return sees(stage, photo)
      })
      expect(found).toBe(true)
    })

    it.each<[Caller, boolean, boolean]>([
      ['anonymous', false, false],
      ['patientA', true, false],
      ['patientB', false, false],
      ['doctorA', true, true],
      ['doctorB', false, false],
      ['factorPassed', true, true],
      ['admin', true, true],
      ['closedPatient', false, false],
    ])('are read by %s when the report shows them (%s), and when not (%s)', async (caller, shown, other) => {
      const found = await as(caller, async (stage) => [
        await sees(stage, imagePath('A')),
        await sees(stage, imagePath('own')),
      ])
      expect(found).toEqual([shown, other])
    })

    it.each<[string, string]>([
      ['held', `update public.reports set visible_from = visible_from + interval '2 days' where id = $1`],
      [
        'annulled',
        `update public.reports set state = 'anulado', annulled_at = now(), annulled_by = author_id, annul_reason = 'x' where id = $1`,
      ],
    ])('are not read by the patient of a report that is %s', async (_, change) => {
      const found = await as('patientA', async (stage) => {
        await stage.owner('alter table public.reports disable trigger reports_a_keep')
        await stage.owner(change, [reports.A])
        return [
          await sees(stage, imagePath('A')),
          (await stage.attempt('select id from public.key_images')).rows,
        ]
      })
      expect(found).toEqual([false, []])
    })

    it('of a link are read by the patient whose report shows them', async () => {
      const find = (caller: Caller) => as(caller, (stage) => sees(stage, imagePath('ofFormerDoctor')))
      expect(await Promise.all([find('patientB'), find('patientA'), find('anonymous')])).toEqual([
        true,
        false,
        false,
      ])
    })

    it.each<[string, 'A' | 'ofClosedPatient', 'own' | 'ofNewPatient']>([
      ['', 'A', 'own'],
      ['of a link ', 'ofClosedPatient', 'ofNewPatient'],
    ])(
      '%smay be replaced and deleted by whoever uploaded them until a report shows them',
      async (_, shown, other) => {
        const found = await as('doctorA', async (stage) => {
          const outcomes: string[] = []
          for (const name of [shown, other])
            for (const sql of [`update storage.objects set version = 'otra'`, 'delete from storage.objects'])
              outcomes.push((await stage.attempt(`${sql} where name = $1`, [imagePath(name)])).outcome)
          return outcomes
        })
        expect(found).toEqual(['nothing', 'nothing', 'done', 'done'])
      },
    )

    it('are out of reach with their study', async () => {
      const found = await as('doctorA', async (stage) => {
        const { message } = await stage.attempt('delete from public.studies where id = $1', [
          studies.ofNewPatient,
        ])
        return [message, await sees(stage, imagePath('ofNewPatient'))]
      })
      expect(found).toEqual(['', false])
    })
  })
})
