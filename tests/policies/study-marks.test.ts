import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { everyone, itDeletes, itInserts, itShows, itUpdates, withoutAnyRights } from './matrix.ts'
import { type Caller, identityOf, people, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { desks, marks, presets, reportRowsOfWorld } from './reports-stage.ts'
import { studies, useWorld } from './world.ts'

const subject = { table: 'public.study_marks', rows: marks }
const row = (study: string, author: string, id = 'gen_random_uuid()') => ({
  id,
  study_id: `'${study}'`,
  author_id: `'${author}'`,
  picture: `'d:${'0'.repeat(32)}'`,
  kind: `'point'`,
  points: `'[[1, 2]]'`,
})
const dots = (points: number) => `(select jsonb_agg('[1, 2]'::jsonb) from generate_series(1, ${points}))`
const drawn = [
  'picture',
  'frame',
  'plane',
  'kind',
  'points',
  'value',
  'unit',
  'label',
  'arch',
  'orientation',
  'audience',
  'removed_at',
]
const keys = ['id', 'study_id', 'author_id']
const change = { done: drawn, rule: keys }

describe.each(engines())('saved work on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)

  describe('public.study_marks', () => {
    itShows(world, subject, {
      anonymous: nobody,
      patientA: [],
      patientB: [],
      liar: [],
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
      admin: Object.keys(studies) as (keyof typeof studies)[],
      mainAdmin: Object.keys(studies) as (keyof typeof studies)[],
      dentist: [],
      ...withoutAnyRights([]),
    })
    itUpdates(world, {
      ...subject,
      values: {
        id: 'gen_random_uuid()',
        study_id: `'${uuid('9002', 3)}'`,
        author_id: `'${people.mainAdmin}'`,
        picture: `'f:${'1'.repeat(64)}'`,
        frame: '3',
        plane: `'axial'`,
        kind: `'text'`,
        points: `'[[7, 8]]'`,
        value: '7',
        unit: `'px'`,
        label: `'Otra'`,
        arch: `'{"a": 1}'`,
        orientation: `'[-12.5, 0, 45]'`,
        audience: `case audience when 'author' then 'clinic' else 'author' end`,
        created_at: `now() - interval '1 hour'`,
        updated_at: `now() - interval '1 hour'`,
        removed_at: 'now()',
      },
      granted: [...keys, ...drawn],
      may: {
        ...everyone({}),
        anonymous: nobody,
        doctorA: {
          A: change,
          own: change,
          // Its study is that one already.
          ofNewPatient: { done: [...drawn, 'study_id'], rule: ['id', 'author_id'] },
          ofClosedPatient: change,
          ofFormerDoctor: change,
        },
        doctorB: { B: change },
        factorPassed: { ofFactorDoctor: change },
      },
    })
    itDeletes(world, subject, everyone(nobody))
    itInserts(world, 'public.study_marks', [
      ['anonymous', 'on study A', row(studies.A, people.doctorA), 'no grant'],
      ['patientA', 'on their study', row(studies.A, people.patientA), 'policy'],
      ['doctorA', 'on study A', row(studies.A, people.doctorA), 'done'],
      ['doctorA', 'in the name of somebody else', row(studies.A, people.doctorB), 'policy'],
      [
        'doctorA',
        'on a study whose patient is linked no more',
        row(studies.ofFormerDoctor, people.doctorA),
        'policy',
      ],
      ['doctorB', 'on study A', row(studies.A, people.doctorB), 'policy'],
      ['admin', 'on study B', row(studies.B, people.admin), 'done'],
      ['factorDue', 'on study A', row(studies.A, people.factorDoctor), 'policy'],
      ['factorPassed', 'on study A', row(studies.A, people.factorDoctor), 'done'],
      ['closedDoctor', 'on study A', row(studies.A, people.closedDoctor), 'policy'],
      ['doctorA', 'without points', { ...row(studies.A, people.doctorA), points: `'[]'` }, '23514'],
      ['doctorA', 'with 12 points', { ...row(studies.A, people.doctorA), points: dots(12) }, 'done'],
      ['doctorA', 'with 13 points', { ...row(studies.A, people.doctorA), points: dots(13) }, '23514'],
      [
        'doctorA',
        'with a number for a point',
        { ...row(studies.A, people.doctorA), points: `'[1, 2]'` },
        '23514',
      ],
      [
        'doctorA',
        'with a word in a point',
        { ...row(studies.A, people.doctorA), points: `'[[1, "2"]]'` },
        '23514',
      ],
      [
        'doctorA',
        'with a point of four',
        { ...row(studies.A, people.doctorA), points: `'[[1, 2, 3, 4]]'` },
        '23514',
      ],
      [
        'doctorA',
        'turned by two angles',
        { ...row(studies.A, people.doctorA), orientation: `'[1, 2]'` },
        '23514',
      ],
      [
        'doctorA',
        'turned by a word',
        { ...row(studies.A, people.doctorA), orientation: `'[1, 2, "3"]'` },
        '23514',
      ],
      [
        'doctorA',
        'turned by more than 45 degrees',
        { ...row(studies.A, people.doctorA), orientation: `'[1, 2, 45.1]'` },
        '23514',
      ],
      ['doctorA', 'by an index', { ...row(studies.A, people.doctorA), picture: `'17'` }, '23514'],
    ])

    it('is hidden from an author who may no longer read the study', async () => {
      const found = await as('doctorB', async (stage) => {
        await stage.owner('delete from private.doctor_patients where doctor_id = $1', [people.doctorB])
        await stage.owner(`update public.studies set doctor_id = $1 where id = $2`, [
          people.doctorA,
          studies.B,
        ])
        return (await stage.attempt('select id from public.study_marks')).rows
      })
      expect(found).toEqual([])
    })

    it('is sent as often as one likes by its id, and keeps the time of its last change', async () => {
      const found = await as('doctorA', async (stage) => {
        const send = (label: string) =>
          stage.attempt(
            `insert into public.study_marks (id, study_id, author_id, picture, kind, points, label)
             values ($1, $2, $3, 'd:${'0'.repeat(32)}', 'point', '[[1, 2]]', $4)
             on conflict (id) do update set (id, study_id, author_id, picture, kind, points, label) = (excluded.id,
               excluded.study_id, excluded.author_id, excluded.picture, excluded.kind, excluded.points, excluded.label)`,
            [uuid('9030', 90), studies.A, people.doctorA, label],
          )
        const outcomes = [(await send('Una')).outcome, (await send('Dos')).outcome]
        const [kept] = await stage.owner(
          'select label, updated_at = now() as now from public.study_marks where id = $1',
          [uuid('9030', 90)],
        )
        return [...outcomes, kept]
      })
      expect(found).toEqual(['done', 'done', { label: 'Dos', now: true }])
    })

    it('is one of 200 of its author on a study; the 201st is refused', async () => {
      const found = await as('doctorA', async (stage) => {
        await stage.owner(
          `insert into public.study_marks (id, study_id, author_id, picture, kind, points)
           select gen_random_uuid(), study_id, author_id, picture, kind, points from public.study_marks, generate_series(1, 197)
           where id = $1`,
          [marks.A],
        )
        const add = async (study: string) => {
          const columns = Object.entries(row(study, people.doctorA))
          return stage.attempt(
            `insert into public.study_marks (${columns.map(([name]) => name)}) values (${columns.map(([, value]) => value)})`,
          )
        }
        // Two are there that were not removed.
        return [
          (await add(studies.A)).message,
          (await add(studies.A)).message,
          (await add(studies.ofNewPatient)).message,
        ]
      })
      expect(found).toEqual(['', 'Este estudio ya tiene 200 marcas tuyas.', ''])
    })

    it('is gone for everybody ten seconds after it was removed, and stays for the trail', async () => {
      const found = await as('doctorA', async (stage) => {
        const { outcome } = await stage.attempt(
          `update public.study_marks set removed_at = '2020-01-01' where id = $1`,
          [marks.A],
        )
        const visible = async () =>
          (await stage.attempt('select id from public.study_marks where id = $1', [marks.A])).rows.length
        const heard = await visible()
        await stage.owner('alter table public.study_marks disable trigger study_marks_a_check')
        await stage.owner(
          `update public.study_marks set removed_at = removed_at - interval '11 seconds' where id = $1`,
          [marks.A],
        )
        return [
          outcome,
          heard,
          await visible(),
          await stage.owner(
            `select distinct action, actor::text, patient_id::text from private.audit_log
             where subject = 'study_marks' and row_id = $1 and at = now()`,
            [studies.A],
          ),
        ]
      })
      expect(found).toEqual([
        'done',
        1,
        0,
        [{ action: 'remove', actor: people.doctorA, patient_id: people.patientA }],
      ])
    })

    it('stays as it was removed, also while open windows hear of it', async () => {
      const found = await as('doctorA', async (stage) => {
        const change = async (to: string) =>
          (await stage.attempt(`update public.study_marks set ${to} where id = $1`, [marks.own])).outcome
        return [await change('removed_at = now()'), await change(`label = 'Otra'`)]
      })
      expect(found).toEqual(['done', 'nothing'])
    })

    it('leaves one line a minute', async () => {
      const found = await as('doctorA', async (stage) => {
        for (const label of ['a', 'b', 'c'])
          await stage.attempt('update public.study_marks set label = $1 where id = $2', [label, marks.A])
        return stage.owner(
          `select action from private.audit_log where subject = 'study_marks' and at = now() and actor = $1`,
          [people.doctorA],
        )
      })
      expect(found).toEqual([{ action: 'insert' }])
    })

    it('ends with the study', async () => {
      const found = await as('doctorA', async (stage) => {
        await stage.attempt('delete from public.studies where id = $1', [studies.ofNewPatient])
        return stage.owner('select id from public.study_marks where id = $1', [marks.ofNewPatient])
      })
      expect(found).toEqual([])
    })
  })

  describe('public.study_desks', () => {
    const table = { table: 'public.study_desks', rows: desks, key: 'study_id' }
    const desk = (study: string, author: string, state = `'{}'`) => ({
      study_id: `'${study}'`,
      author_id: `'${author}'`,
      state,
    })
    const mine = { done: ['state', 'version'], policy: ['author_id', 'study_id'] }
    itShows(world, table, { ...everyone([]), anonymous: nobody, doctorA: ['A'], doctorB: ['B'] })
    itUpdates(world, {
      ...table,
      values: {
        study_id: `'${studies.ofNewPatient}'`,
        author_id: `'${people.mainAdmin}'`,
        state: `'{"slab": 3}'`,
        version: '7',
        updated_at: `now() - interval '1 hour'`,
      },
      granted: ['study_id', 'author_id', 'state', 'version'],
      may: {
        ...everyone({}),
        anonymous: nobody,
        doctorA: { A: { done: ['state', 'version', 'study_id'], policy: ['author_id'] } },
        doctorB: { B: mine },
      },
    })
    itDeletes(world, table, { ...everyone([]), anonymous: nobody, doctorA: ['A'], doctorB: ['B'] })
    it('say when they were left', async () => {
      const found = await as('doctorA', async (stage) => {
        await stage.owner(`update public.study_desks set updated_at = now() - interval '1 day'`)
        await stage.attempt('update public.study_desks set version = version + 1')
        return stage.owner('select updated_at = now() as now from public.study_desks where study_id = $1', [
          studies.A,
        ])
      })
      expect(found).toEqual([{ now: true }])
    })
    itInserts(world, 'public.study_desks', [
      ['anonymous', 'on study A', desk(studies.A, people.doctorA), 'no grant'],
      ['patientA', 'on study A', desk(studies.A, people.patientA), 'policy'],
      ['factorPassed', 'on study A', desk(studies.A, people.factorDoctor), 'done'],
      ['doctorA', 'in the name of somebody else', desk(studies.ofNewPatient, people.doctorB), 'policy'],
      ['doctorB', 'on study A', desk(studies.A, people.doctorB), 'policy'],
      ['admin', 'on study A', desk(studies.A, people.admin), 'done'],
      // {"a": "…"} is 9 bytes longer than its word.
      [
        'admin',
        'of 32 KB',
        desk(studies.A, people.admin, `jsonb_build_object('a', repeat('x', 32759))`),
        'done',
      ],
      [
        'admin',
        'of a byte more',
        desk(studies.A, people.admin, `jsonb_build_object('a', repeat('x', 32760))`),
        '23514',
      ],
      ['admin', 'that is no object', desk(studies.A, people.admin, `'[]'`), '23514'],
    ])
  })

  describe('public.viewer_presets', () => {
    const table = { table: 'public.viewer_presets', rows: presets }
    const preset = (owner: string, id = 'gen_random_uuid()') => ({
      id,
      owner_id: `'${owner}'`,
      name: `'Otra'`,
      center: '1',
      width: '2',
    })
    const mine = { done: ['name', 'center', 'width'] }
    itShows(world, table, {
      ...everyone([]),
      anonymous: nobody,
      doctorA: ['ofDoctorA'],
      doctorB: ['ofDoctorB'],
    })
    itUpdates(world, {
      ...table,
      values: {
        id: 'gen_random_uuid()',
        owner_id: `'${people.admin}'`,
        name: `'Otra'`,
        center: '9',
        width: '9',
        created_at: `now() - interval '1 hour'`,
      },
      granted: ['name', 'center', 'width'],
      may: { ...everyone({}), anonymous: nobody, doctorA: { ofDoctorA: mine }, doctorB: { ofDoctorB: mine } },
    })
    itDeletes(world, table, {
      ...everyone([]),
      anonymous: nobody,
      doctorA: ['ofDoctorA'],
      doctorB: ['ofDoctorB'],
    })
    itInserts(world, 'public.viewer_presets', [
      ['anonymous', 'for doctor A', preset(people.doctorA), 'no grant'],
      ['patientA', 'for oneself', preset(people.patientA), 'policy'],
      ['doctorA', 'for oneself', preset(people.doctorA), 'done'],
      ['doctorA', 'for somebody else', preset(people.doctorB), 'policy'],
      ['admin', 'for somebody else', preset(people.doctorB), 'policy'],
      ['closedDoctor', 'for oneself', preset(people.closedDoctor), 'policy'],
    ])

    it('are twelve at most', async () => {
      const found = await as('doctorA', async (stage) => {
        await stage.owner(
          `insert into public.viewer_presets (id, owner_id, name, center, width)
           select gen_random_uuid(), $1, 'x', 1, 1 from generate_series(1, 10)`,
          [people.doctorA],
        )
        const add = (id: string) =>
          stage
            .attempt(
              `insert into public.viewer_presets (id, owner_id, name, center, width) values ($1, $2, 'y', 1, 1)`,
              [id, people.doctorA],
            )
            .then(({ message }) => message)
        return [await add(uuid('9039', 9)), await add(uuid('9039', 10))]
      })
      expect(found).toEqual(['', 'Ya tienes 12 ajustes guardados.'])
    })
  })
})
