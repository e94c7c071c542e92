import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import {
  everyone,
  itDeletes,
  itInserts,
  itShows,
  itTouchesBlindly,
  itUpdates,
  withoutAnyRights,
} from './matrix.ts'
import { type Caller, identityOf, people, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { phrases, reportRowsOfWorld, templates } from './reports-stage.ts'
import { useWorld } from './world.ts'

const given = Object.keys(templates).filter((name) => name !== 'retired') as (keyof typeof templates)[]
const everything = Object.keys(templates) as (keyof typeof templates)[]

describe.each(engines())('words for reports on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)

  describe('public.report_templates', () => {
    const subject = { table: 'public.report_templates', rows: templates }
    const granted = ['study_type', 'name', 'sections', 'active']
    const change = { done: granted }
    const admins = Object.fromEntries(everything.map((name) => [name, change]))
    itShows(world, subject, {
      anonymous: nobody,
      patientA: [],
      patientB: [],
      liar: [],
      doctorA: given,
      doctorB: given,
      factorPassed: given,
      admin: everything,
      mainAdmin: everything,
      dentist: [],
      ...withoutAnyRights([]),
    })
    itUpdates(world, {
      ...subject,
      values: {
        id: 'gen_random_uuid()',
        study_type: `'Otro'`,
        name: `'Otro'`,
        sections: `'[{"key": "otra", "title": "Otra"}]'`,
        version: '9',
        active: 'not active',
        approved_at: 'now()',
        created_at: `now() - interval '1 hour'`,
        updated_at: `now() - interval '1 hour'`,
      },
      granted,
      may: { ...everyone({}), anonymous: nobody, admin: admins, mainAdmin: admins },
    })
    itDeletes(world, subject, everyone(nobody))
    const row = { id: 'gen_random_uuid()', study_type: `'Otro'`, name: `'Otro'`, sections: `'[]'` }
    const many = (sections: number) =>
      `(select jsonb_agg(jsonb_build_object('key', 'a' || n, 'title', 'A')) from generate_series(1, ${sections}) n)`
    itInserts(world, 'public.report_templates', [
      ['anonymous', 'a template', row, 'no grant'],
      ['patientA', 'a template', row, 'policy'],
      ['doctorA', 'a template', row, 'policy'],
      ['admin', 'a template', row, 'done'],
      ['newAdmin', 'a template', row, 'policy'],
      [
        'admin',
        'with a section twice',
        { ...row, sections: `'[{"key": "a", "title": "A"}, {"key": "a", "title": "B"}]'` },
        '23514',
      ],
      [
        'admin',
        'with a section without a title',
        { ...row, sections: `'[{"key": "a", "title": " "}]'` },
        '23514',
      ],
      ['admin', 'with 20 sections', { ...row, sections: many(20) }, 'done'],
      ['admin', 'with 21 sections', { ...row, sections: many(21) }, '23514'],
      [
        'admin',
        'with something else',
        { ...row, sections: `'[{"key": "a", "title": "A", "script": "x"}]'` },
        '23514',
      ],
    ])

    it('of the installation are approved by nobody, and their sections are empty', async () => {
      const { rows } = await world().query(
        `select count(*)::int as many, count(approved_at)::int as approved,
           count(*) filter (where sections @? '$[*].text')::int as written from public.report_templates`,
      )
      expect(rows).toEqual([{ many: 9, approved: 0, written: 0 }])
    })

    it('are approved by saving, and another version with other sections', async () => {
      const found = await as('admin', async (stage) => {
        const change = (set: string) =>
          stage.attempt(
            `update public.report_templates set ${set} where id = $1 returning version, approved_at = now() as approved`,
            [templates.given4],
          )
        return [
          (await change('active = true')).rows[0],
          (await change(`sections = '[{"key": "otra", "title": "Otra"}]'`)).rows[0],
        ]
      })
      expect(found).toEqual([
        { version: 1, approved: true },
        { version: 2, approved: true },
      ])
    })

    it('tell who changed them', async () => {
      const found = await rehearse(world(), identityOf('admin'), async (stage) => {
        await stage.attempt(`update public.report_templates set name = 'Otra' where id = $1`, [
          templates.given4,
        ])
        return stage.owner(
          `select action, row_id, actor::text from private.audit_log where subject = 'report_templates' and at = now()`,
        )
      })
      expect(found).toEqual([{ action: 'update', row_id: templates.given4, actor: people.admin }])
    })
  })

  describe('public.report_phrases', () => {
    const subject = { table: 'public.report_phrases', rows: phrases }
    const granted = ['template_id', 'section_key', 'title', 'text']
    const change = { done: granted }
    itShows(world, subject, {
      anonymous: nobody,
      patientA: [],
      patientB: [],
      liar: [],
      doctorA: ['ofClinic', 'ofDoctorA'],
      doctorB: ['ofClinic', 'ofDoctorB'],
      factorPassed: ['ofClinic'],
      admin: ['ofClinic'],
      mainAdmin: ['ofClinic'],
      dentist: [],
      ...withoutAnyRights([]),
    })
    itUpdates(world, {
      ...subject,
      values: {
        id: 'gen_random_uuid()',
        template_id: `'${templates.given4}'`,
        section_key: `'dientes'`,
        title: `'Otra'`,
        text: `'Otra'`,
        owner_id: `'${people.admin}'`,
        created_at: `now() - interval '1 hour'`,
      },
      granted,
      may: {
        ...everyone({}),
        anonymous: nobody,
        doctorA: { ofDoctorA: change },
        doctorB: { ofDoctorB: change },
        admin: { ofClinic: change },
        mainAdmin: { ofClinic: change },
      },
    })
    itDeletes(world, subject, {
      ...everyone([]),
      anonymous: nobody,
      doctorA: ['ofDoctorA'],
      doctorB: ['ofDoctorB'],
      admin: ['ofClinic'],
      mainAdmin: ['ofClinic'],
    })
    const row = (owner: string | null) => ({
      id: 'gen_random_uuid()',
      title: `'Otra'`,
      text: `'Otra'`,
      owner_id: owner ? `'${owner}'` : 'null',
    })
    itTouchesBlindly(world, subject, `update public.report_phrases set title = 'x'`, {
      ...everyone([]),
      anonymous: nobody,
      doctorA: ['ofDoctorA'],
      doctorB: ['ofDoctorB'],
      admin: ['ofClinic'],
      mainAdmin: ['ofClinic'],
    })
    itInserts(world, 'public.report_phrases', [
      ['anonymous', 'for the clinic', row(null), 'no grant'],
      ['patientA', 'for oneself', row(people.patientA), 'policy'],
      ['doctorA', 'for oneself', row(people.doctorA), 'done'],
      ['doctorA', 'for the clinic', row(null), 'policy'],
      ['doctorA', 'for somebody else', row(people.doctorB), 'policy'],
      ['admin', 'for the clinic', row(null), 'done'],
      ['admin', 'for somebody else', row(people.doctorB), 'policy'],
      ['closedDoctor', 'for oneself', row(people.closedDoctor), 'policy'],
    ])

    it.each([
      ['200 of a person', 'doctorA', people.doctorA, 198],
      ['500 of the clinic', 'admin', null, 498],
    ] as const)('are at most %s', async (_, caller, owner, more) => {
      const found = await as(caller, async (stage) => {
        await stage.owner(
          `insert into public.report_phrases (id, title, text, owner_id)
           select gen_random_uuid(), 'x', 'x', $1 from generate_series(1, $2)`,
          [owner, more],
        )
        const add = (id: string) =>
          stage
            .attempt(
              `insert into public.report_phrases (id, title, text, owner_id) values ($1, 'y', 'y', $2)`,
              [id, owner],
            )
            .then(({ outcome }) => outcome)
        return [await add(uuid('9040', 9)), await add(uuid('9040', 10))]
      })
      expect(found).toEqual(['done', 'PT400'])
    })
  })
})
