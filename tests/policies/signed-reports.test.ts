import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import { people, serviceRole, uuid } from './people.ts'
import { commit, race } from './races.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import {
  addenda,
  complete,
  fresh,
  imagePath,
  keyImages,
  reportRowsOfWorld,
  reports,
  template,
} from './reports-stage.ts'
import { studies, useWorld } from './world.ts'

const refusal = 'Un informe firmado no se modifica ni se borra.'

/** Another value for every column of a table, which no rule would refuse but the one that is tried. */
async function columnsOf(stage: Stage, table: string): Promise<string[]> {
  const rows = await stage.owner(
    `select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  return rows.map(({ name }) => String(name))
}

describe.each(engines())('what was signed on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)
  const asOwner = <T>(run: (stage: Stage) => Promise<T>) => rehearseAsOwner(world(), run)

  /** Tries every column alone, and deleting; answers what was not refused. */
  async function tried(stage: Stage, table: string, where: string, value: (column: string) => string) {
    const open: string[] = []
    for (const column of await columnsOf(stage, table)) {
      const { message } = await stage.attempt(
        `update ${table} set ${column} = ${value(column)} where ${where}`,
      )
      if (message === '') open.push(column)
    }
    const { message } = await stage.attempt(`delete from ${table} where ${where}`)
    if (message === '') open.push('deleted')
    return open
  }
  const values: Record<string, string> = {
    state: `'borrador'`,
    version: 'version + 1',
    sections: `'[{"key": "a", "title": "A"}]'`,
    clinic: `'{"name": "Otra"}'`,
    patient_age: '99',
    patient_sex: `'hombre'`,
    template_version: '9',
    kind: `'corrección'`,
    folio: `'INF-999999'`,
    addenda: 'addenda + 1',
    position: '9',
    source: `'{"a": 1}'`,
    width: '9',
    height: '9',
    audience: `'author'`,
    sha256: `repeat('e', 64)`,
  }
  const other = (column: string) =>
    values[column] ??
    (column === 'id' || column.endsWith('_id') || column === 'replaces' || column === 'annulled_by'
      ? column === 'replaces'
        ? `'${reports.ofClosedDoctor}'`
        : 'gen_random_uuid()'
      : /_at$|_from$/.test(column)
        ? `'2020-01-01'`
        : `'Otro'`)

  it.each([
    ['public.reports', `id = '${reports.A}'`],
    ['public.reports', `id = '${reports.ofClosedDoctor}'`],
    ['public.report_images', `report_id = '${reports.A}'`],
    ['public.report_addenda', `id = '${addenda.signed}'`],
    ['public.report_heads', `report_id = '${reports.A}'`],
    ['public.key_images', `id = '${keyImages.A}'`],
    ['public.key_images', `id = '${keyImages.ofClosedDoctor}'`],
  ])('keeps %s where %s from the owner and the service', async (table, where) => {
    expect(await asOwner((stage) => tried(stage, table, where, other))).toEqual([])
    expect(await rehearse(world(), serviceRole, (stage) => tried(stage, table, where, other))).toEqual([])
  })

  it.each([
    ['reports', 'truncate public.reports cascade'],
    ['images', 'truncate public.report_images'],
    ['addenda', 'truncate public.report_addenda'],
    ['an image more', `insert into public.report_images values ('${reports.A}', '${keyImages.own}', 2)`],
  ])('keeps all from the owner: %s', async (_, sql) => {
    const { outcome, message } = await asOwner((stage) => stage.attempt(sql))
    expect([outcome === 'done' || outcome === 'nothing', message]).toEqual([false, refusal])
  })

  it('is delivered earlier once, and never later', async () => {
    const found = await asOwner(async (stage) => {
      const move = (to: string) =>
        stage
          .attempt(`update public.reports set visible_from = ${to} where id = $1`, [reports.ofFactorDoctor])
          .then(({ outcome }) => outcome)
      return [
        await move(`now() + interval '5 days'`),
        await move(`now() + interval '1 day'`),
        await move('now()'),
        await move('now()'),
      ]
    })
    expect(found).toEqual(['PT409', 'PT409', 'done', 'PT409'])
  })

  it('is annulled with nothing else', async () => {
    const found = await asOwner(async (stage) => {
      const annul = (more: string) =>
        stage
          .attempt(
            `update public.reports set state = 'anulado', annulled_at = now(), annulled_by = author_id, annul_reason = 'x' ${more}
             where id = $1`,
            [reports.A],
          )
          .then(({ outcome }) => outcome)
      return [await annul(`, impression = 'Otra'`), await annul('')]
    })
    expect(found).toEqual(['PT409', 'done'])
  })

  it('has the hash of its text, always', async () => {
    const found = await asOwner(async (stage) => {
      await stage.owner('alter table public.reports disable trigger reports_a_keep')
      await stage.owner('alter table public.report_addenda disable trigger report_addenda_a_keep')
      return [
        await stage.attempt(`update public.reports set signed_text = signed_text || '.' where id = $1`, [
          reports.A,
        ]),
        await stage.attempt(`update public.reports set content_hash = repeat('0', 64) where id = $1`, [
          reports.A,
        ]),
        await stage.attempt(
          `update public.report_addenda set previous_hash = repeat('0', 64) where id = $1`,
          [addenda.signed],
        ),
      ].map(({ outcome }) => outcome)
    })
    expect(found).toEqual(['23514', '23514', '23514'])
  })

  it.each([
    ['renamed', `update storage.objects set name = name || 'x'`],
    ['replaced', `update storage.objects set version = 'otra'`],
    ['deleted', 'delete from storage.objects'],
  ])('shows files that are not %s', async (_, sql) => {
    const found = await asOwner(async (stage) => [
      (await stage.attempt(`${sql} where name = $1`, [imagePath('A')])).outcome,
      (await stage.attempt(`${sql} where name = $1`, [imagePath('own')])).outcome,
    ])
    expect(found).toEqual(['PT409', 'done'])
    const kept = `select name, version from storage.objects where name = $1`
    const ofService = await rehearse(world(), serviceRole, async (stage) => {
      const before = await stage.owner(kept, [imagePath('A')])
      const { message } = await stage.attempt(`${sql} where name = $1`, [imagePath('A')])
      return { before, message, after: await stage.owner(kept, [imagePath('A')]) }
    })
    expect(ofService.message).not.toBe('')
    expect(ofService.after).toEqual(ofService.before)
  })

  it('names its signer after the account was closed', async () => {
    const found = await asOwner(async (stage) => {
      const signer = `select signer_name, signer_license from public.reports where id = '${reports.A}'`
      const before = await stage.owner(signer)
      await stage.owner(`update public.profiles set full_name = 'Otro Nombre', professional_license = '99'
        where id = (select author_id from public.reports where id = '${reports.A}')`)
      await stage.owner(`update private.account_state set closed_at = now()
        where user_id = (select author_id from public.reports where id = '${reports.A}')`)
      return [before, await stage.owner(signer)]
    })
    expect(found[0]).toEqual([{ signer_name: expect.any(String), signer_license: '1234567' }])
    expect(found[1]).toEqual(found[0])
  })

  describe('its study', () => {
    const attempts: [string, string][] = [
      ['patient', `update public.studies set patient_id = '${people.patientB}' where id = $1`],
      ['file', `update public.studies set file_url = null, file_name = null where id = $1`],
      ['link', `update public.studies set file_url = 'https://archivos.test/otro' where id = $1`],
      ['row', 'delete from public.studies where id = $1'],
    ]
    it.each(attempts)('keeps its %s', async (_, sql) => {
      const words = await asOwner(async (stage) => (await stage.attempt(sql, [studies.A])).message)
      expect(words).toBe('Este estudio tiene un informe firmado. Anúlalo primero.')
      for (const caller of ['doctorA', 'admin'] as const) {
        const { outcome } = await rehearse(world(), fresh(caller), (stage) => stage.attempt(sql, [studies.A]))
        expect([caller, outcome]).toEqual([
          caller,
          caller === 'doctorA' && sql.includes('patient_id') ? 'rule' : 'PT409',
        ])
      }
    })

    it('may change once the report was annulled, but stays', async () => {
      const found = await asOwner(async (stage) => {
        const outcomes: string[] = []
        for (const [, sql] of attempts)
          outcomes.push((await stage.attempt(sql, [studies.ofClosedDoctor])).message)
        return outcomes
      })
      expect(found).toEqual(['', '', '', 'Este estudio tiene un informe anulado, que se conserva.'])
    })

    it('takes its draft along, and keeps its patient while there is one', async () => {
      const found = await asOwner(async (stage) => [
        (
          await stage.attempt('update public.studies set patient_id = $2 where id = $1', [
            studies.B,
            people.patientA,
          ])
        ).message,
        (await stage.attempt(attempts[3]?.[1] ?? '', [studies.B])).message,
        await stage.owner('select id::text from private.discarded_reports'),
      ])
      expect(found).toEqual([
        'Este estudio tiene un informe sin firmar. Descártalo primero.',
        '',
        [{ id: reports.B }],
      ])
    })

    it('may change in all else', async () => {
      const { outcome } = await asOwner((stage) =>
        stage.attempt(`update public.studies set comments = 'Otro', study_type = 'Otro' where id = $1`, [
          studies.A,
        ]),
      )
      expect(outcome).toBe('done')
    })
  })

  const newcomer = uuid('8000', 77)
  it.each([
    ['nothing', 'select $1::uuid', 'erase'],
    [
      'a report',
      `insert into public.reports (id, study_id, patient_id, author_id)
       values (gen_random_uuid(), '${studies.ofClosedDoctor}', '${people.patientA}', $1)`,
      'closed',
    ],
    [
      'an addendum',
      `insert into public.report_addenda (id, report_id, author_id, kind, text)
       values (gen_random_uuid(), '${reports.A}', $1, 'aclaración', 'Es así')`,
      'closed',
    ],
    ['a key image', `update public.key_images set author_id = $1 where id = '${keyImages.own}'`, 'closed'],
    [
      'a mark',
      `insert into public.study_marks (id, study_id, author_id, picture, kind, points)
       values (gen_random_uuid(), '${studies.A}', $1, 'd:${'0'.repeat(32)}', 'point', '[[1, 2]]')`,
      'closed',
    ],
  ])('decides what removing the account of %s means', async (_, made, outcome) => {
    const found = await rehearse(world(), fresh('admin'), async (stage) => {
      await stage.owner(
        `insert into private.prepared_accounts (email, full_name, role, is_admin, must_change)
         values ('nueva@clinica.test', 'Nueva', 'doctor', false, false)`,
      )
      await stage.owner(
        `insert into auth.users (id, email, encrypted_password) values ($1, 'nueva@clinica.test', 'first')`,
        [newcomer],
      )
      await stage.owner(made, [newcomer])
      const { rows } = await stage.attempt('select public.begin_account_removal($1) as value', [newcomer])
      return rows[0]?.value
    })
    expect(found).toEqual({ outcome, id: newcomer })
  })
})

describe.each(engines())('signing at once on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)
  const prepared = async (study: string, report: string, author: 'doctorA' | 'factorPassed' = 'doctorA') => {
    await world().query(
      `insert into public.studies (id, patient_id, doctor_id, study_date, file_url)
       values ($1, $2, $3, '2026-01-05', 'https://archivos.test/x')`,
      [study, people.patientA, people.doctorA],
    )
    await world().as(fresh(author), async (tx) => {
      await tx.query('select public.start_report($1, $2, $3)', [report, study, template])
      await tx.query('select public.save_report($1, 1, $2)', [report, { ...complete }])
    })
  }
  const signing = (report: string, author: 'doctorA' | 'factorPassed' = 'doctorA') =>
    world().as(fresh(author), async (tx) => {
      const { rows } = await tx.query<{ value: { folio: string } }>(
        'select public.sign_report($1, 2) as value',
        [report],
      )
      return rows[0]?.value.folio
    })

  it('gives one folio to twenty signatures of one draft', async () => {
    const report = uuid('9037', 1)
    await prepared(uuid('9038', 1), report)
    const outcomes = await race(20, () => signing(report))
    expect(outcomes.filter((outcome) => /^INF-/.test(String(outcome)))).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'PT409')).toHaveLength(19)
  })

  it('gives every report its own folio, without a gap', async () => {
    const many = 200
    for (let at = 0; at < many; at += 1)
      await prepared(uuid('9038', 100 + at), uuid('9037', 100 + at), at % 2 ? 'factorPassed' : 'doctorA')
    const folios = await race(many, (at) =>
      signing(uuid('9037', 100 + at), at % 2 ? 'factorPassed' : 'doctorA'),
    )
    const numbers = folios.map((folio) => Number(String(folio).slice(4))).sort((a, b) => a - b)
    expect(new Set(numbers).size).toBe(many)
    expect((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)).toBe(many - 1)
  })

  if (engine.kind === 'postgres')
    it('signs while somebody deletes the study, who is refused', async () => {
      const [study, report] = [uuid('9038', 3), uuid('9037', 3)]
      await prepared(study, report)
      let deleting: Promise<unknown[]> | undefined
      const folio = await world().as(fresh('doctorA'), async (tx) => {
        await tx.query('select public.save_report($1, 2, $2)', [report, { impression: 'Normal.' }])
        deleting = race(1, () =>
          commit(world(), 'delete from public.studies where id = $1', [study], 'admin'),
        )
        await until(async () => {
          const { rows } = await world().query('select from pg_locks where not granted')
          expect(rows.length).toBeGreaterThan(0)
        })
        const { rows } = await tx.query<{ value: { folio: string } }>(
          'select public.sign_report($1, 3) as value',
          [report],
        )
        return rows[0]?.value.folio
      })
      expect([folio, await deleting]).toEqual([expect.stringMatching(/^INF-/), ['PT409']])
    })

  it('lets two doctors begin one report', async () => {
    const study = uuid('9038', 2)
    await world().query(
      `insert into public.studies (id, patient_id, doctor_id, study_date, file_url)
       values ($1, $2, $3, '2026-01-05', 'https://archivos.test/x')`,
      [study, people.patientA, people.doctorA],
    )
    const outcomes = await race(2, (at) =>
      commit(
        world(),
        'select public.start_report($1, $2, $3) as value',
        [uuid('9037', 10 + at), study, template],
        at ? 'factorPassed' : 'doctorA',
      ).then(() => 'done'),
    )
    expect(outcomes.sort()).toEqual(['PT409', 'done'])
  })
})
