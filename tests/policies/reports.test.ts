import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { everyone, itDeletes, itInserts, itShows, itUpdates, withoutAnyRights } from './matrix.ts'
import { type Caller, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import {
  addenda,
  addStudy,
  fresh,
  keyImages,
  reportRowsOfWorld,
  reports,
  template,
  templates,
  write,
} from './reports-stage.ts'
import { type Pair, studies, useWorld } from './world.ts'

const mine = uuid('9034', 1)
const study = uuid('9035', 1)
const signed: Pair[] = ['A', 'ofClosedPatient', 'ofClosedDoctor', 'ofFactorDoctor', 'ofFormerDoctor']
const readers = {
  anonymous: nobody,
  doctorA: [...signed, 'ofNewPatient'] as Pair[],
  doctorB: ['B', 'ofFormerDoctor'] as Pair[],
  factorPassed: ['A', 'ofClosedDoctor', 'ofFactorDoctor'] as Pair[],
  admin: signed,
  mainAdmin: signed,
  dentist: [],
  ...withoutAnyRights([]),
} as const
const words = (names: string[]) => Object.fromEntries(names.map((name) => [name, `'Otro'`]))
const later = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'now()']))

describe.each(engines())('reports on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), fresh(caller), async (stage) => {
      await addStudy(stage)
      return run(stage)
    })
  const refused = everyone<typeof nobody>(nobody)

  describe('public.reports', () => {
    const subject = { table: 'public.reports', rows: reports }
    itShows(world, subject, { patientA: [], patientB: [], liar: [], ...readers })
    itUpdates(world, {
      ...subject,
      values: {
        state: `'anulado'`,
        version: '9',
        template_version: '9',
        patient_age: '9',
        sections: `'[]'`,
        clinic: `'{}'`,
        ...Object.fromEntries(
          ['id', 'study_id', 'patient_id', 'author_id', 'template_id', 'annulled_by', 'replaces'].map(
            (name) => [name, 'gen_random_uuid()'],
          ),
        ),
        ...later(['performed_at', 'signed_at', 'visible_from', 'annulled_at', 'created_at', 'updated_at']),
        ...words([
          'requested_by',
          'study_name',
          'clinical_question',
          'incidents',
          'performed_by',
          'patient_name',
          'patient_sex',
          'technique',
          'quality',
          'compared_with',
          'impression',
          'recommendations',
          'communication',
          'patient_summary',
          'folio',
          'signer_name',
          'signer_license',
          'signer_specialty',
          'signer_specialty_license',
          'signer_certificate',
          'signed_text',
          'content_hash',
          'verify_token',
          'hold_reason',
          'annul_reason',
        ]),
      },
      granted: [],
      may: refused,
    })
    itDeletes(world, subject, refused)
    itInserts(
      world,
      'public.reports',
      (['anonymous', 'patientA', 'doctorA', 'admin'] as const).map((caller) => [
        caller,
        'by hand',
        {
          id: 'gen_random_uuid()',
          study_id: `'${studies.A}'`,
          patient_id: `'${people.patientA}'`,
          author_id: `'${people.doctorA}'`,
        },
        'no grant',
      ]),
    )

    it.each([
      ['not by the doctors of that patient', 'doctorB', [0, 0]],
      ['by administrators', 'admin', [1, 1]],
    ] as const)('of another patient than the study has now are read %s', async (_who, caller, expected) => {
      const found = await as(caller, async (stage) => {
        await stage.owner('update public.studies set patient_id = $1 where id = $2', [
          people.patientB,
          studies.ofClosedDoctor,
        ])
        const read = async (table: string, key: string) =>
          (await stage.attempt(`select 1 as one from ${table} where ${key} = $1`, [reports.ofClosedDoctor]))
            .rows.length
        return [await read('public.reports', 'id'), await read('public.report_heads', 'report_id')]
      })
      expect(found).toEqual(expected)
    })
  })

  it('stay hidden from their author who is linked no more, and from the doctor of another study of the patient', async () => {
    const found = await as('doctorA', async (stage) => {
      await stage.owner('update public.studies set doctor_id = $1 where id = $2', [
        people.factorDoctor,
        studies.A,
      ])
      await stage.owner('delete from private.doctor_patients where doctor_id = $1', [people.doctorA])
      const read = async (table: string, key: string) =>
        (
          await stage.attempt(`select ${key}::text as id from ${table} where patient_id = $1`, [
            people.patientA,
          ])
        ).rows
      return [
        await read('public.studies', 'id'),
        await read('public.reports', 'id'),
        await read('public.report_heads', 'report_id'),
      ]
    })
    expect(found).toEqual([[{ id: study }], [], []])
  })

  it('stand in the history of their patient for whoever reads their heads, annulled ones as such', async () => {
    const historyOf = (caller: Caller, patient: string) =>
      as(caller, (stage) =>
        call(
          stage,
          `select (row ->> 'id') || ' ' || (row ->> 'detail') as value
           from jsonb_array_elements(public.patient_history($1) -> 'rows') row where row ->> 'kind' = 'report' order by 1`,
          [patient],
        ),
      )
    const [own, annulled, held] = [
      `${reports.A} firmado`,
      `${reports.ofClosedDoctor} anulado`,
      `${reports.ofFactorDoctor} firmado`,
    ]
    expect(await historyOf('patientA', people.patientA)).toEqual([own, annulled])
    expect(await historyOf('doctorA', people.patientA)).toEqual([own, annulled, held])
    expect(await historyOf('patientB', people.patientA)).toBe('nothing')
    expect(await historyOf('doctorB', people.patientA)).toBe('nothing')
    expect(await historyOf('doctorA', people.newPatient)).toBe('nothing')
  })

  describe('public.report_images', () => {
    const subject = { table: 'public.report_images', rows: reports, key: 'report_id' }
    itShows(world, subject, { patientA: [], patientB: [], liar: [], ...readers })
    itUpdates(world, {
      ...subject,
      values: {
        report_id: 'gen_random_uuid()',
        key_image_id: 'gen_random_uuid()',
        position: '9',
        caption: `'Otra'`,
        sha256: `'x'`,
      },
      granted: [],
      may: refused,
    })
    itDeletes(world, subject, refused)
    itInserts(world, 'public.report_images', [
      [
        'doctorA',
        'by hand',
        { report_id: `'${reports.ofNewPatient}'`, key_image_id: `'${keyImages.own}'`, position: '2' },
        'no grant',
      ],
    ])
  })

  describe('public.report_heads', () => {
    const subject = {
      table: 'public.report_heads',
      rows: Object.fromEntries(signed.map((name) => [name, reports[name]])) as Record<Pair, string>,
      key: 'report_id',
    }
    itShows(world, subject, {
      ...readers,
      doctorA: signed,
      doctorB: ['ofFormerDoctor'],
      patientA: ['A', 'ofClosedDoctor'],
      patientB: ['ofFormerDoctor'],
      liar: ['ofFormerDoctor'],
    })
    itUpdates(world, {
      ...subject,
      values: {
        report_id: 'gen_random_uuid()',
        study_id: 'gen_random_uuid()',
        patient_id: 'gen_random_uuid()',
        folio: `'Otro'`,
        state: `'firmado'`,
        signed_at: 'now()',
        visible_from: 'now()',
        annulled_at: 'now()',
        addenda: '9',
      },
      granted: [],
      may: refused,
    })
    itDeletes(world, subject, refused)
    itInserts(world, 'public.report_heads', [
      [
        'doctorA',
        'by hand',
        { report_id: `'${reports.ofNewPatient}'`, study_id: `'${studies.A}'` },
        'no grant',
      ],
    ])

    it('are shown to the patient from the minute of the delivery', async () => {
      const found = await as('patientA', async (stage) => {
        const heads = async () =>
          (
            await stage.attempt('select 1 as one from public.report_heads where report_id = $1', [
              reports.ofFactorDoctor,
            ])
          ).rows.length
        const before = await heads()
        await stage.owner('update public.reports set visible_from = now() where id = $1', [
          reports.ofFactorDoctor,
        ])
        return [before, await heads()]
      })
      expect(found).toEqual([0, 1])
    })

    it('are not shown to the patient of a report that was annulled before', async () => {
      const found = await as('patientA', async (stage) => {
        await stage.owner(
          `update public.reports set state = 'anulado', annulled_at = now(), annulled_by = author_id, annul_reason = 'x'
           where id = $1`,
          [reports.ofFactorDoctor],
        )
        await stage.owner('alter table public.report_heads disable trigger user')
        await stage.owner(
          `update public.report_heads set visible_from = now() - interval '1 second', annulled_at = now() - interval '1 minute'
           where report_id = $1`,
          [reports.ofFactorDoctor],
        )
        return (
          await stage.attempt('select 1 as one from public.report_heads where report_id = $1', [
            reports.ofFactorDoctor,
          ])
        ).rows
      })
      expect(found).toEqual([])
    })
  })

  describe('public.report_addenda', () => {
    const subject = { table: 'public.report_addenda', rows: addenda }
    itShows(world, subject, {
      anonymous: nobody,
      patientA: [],
      patientB: [],
      liar: [],
      doctorA: ['signed', 'unsigned'],
      doctorB: ['ofDoctorB'],
      factorPassed: ['signed'],
      admin: ['signed'],
      mainAdmin: ['signed'],
      dentist: [],
      ...withoutAnyRights([]),
    })
    itUpdates(world, {
      ...subject,
      values: {
        id: 'gen_random_uuid()',
        report_id: 'gen_random_uuid()',
        author_id: 'gen_random_uuid()',
        position: '9',
        ...later(['created_at', 'updated_at', 'signed_at']),
        ...words([
          'kind',
          'text',
          'signer_name',
          'signer_license',
          'signer_specialty',
          'signer_specialty_license',
          'signer_certificate',
          'previous_hash',
          'signed_text',
          'content_hash',
        ]),
      },
      granted: [],
      may: refused,
    })
    itDeletes(world, subject, refused)
    itInserts(world, 'public.report_addenda', [
      ['doctorA', 'by hand', { id: 'gen_random_uuid()', report_id: `'${reports.A}'` }, 'no grant'],
    ])
  })

  describe('start_report', () => {
    const start = (
      stage: Stage,
      id: string | null = mine,
      of: string | null = study,
      from: string | null = template,
    ) => stage.attempt('select public.start_report($1, $2, $3) as value', [id, of, from])
    const who: Record<Caller, string> = {
      ...everyone('rule'),
      anonymous: 'no grant',
      patientB: 'PT404',
      liar: 'PT404',
      dentist: 'PT404',
      doctorA: 'done',
      doctorB: 'PT404',
      factorPassed: 'done',
      admin: 'done',
      mainAdmin: 'done',
    }
    it.each(Object.entries(who) as [Caller, string][])(
      'of a study of patient A by %s: %s',
      async (caller, expected) => {
        expect(await as(caller, async (stage) => (await start(stage)).outcome)).toBe(expected)
      },
    )

    it('refuses another template than the draft began with, and says which', async () => {
      const found = await as('doctorA', async (stage) => {
        await start(stage)
        return start(stage, mine, study, templates.given1)
      })
      expect(found).toMatchObject({
        outcome: 'PT409',
        message: expect.stringMatching(/^Ya empezaste este informe con la plantilla «.+»\./),
      })
    })

    it('brings the sections without a word, and the patient’s name', async () => {
      const value = await as(
        'doctorA',
        async (stage) => (await start(stage)).rows[0]?.value as Record<string, unknown>,
      )
      expect(value).toMatchObject({
        id: mine,
        state: 'borrador',
        version: 1,
        template_version: 1,
        patient_name: 'Nombre patientA',
        patient_age: null,
        incidents: null,
        images: [],
      })
      const sections = value?.sections as { text: string; outside: boolean }[]
      expect(sections).toHaveLength(6)
      expect(sections.every(({ text, outside }) => text === '' && !outside)).toBe(true)
    })

    it('keeps its sections when their template changes; the next one has the new ones', async () => {
      const found = await as('doctorA', async (stage) => {
        const other = await addStudy(stage, 'patientA', 'doctorA', uuid('9035', 2))
        const begun = async (id: string, of: string) =>
          (await start(stage, id, of)).rows[0]?.value as { sections: object[]; template_version: number }
        const before = await begun(mine, study)
        await stage.owner(
          `update public.report_templates set sections = '[{"key": "otra", "title": "Otra"}]' where id = $1`,
          [template],
        )
        return { before, after: await begun(mine, study), next: await begun(uuid('9034', 2), other) }
      })
      expect(found.before.sections).toHaveLength(6)
      expect(found.after).toEqual(found.before)
      expect(found.next).toMatchObject({ sections: [{ key: 'otra', text: '' }], template_version: 2 })
    })

    it('answers the same draft again, and says who else has it', async () => {
      const found = await as('doctorA', async (stage) => {
        await start(stage)
        const again = (await start(stage, uuid('9034', 2))).rows[0]?.value as { id: string }
        await stage.become(fresh('factorPassed'))
        return [again.id, (await start(stage, uuid('9034', 3))).message]
      })
      expect(found).toEqual([mine, 'Este informe lo está escribiendo Nombre doctorA.'])
    })

    it.each([
      ['of a study with a signed one', mine, studies.A, template, 'PT409'],
      ['of no study', mine, uuid('9035', 9), template, 'PT404'],
      ['of a retired template', mine, study, templates.retired, 'PT404'],
      ['without a template', mine, study, null, 'done'],
      ['without an id', null, study, template, 'PT409'],
      ['with the id of another', reports.A, study, template, 'PT409'],
    ] as const)('%s', async (_, id, of, from, expected) => {
      expect(await as('doctorA', async (stage) => (await start(stage, id, of, from)).outcome)).toBe(expected)
    })

    it.each([
      ['a link', 'delete from private.doctor_patients where doctor_id = $1'],
      ['the right to', 'update public.profiles set may_report = false where id = $1'],
    ])('needs %s', async (_, without) => {
      const found = await as('doctorA', async (stage) => {
        await stage.owner(without, [people.doctorA])
        return (await start(stage)).outcome
      })
      expect(found).toBe('rule')
    })

    it('names the annulled report that it replaces', async () => {
      const value = await as(
        'doctorA',
        async (stage) => (await start(stage, mine, studies.ofClosedDoctor)).rows[0]?.value,
      )
      expect(value).toMatchObject({ replaces: reports.ofClosedDoctor })
    })

    it('takes 120 an hour of one account', async () => {
      const found = await as('doctorA', async (stage) => {
        await start(stage)
        await stage.owner(`update private.rate_limits set hits = 120 where bucket = 'start_report'`)
        return (await start(stage)).outcome
      })
      expect(found).toBe('PT429')
    })
  })

  describe('save_report', () => {
    const save = (stage: Stage, version: number, changes: unknown, id: string = mine) =>
      stage.attempt('select public.save_report($1, $2, $3) as value', [id, version, changes])
    const started = <T>(run: (stage: Stage) => Promise<T>, caller: Caller = 'doctorA') =>
      as(caller, async (stage) => {
        await stage.attempt('select public.start_report($1, $2, $3)', [mine, study, template])
        return run(stage)
      })

    it('writes what changed and answers the next version', async () => {
      const found = await started(async (stage) => {
        const { rows } = await save(stage, 1, { impression: 'Bien', patient_age: 30 })
        await save(stage, 2, { technique: 'CBCT' })
        const [row] = await stage.owner(
          'select impression, patient_age, technique, version from public.reports where id = $1',
          [mine],
        )
        return [rows[0]?.value, row]
      })
      expect(found).toEqual([
        { version: 2, updated_at: expect.any(String) },
        { impression: 'Bien', patient_age: 30, technique: 'CBCT', version: 3 },
      ])
    })

    it.each<[string, number, unknown, string]>([
      ['an older version', 0, {}, 'PT409'],
      ['the state', 1, { state: 'firmado' }, 'PT400'],
      ['the patient’s name', 1, { patient_name: 'Otra' }, 'PT400'],
      ['no object', 1, '[]', 'PT400'],
      ['an age that is none', 1, { patient_age: 'mucha' }, 'PT400'],
      ['an age of 131', 1, { patient_age: 131 }, 'PT400'],
      ['a sex that is none', 1, { patient_sex: 'x' }, 'PT400'],
      [
        'a section of 5,001 letters',
        1,
        { sections: [{ key: 'a', title: 'A', text: 'x'.repeat(5001) }] },
        'PT400',
      ],
      ['an impression of 5,001 letters', 1, { impression: 'x'.repeat(5001) }, 'PT400'],
      [
        '60 KB',
        1,
        {
          sections: Array.from({ length: 14 }, (_, at) => ({
            key: `a${at}`,
            title: 'A',
            text: 'x'.repeat(4500),
          })),
        },
        'PT400',
      ],
      [
        '21 sections',
        1,
        { sections: Array.from({ length: 21 }, (_, at) => ({ key: `a${at}`, title: 'A' })) },
        'PT400',
      ],
      ['an image of another study', 1, { images: [keyImages.own] }, 'PT400'],
      ['images that are no list', 1, { images: 'x' }, 'PT400'],
    ])('refuses %s', async (_, version, changes, expected) => {
      const found = await started(async (stage) => (await save(stage, version, changes)).outcome)
      expect(found).toBe(expected)
    })

    it('takes a draft of 60 KB, and not a byte more', async () => {
      const found = await started(async (stage) => {
        const sections = Array.from({ length: 12 }, (_, at) => ({
          key: `a${at}`,
          title: 'A',
          text: 'x'.repeat(4700),
        }))
        await save(stage, 1, { sections, impression: 'x' })
        const [row] = await stage.owner(
          'select octet_length(to_jsonb(r)::text) as bytes from public.reports r where id = $1',
          [mine],
        )
        const most = 1 + 60 * 1024 - Number(row?.bytes)
        return [
          (await save(stage, 2, { impression: 'x'.repeat(most + 1) })).message,
          (await save(stage, 2, { impression: 'x'.repeat(most) })).message,
        ]
      })
      expect(found).toEqual(['El informe es demasiado largo: acorta el texto.', ''])
    })

    it('shows 12 key images, and not one more', async () => {
      const found = await started(async (stage) => {
        const images = await stage.owner(
          `insert into public.key_images (id, study_id, author_id, path, width, height, sha256)
           select i, $1, $2, $3 || '/clave-' || i, 8, 6, repeat('d', 64)
           from (select gen_random_uuid() i from generate_series(1, 13)) n returning id::text`,
          [study, people.doctorA, `${people.patientA}/${study}`],
        )
        const ids = images.map(({ id }) => id)
        return [
          (await save(stage, 1, { images: ids })).message,
          (await save(stage, 1, { images: ids.slice(1) })).message,
        ]
      })
      expect(found).toEqual(['Un informe lleva como máximo 12 imágenes clave.', ''])
    })

    it('orders images of the study', async () => {
      const found = await as('doctorA', async (stage) => {
        const { message } = await save(stage, 1, { images: [keyImages.ofNewPatient] }, reports.ofNewPatient)
        const [row] = await stage.owner(
          'select private.report_answer(r) -> $2::text as images from public.reports r where id = $1',
          [reports.ofNewPatient, 'images'],
        )
        await save(stage, 2, { images: [] }, reports.ofNewPatient)
        const [none] = await stage.owner(
          'select private.report_answer(r) -> $2::text as images from public.reports r where id = $1',
          [reports.ofNewPatient, 'images'],
        )
        return [message, row?.images, none?.images]
      })
      expect(found).toEqual(['', [keyImages.ofNewPatient], []])
    })

    const savers: Record<Caller, string> = {
      ...everyone('rule'),
      anonymous: 'no grant',
      patientA: 'PT404',
      patientB: 'PT404',
      liar: 'PT404',
      dentist: 'PT404',
      doctorA: 'done',
      doctorB: 'PT404',
      factorPassed: 'PT404',
      admin: 'PT404',
      mainAdmin: 'PT404',
    }
    it.each(Object.entries(savers) as [Caller, string][])(
      'of doctor A by %s: %s',
      async (caller, expected) => {
        const found = await started(async (stage) => {
          await stage.become(fresh(caller))
          return (await save(stage, 1, {})).outcome
        })
        expect(found).toBe(expected)
      },
    )

    it('ends with the link, and with the signature', async () => {
      const found = await as('doctorA', async (stage) => {
        await write(stage, study)
        await stage.attempt('select public.sign_report($1, 2)', [mine])
        const afterSigning = (await save(stage, 2, {})).outcome
        await stage.owner('delete from private.doctor_patients where doctor_id = $1', [people.doctorA])
        return [afterSigning, (await save(stage, 1, {}, reports.ofNewPatient)).outcome]
      })
      expect(found).toEqual(['PT409', 'rule'])
    })

    it('leaves one line an hour, and takes 3,600', async () => {
      const found = await started(async (stage) => {
        for (const version of [1, 2, 3]) await save(stage, version, { impression: `${version}` })
        const lines = await stage.owner(
          `select action, patient_id::text from private.audit_log where subject = 'reports' and row_id = $1 and at = now() order by id`,
          [mine],
        )
        await stage.owner(`update private.rate_limits set hits = 3600 where bucket = 'save_report'`)
        return [lines, (await save(stage, 4, {})).outcome]
      })
      expect(found).toEqual([
        [
          { action: 'start', patient_id: people.patientA },
          { action: 'save', patient_id: people.patientA },
        ],
        'PT429',
      ])
    })
  })

  describe('discard_report and free_report_draft', () => {
    const discard = (stage: Stage, id: string = reports.ofNewPatient) =>
      stage.attempt('select public.discard_report($1)', [id]).then(({ outcome }) => outcome)
    const free = (stage: Stage, of: string = studies.ofNewPatient) =>
      stage.attempt('select public.free_report_draft($1)', [of]).then(({ outcome }) => outcome)
    const traces = async (stage: Stage) => [
      await stage.owner('select id::text, discarded_by::text from private.discarded_reports'),
      await stage.owner(
        `select action, actor::text, array_to_string(columns, ',') as columns from private.audit_log
         where subject = 'reports' and at = now() and action in ('discard', 'free')`,
      ),
    ]
    const rights: Record<Caller, [string, string]> = {
      ...everyone<[string, string]>(['rule', 'rule']),
      anonymous: ['no grant', 'no grant'],
      patientA: ['PT404', 'rule'],
      patientB: ['PT404', 'rule'],
      liar: ['PT404', 'rule'],
      dentist: ['PT404', 'rule'],
      doctorA: ['done', 'rule'],
      doctorB: ['PT404', 'rule'],
      factorPassed: ['PT404', 'rule'],
      admin: ['PT404', 'done'],
      mainAdmin: ['PT404', 'done'],
    }
    it.each(Object.entries(rights) as [Caller, [string, string]][])(
      'of doctor A by %s: %j',
      async (caller, expected) => {
        const found = [await as(caller, (stage) => discard(stage)), await as(caller, (stage) => free(stage))]
        expect(found).toEqual(expected)
      },
    )

    it.each([
      ['doctorA', discard, 'discard'],
      ['admin', free, 'free'],
    ] as const)('by %s keeps the draft out of reach', async (caller, end, action) => {
      const found = await as(caller, async (stage) => {
        await end(stage)
        return traces(stage)
      })
      expect(found).toEqual([
        [{ id: reports.ofNewPatient, discarded_by: people[caller] }],
        [{ action, actor: people[caller], columns: `author_id=${people.doctorA}` }],
      ])
    })

    it('end no signed report', async () => {
      expect(await as('doctorA', (stage) => discard(stage, reports.A))).toBe('PT409')
      expect(await as('admin', (stage) => free(stage, studies.A))).toBe('PT404')
    })
  })
})
