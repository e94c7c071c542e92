import { describe, expect, it } from 'vitest'
import {
  pictureKinds,
  previewFacts,
  previewIndex,
  previewMaker,
  previewSheets,
} from '#domain/study-preview.ts'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { everyone, itDeletes, itInserts, itShows, itUpdates, withoutAnyRights } from './matrix.ts'
import { type Caller, callers, identityOf, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { deletedStudy, type Pair, studies, useWorld } from './world.ts'

const subject = { table: 'public.study_previews', rows: studies, key: 'study_id' }
const all = Object.keys(studies) as Pair[]

const folder = `${people.patientA}/${uuid('9011', 1)}/`
const source = `${folder}estudio.zip`
const beside = (name: string) => `${folder}${name}`
const sheetPaths = [1, 2, 3, 4].map((at) => beside(`previa-${at}.webp`))
const sheets = {
  paths: sheetPaths,
  size: [256, 200, 180],
  mm: [0.5, 0.5, 0.5],
  low: -1000,
  high: 2600,
  unit: 'HU',
  columns: 8,
}
const preview = {
  source,
  state: 'ready',
  reason: null,
  kind: 'volume',
  thumb_path: beside('miniatura.webp'),
  thumb_width: 480,
  thumb_height: 320,
  cover_path: beside('portada.jpg'),
  cover_width: 1280,
  cover_height: 700,
  tint: '2a2a2a',
  sheets,
  index_path: beside('indice.json'),
  parts: { volumes: 1 },
  facts: { modality: 'CT', kvp: 90, voxel_mm: 0.2 },
  maker: previewMaker,
}
/** What changes a preview into one without pictures. */
const bare = {
  ...Object.fromEntries(
    ['thumb', 'cover'].flatMap((name) =>
      ['path', 'width', 'height'].map((what) => [`${name}_${what}`, null]),
    ),
  ),
  sheets: null,
  index_path: null,
}
const files: Record<string, number> = {
  [source]: 146_000_000,
  [preview.thumb_path]: 20_000,
  [preview.cover_path]: 120_000,
  [preview.index_path]: 60_000,
  ...Object.fromEntries(sheetPaths.map((path) => [path, 250_000])),
}

const upload = (stage: Stage, path: string, size: number, owner: string = people.doctorA) =>
  stage.owner(
    `insert into storage.objects (bucket_id, name, owner, owner_id, metadata)
     values ('study_files', $1, $2::uuid, $2::text, jsonb_build_object('size', $3::int))
     on conflict (bucket_id, name) do update set owner_id = excluded.owner_id, metadata = excluded.metadata`,
    [path, owner, size],
  )

/** Study A gets a file in a folder of its own, with everything that is made from it. */
async function prepare(stage: Stage, owner: string = people.doctorA): Promise<void> {
  await stage.owner('update public.studies set file_url = $1 where id = $2', [source, studies.A])
  for (const [path, size] of Object.entries(files)) await upload(stage, path, size, owner)
}

const put = (stage: Stage, other: Record<string, unknown> = {}, study: string | null = studies.A) =>
  call(stage, `select public.put_study_preview($1, $2::jsonb) ->> 'state' as value`, [
    study,
    JSON.stringify({ ...preview, ...other }),
  ])
const stored = (stage: Stage, study: string = studies.A) =>
  stage.owner('select to_jsonb(p) as row from public.study_previews p where p.study_id = $1', [study])
const trail = (stage: Stage) =>
  stage.owner(
    `select action, row_id, actor::text, patient_id::text from private.audit_log
     where subject = 'study_previews' and at = now() order by id`,
  )

describe.each(engines())('previews of studies on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)
  const prepared = <T>(caller: Caller, run: (stage: Stage) => Promise<T>, owner?: string) =>
    as(caller, async (stage) => {
      await prepare(stage, owner)
      return run(stage)
    })

  describe('public.study_previews', () => {
    itShows(world, subject, {
      anonymous: nobody,
      patientA: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
      patientB: ['B', 'ofFormerDoctor'],
      liar: ['B', 'ofFormerDoctor'],
      doctorA: ['A', 'ofNewPatient', 'ofClosedPatient', 'ofFormerDoctor', 'ofClosedDoctor', 'ofFactorDoctor'],
      doctorB: ['B', 'ofFormerDoctor'],
      factorPassed: ['A', 'ofClosedDoctor', 'ofFactorDoctor'],
      admin: all,
      mainAdmin: all,
      dentist: [],
      ...withoutAnyRights([]),
    })
    itInserts(
      world,
      'public.study_previews',
      (['anonymous', 'patientA', 'doctorA', 'admin', 'mainAdmin'] as const).map((caller) => [
        caller,
        'by hand',
        { study_id: `'${studies.A}'`, source: `'${source}'`, state: `'none'`, maker: '1' },
        'no grant',
      ]),
    )
    itUpdates(world, {
      ...subject,
      values: {
        study_id: 'gen_random_uuid()',
        source: `'${source}'`,
        state: `'failed'`,
        reason: `'corrupt'`,
        kind: `'mesh'`,
        thumb_path: `'${preview.thumb_path}'`,
        cover_path: `'${preview.cover_path}'`,
        tint: `'ffffff'`,
        sheets: `'{}'`,
        index_path: `'${preview.index_path}'`,
        file_bytes: '1',
        parts: `'{"volumes": 1}'`,
        facts: `'{"kvp": 90}'`,
        maker: '2',
        made_by: `'${people.admin}'`,
        made_at: `now() - interval '1 hour'`,
      },
      alike: ['thumb_width', 'thumb_height', 'cover_width', 'cover_height'],
      granted: [],
      may: everyone(nobody),
    })
    itDeletes(world, subject, everyone(nobody))

    const refused: [what: string, other: Record<string, unknown>][] = [
      ['a state of its own', { ...bare, state: 'done' }],
      ['a kind of its own', { kind: 'video', sheets: null }],
      ['ready without a picture', { thumb_path: null, thumb_width: null, thumb_height: null }],
      ['ready without the large picture', { cover_path: null, cover_width: null, cover_height: null }],
      ['a ready volume without sheets', { sheets: null }],
      ['ready without a kind', { kind: null }],
      ['a reason though nothing failed', { reason: 'corrupt' }],
      ['a failure without a reason', { ...bare, state: 'failed' }],
      ['a reason in words', { ...bare, state: 'failed', reason: 'El archivo está dañado' }],
      ['pictures of nothing', { state: 'none', kind: 'document', sheets: null }],
      ['a picture of another name', { thumb_path: beside('foto.webp') }],
      ['a picture of another folder', { thumb_path: `${people.patientA}/miniatura.webp` }],
      ['a PNG', { cover_path: beside('portada.png') }],
      ['a picture without its size', { thumb_width: null }],
      ['a picture without width', { thumb_width: 0 }],
      ['a picture that is too wide', { cover_width: 4097 }],
      ['a picture that is too high', { cover_height: 4097 }],
      ['a colour by name', { tint: 'negro' }],
      ['an index elsewhere', { index_path: `${people.patientA}/indice.json` }],
      ['sheets of a photo', { kind: 'photo' }],
      ['three sheets', { sheets: { ...sheets, paths: sheetPaths.slice(1) } }],
      ['sheets in another order', { sheets: { ...sheets, paths: [...sheetPaths].reverse() } }],
      ['sheets with words of their own', { sheets: { ...sheets, patient: 'Ana' } }],
      ['a flat volume', { sheets: { ...sheets, size: [256, 200] } }],
      ['a volume of half voxels in words', { sheets: { ...sheets, size: ['256', 200, 180] } }],
      ['a volume that is too large', { sheets: { ...sheets, size: [257, 200, 180] } }],
      ['voxels without a size', { sheets: { ...sheets, mm: [0, 0.5, 0.5] } }],
      ['greys upside down', { sheets: { ...sheets, low: 2600, high: -1000 } }],
      ['a unit of its own', { sheets: { ...sheets, unit: 'mm' } }],
      ['no columns', { sheets: { ...sheets, columns: 0 } }],
      ['parts of its own', { parts: { films: 1 } }],
      ['parts in words', { parts: { volumes: 'uno' } }],
      ['fewer than no parts', { parts: { volumes: -1 } }],
      ['facts of its own', { facts: { patient: 'Ana' } }],
      ['facts of more than 2 KB', { facts: { model: 'x'.repeat(2048) } }],
      ['facts that are none', { facts: ['CT'] }],
      ['no maker', { maker: 0 }],
    ]
    it.each(refused)('refuses %s', async (_what, other) => {
      const found = await prepared('doctorA', async (stage) => {
        // That a file is there does not make its name right.
        for (const path of Object.values(other)) if (typeof path === 'string') await upload(stage, path, 1)
        return put(stage, other)
      })
      expect(found).toBe('PT400')
    })

    const taken: [what: string, other: Record<string, unknown>][] = [
      ['a photo', { kind: 'photo', sheets: null, index_path: null }],
      ['a volume whose sheets come later', { state: 'partial', sheets: null, index_path: null }],
      ['a PDF', { ...bare, state: 'none', kind: 'document' }],
      ['what cannot be read', { ...bare, state: 'failed', reason: 'encrypted_zip', kind: null }],
      ['a volume without HU', { sheets: { ...sheets, unit: null } }],
      ['every fact', { facts: Object.fromEntries(previewFacts.map((fact) => [fact, 1])) }],
      ['no words about parts and facts', { parts: null, facts: null }],
    ]
    it.each(taken)('takes %s', async (_what, other) => {
      const found = await prepared('doctorA', (stage) => put(stage, other))
      expect(found).toEqual([other.state ?? 'ready'])
    })
  })

  describe('put_study_preview', () => {
    const expected: Record<Caller, unknown> = {
      ...everyone<unknown>('rule'),
      anonymous: 'no grant',
      patientA: 'rule',
      patientB: 'PT404',
      liar: 'PT404',
      dentist: 'PT404',
      doctorA: ['ready'],
      doctorB: 'PT404',
      factorPassed: ['ready'],
      admin: ['ready'],
      mainAdmin: ['ready'],
    }
    it.each(callers)('of study A by %s', async (caller) => {
      const owner = String(identityOf(caller).claims.sub ?? people.admin)
      const found = await as(caller, async (stage) => {
        await prepare(stage, people.doctorA)
        // Only the caller makes the difference: the files are theirs.
        await stage.owner(`update storage.objects set owner_id = $1 where name like '%' || $2 || '%'`, [
          owner,
          folder,
        ])
        return put(stage)
      })
      expect(found).toEqual(expected[caller])
    })

    it('refuses the author of a former patient', async () => {
      const found = await as('doctorA', (stage) => put(stage, {}, studies.ofFormerDoctor))
      expect(found).toBe('rule')
    })

    it.each([deletedStudy, uuid('9009', 1), null])('knows no study %s', async (study) => {
      expect(await as('admin', (stage) => put(stage, {}, study))).toBe('PT404')
    })

    it('stores who made it and how large the file is, whatever it is told, and answers the row', async () => {
      const rows = await prepared('doctorA', async (stage) => {
        await put(stage, { made_by: people.admin, file_bytes: 1, study_id: studies.B })
        return stored(stage)
      })
      expect(rows).toEqual([
        {
          row: {
            ...preview,
            study_id: studies.A,
            made_by: people.doctorA,
            file_bytes: 146_000_000,
            made_at: expect.any(String),
          },
        },
      ])
    })

    it('is of the file that the study has now', async () => {
      const found = await prepared('doctorA', async (stage) => {
        const other = await put(stage, { source: `${folder}otro.zip` })
        await stage.owner(`update public.studies set file_url = 'https://x.test' where id = $1`, [studies.A])
        const link = await put(stage, { source: 'https://x.test' })
        await stage.owner('update public.studies set file_url = null where id = $1', [studies.A])
        return [other, link, await put(stage, { source: null })]
      })
      expect(found).toEqual(['PT400', 'PT400', 'PT400'])
    })

    it.each(
      Object.keys(files)
        .filter((path) => path !== source)
        .map((path) => path.slice(folder.length)),
    )('wants %s in the storage', async (name) => {
      const path = beside(name)
      const found = await prepared('doctorA', async (stage) => {
        await stage.owner('delete from storage.objects where name = $1', [path])
        const missing = await put(stage)
        await upload(stage, path, 100, people.admin)
        const ofOthers = await put(stage)
        await upload(stage, path, 100)
        return [missing, ofOthers, await put(stage)]
      })
      expect(found).toEqual(['PT400', 'PT400', ['ready']])
    })

    it('names again what the row names already, whoever uploaded it', async () => {
      const found = await prepared('admin', async (stage) => {
        await stage.become(identityOf('doctorA'))
        await put(stage, { state: 'partial', sheets: null })
        await stage.become(identityOf('admin'))
        const withSheetsOfOthers = await put(stage)
        for (const path of sheetPaths) await upload(stage, path, 100, people.admin)
        return [withSheetsOfOthers, await put(stage)]
      })
      expect(found).toEqual(['PT400', ['ready']])
    })

    const limits: [name: string, bytes: number][] = [
      ['miniatura.webp', pictureKinds.thumb.bytes],
      ['portada.jpg', pictureKinds.cover.bytes],
      ['indice.json', previewIndex.bytes],
      // Together with three others of 250,000 bytes.
      ['previa-1.webp', previewSheets.bytes - 750_000],
    ]
    it.each(limits)('takes %s of %i bytes and not one more', async (name, bytes) => {
      const found = await prepared('doctorA', async (stage) => {
        await upload(stage, beside(name), bytes + 1)
        const more = await put(stage)
        await upload(stage, beside(name), bytes)
        return [more, await put(stage)]
      })
      expect(found).toEqual(['PT400', ['ready']])
    })

    it('keeps a ready one of the same file and maker', async () => {
      const found = await prepared('doctorA', async (stage) => {
        const partly = [await put(stage, { state: 'partial' }), await put(stage, { state: 'partial' })]
        const ready = await put(stage)
        const again = await put(stage)
        return [...partly, ready, again, await put(stage, { maker: previewMaker + 1 })]
      })
      expect(found).toEqual([['partial'], ['partial'], ['ready'], 'PT409', ['ready']])
    })

    it('stores 600 an hour for one account', async () => {
      const found = await prepared('doctorA', async (stage) => {
        await put(stage, { state: 'partial' })
        await stage.owner(
          `update private.rate_limits set hits = 599 where bucket = 'put_study_preview' and client = $1`,
          [people.doctorA],
        )
        return [await put(stage, { state: 'partial' }), await put(stage)]
      })
      expect(found).toEqual([['partial'], 'PT429'])
    })
  })

  it('ends the preview in the moment when the study gets another file', async () => {
    const found = await prepared('doctorA', async (stage) => {
      await put(stage)
      await stage.attempt(`update public.studies set comments = 'Otra nota' where id = $1`, [studies.A])
      const kept = (await stored(stage)).length
      const changed = await stage.attempt('update public.studies set file_url = $1 where id = $2', [
        `${folder}otro.zip`,
        studies.A,
      ])
      return [kept, changed.outcome, (await stored(stage)).length, await trail(stage)]
    })
    const line = { row_id: studies.A, actor: people.doctorA, patient_id: people.patientA }
    expect(found).toEqual([
      1,
      'done',
      0,
      [
        { ...line, action: 'drop' },
        { ...line, action: 'put' },
        { ...line, action: 'drop' },
      ],
    ])
  })

  it('ends with its study', async () => {
    const found = await prepared('doctorA', async (stage) => {
      await put(stage)
      await stage.attempt('delete from public.studies where id = $1', [studies.A])
      return [await stored(stage), (await trail(stage)).at(-1)]
    })
    expect(found).toEqual([[], expect.objectContaining({ action: 'drop', patient_id: people.patientA })])
  })

  describe('drop_study_preview', () => {
    const drop = (stage: Stage, study: string | null) =>
      stage.attempt('select public.drop_study_preview($1)', [study]).then(({ outcome }) => outcome)
    const expected: Record<Caller, string> = {
      ...everyone('rule'),
      anonymous: 'no grant',
      patientB: 'PT404',
      liar: 'PT404',
      dentist: 'PT404',
      doctorA: 'done',
      doctorB: 'PT404',
      admin: 'done',
      mainAdmin: 'done',
    }
    it.each(callers)('of study A by %s', async (caller) => {
      const found = await as(caller, async (stage) => [
        await drop(stage, studies.A),
        (await stored(stage)).length,
        (await stored(stage, studies.B)).length,
        (await trail(stage)).map(({ action }) => action),
      ])
      const done = expected[caller] === 'done'
      expect(found).toEqual([expected[caller], done ? 0 : 1, 1, done ? ['drop'] : []])
    })

    it('by the author of a former patient, but not by a doctor who has none any more', async () => {
      const found = await as('doctorA', async (stage) => {
        const author = await drop(stage, studies.ofFormerDoctor)
        await stage.owner('update public.profiles set role = $1 where id = $2', ['patient', people.doctorA])
        return [author, await drop(stage, studies.A)]
      })
      expect(found).toEqual(['done', 'PT404'])
    })

    it.each([deletedStudy, null])('knows no study %s', async (study) => {
      expect(await as('admin', (stage) => drop(stage, study))).toBe('PT404')
    })
  })

  describe('studies_without_preview', () => {
    const ask = (stage: Stage, after: string | null = null, most: number | null = null, volumes = false) =>
      call(stage, 'select public.studies_without_preview($1, $2, $3) as value', [after, most, volumes])
    it.each(callers)('by %s', async (caller) => {
      const found = await as(caller, (stage) => ask(stage))
      const may = caller === 'admin' || caller === 'mainAdmin'
      expect(found).toEqual(
        may ? [expect.objectContaining({ total: 1 })] : caller === 'anonymous' ? 'no grant' : 'rule',
      )
    })

    it('lists studies with a file and without a preview of this maker, by id', async () => {
      const found = await prepared('admin', async (stage) => {
        await stage.owner('delete from public.study_previews')
        await stage.owner(`update public.studies set file_url = $1, file_name = 'otro.zip' where id = $2`, [
          `${people.patientA}/otro.zip`,
          studies.ofFactorDoctor,
        ])
        const both = await ask(stage)
        const pages = [await ask(stage, null, 1), await ask(stage, studies.A, 1)]
        await stage.become(identityOf('doctorA'))
        const states: unknown[] = []
        for (const other of [
          { state: 'partial', sheets: null, index_path: null },
          { ...bare, state: 'failed', reason: 'corrupt' },
          { ...bare, state: 'none', kind: 'document' },
          preview,
        ]) {
          await stage.become(identityOf('doctorA'))
          await put(stage, other)
          await stage.become(identityOf('admin'))
          states.push([await ask(stage), await ask(stage, null, null, true)].flat().map(missing))
        }
        await stage.owner('update public.study_previews set maker = 2')
        return { both, pages, states, older: [await ask(stage)].flat().map(missing) }
      })
      const row = (id: string, file_url: string, file_name: string) => ({
        id,
        file_url,
        file_name,
        state: null,
      })
      const a = row(studies.A, source, 'estudio.zip')
      const other = row(studies.ofFactorDoctor, `${people.patientA}/otro.zip`, 'otro.zip')
      expect(found.both).toEqual([{ total: 2, missing: 2, rows: [a, other] }])
      expect(found.pages).toEqual([
        [{ total: 2, missing: 2, rows: [a] }],
        [{ total: 2, missing: 2, rows: [other] }],
      ])
      expect(found.states).toEqual([
        [
          [1, [null]],
          [2, ['partial', null]],
        ],
        [
          [1, [null]],
          [1, [null]],
        ],
        [
          [1, [null]],
          [1, [null]],
        ],
        [
          [1, [null]],
          [1, [null]],
        ],
      ])
      expect(found.older).toEqual([[2, [null, null]]])
    })
  })

  it('the database and the browser mean the same maker', async () => {
    const [row] = await as('admin', (stage) => stage.owner('select private.preview_maker() as maker'))
    expect(row).toEqual({ maker: previewMaker })
  })
})

const missing = (answer: unknown) => {
  const { missing, rows } = Object(answer)
  return [missing, Array.from(rows, (row) => Object(row).state)]
}
