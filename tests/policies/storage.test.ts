import { describe, expect, it } from 'vitest'
import { previewFiles } from '#domain/study-preview.ts'
import { engines } from '#tests/engines.ts'
import {
  everyone,
  insertOf,
  itDeletes,
  itInserts,
  itShows,
  itTouchesBlindly,
  itUpdates,
  withoutAnyRights,
} from './matrix.ts'
import { type Caller, callers, identityOf, type Person, people, serviceRole } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { fileIds, pathOf, photoIds, shares, studies, studyFiles, useWorld } from './world.ts'

type File = keyof typeof studyFiles

const files = { table: 'storage.objects', rows: fileIds, only: `bucket_id = 'study_files'` }
const photos = { table: 'storage.objects', rows: photoIds, only: `bucket_id = 'profile_photos'` }

const reachable = (Object.keys(studyFiles) as File[]).filter((name) => name !== 'archived')
/** An administrator may replace it: no study names it. */
const loose = reachable.filter((name) => name !== 'named')
const ofPatientA = reachable.filter((name) => studyFiles[name][0] === 'patientA')
const uploadsOfDoctorA: File[] = ['free', 'ofNewPatient', 'ofClosedPatient']

const openPhotos = (Object.keys(people) as Person[]).filter((name) => !name.startsWith('closed'))
const ofDoctors: Person[] = ['doctorA', 'doctorB', 'factorDoctor', 'admin', 'mainAdmin', 'newAdmin']

/** Other values for the columns that rules read, and one of the others; a new name stays in the folder. */
const values = {
  bucket_id: `case bucket_id when 'study_files' then 'profile_photos' else 'study_files' end`,
  name: `name || '.bis'`,
  owner_id: `'otro'`,
  metadata: `'{"size": 2}'`,
}
const alike = ['id', 'owner', 'user_metadata', 'version', 'created_at', 'updated_at', 'last_accessed_at']
const columns = Object.keys(values)
const but = (...refused: string[]) => columns.filter((column) => !refused.includes(column))

const upload = (bucket: string, name: string) => ({ bucket_id: `'${bucket}'`, name: `'${name}'` })
const study = (patient: Person, name = 'nuevo.zip') => upload('study_files', `${people[patient]}/${name}`)
const copy = (path = '00000000-0000-4000-9009-000000000008/sin-datos.zip') =>
  upload('study_files', `copias/${path}`)
const photo = (person: Person) => upload('profile_photos', `${people[person]}/nueva.jpg`)

describe.each(engines())('storage on $name', (engine) => {
  const world = useWorld(engine)

  describe('study_files', () => {
    itShows(world, files, {
      anonymous: [],
      patientA: ofPatientA,
      patientB: ['B', 'byFormerDoctor'],
      liar: ['B', 'byFormerDoctor'],
      doctorA: [...ofPatientA, 'ofNewPatient', 'ofClosedPatient'],
      doctorB: ['B', 'byFormerDoctor'],
      factorPassed: ofPatientA,
      admin: reachable,
      mainAdmin: reachable,
      dentist: [],
      ...withoutAnyRights([]),
    })

    itInserts(world, 'storage.objects', [
      ...callers.map((caller): [Caller, string, Record<string, string>, string] => [
        caller,
        'into the folder of patient A',
        study('patientA'),
        ['doctorA', 'factorPassed', 'admin', 'mainAdmin'].includes(caller) ? 'done' : 'policy',
      ]),
      ...callers.map((caller): [Caller, string, Record<string, string>, string] => [
        caller,
        'into the folder of patient B',
        study('patientB'),
        ['doctorB', 'admin', 'mainAdmin'].includes(caller) ? 'done' : 'policy',
      ]),
      ...callers.map((caller): [Caller, string, Record<string, string>, string] => [
        caller,
        'among the copies without identity',
        copy(),
        ['doctorA', 'doctorB', 'factorPassed', 'admin', 'mainAdmin'].includes(caller) ? 'done' : 'policy',
      ]),
      ...[
        'sin-datos.zip',
        '00000000-0000-4000-9009-000000000008/otro.zip',
        '00000000-0000-4000-9009-000000000008/mas/sin-datos.zip',
        'ana/sin-datos.zip',
      ].map((path): [Caller, string, Record<string, string>, string] => [
        'doctorA',
        'among the copies with a name that tells something',
        copy(path),
        'policy',
      ]),
      [
        'doctorA',
        'among the photos with the name of a copy',
        upload('profile_photos', 'copias/00000000-0000-4000-9009-000000000008/sin-datos.zip'),
        'policy',
      ],
      ['newPatient', 'into their own folder', study('newPatient'), 'policy'],
      ['closedPatient', 'into their own folder', study('closedPatient'), 'policy'],
      ['doctorA', 'into their own folder', study('doctorA'), 'policy'],
      ['doctorA', 'beside the folders', upload('study_files', 'suelto.zip'), 'policy'],
      ['doctorA', 'with the folder as its name', upload('study_files', people.patientA), 'policy'],
      ['doctorA', 'below a made-up folder', upload('study_files', `x/${people.patientA}/a.zip`), 'policy'],
      ['doctorA', 'where a file is', study('patientA', 'libre.zip'), '23505'],
      ['doctorA', 'where a deleted study had its file', study('patientA', 'borrado.zip'), 'policy'],
      ['admin', 'where a deleted study had its file', study('patientA', 'borrado.zip'), 'policy'],
      ['doctorA', 'into a bucket that is not there', upload('otro', `${people.patientA}/a.zip`), 'policy'],
    ])

    const doctorA = Object.fromEntries(
      uploadsOfDoctorA.map((name) => [
        name,
        { done: but('bucket_id', 'owner_id'), policy: ['bucket_id', 'owner_id'] },
      ]),
    )
    const byAdmin = Object.fromEntries(
      loose.map((name) => [name, { done: but('bucket_id'), policy: ['bucket_id'] }]),
    )
    itUpdates(world, {
      ...files,
      values,
      alike,
      granted: columns,
      may: {
        anonymous: {},
        patientA: {},
        patientB: {},
        liar: {},
        // An own upload in the folder of somebody who is not linked any more: seen by nobody but admins.
        doctorA,
        doctorB: { B: { done: but('bucket_id', 'owner_id'), policy: ['bucket_id', 'owner_id'] } },
        factorPassed: {
          byFactorDoctor: { done: but('bucket_id', 'owner_id'), policy: ['bucket_id', 'owner_id'] },
        },
        admin: byAdmin,
        mainAdmin: byAdmin,
        dentist: {},
        ...withoutAnyRights({}),
      },
    })

    itDeletes(world, files, {
      anonymous: [],
      patientA: [],
      patientB: [],
      liar: [],
      doctorA: uploadsOfDoctorA,
      doctorB: ['B'],
      factorPassed: ['byFactorDoctor'],
      admin: loose,
      mainAdmin: loose,
      dentist: [],
      ...withoutAnyRights([]),
    })

    it('a copy without identity is read by the doctor who uploaded it, and by administrators', async () => {
      const seen: Caller[] = []
      for (const caller of callers)
        await rehearse(world(), identityOf(caller), async (stage) => {
          await stage.owner(
            `insert into storage.objects (bucket_id, name, owner_id)
             values ('study_files', ${copy().name}, $1), ('study_files', 'copias/a.zip', $1)`,
            [people.doctorA],
          )
          const { rows } = await stage.attempt(`select name from storage.objects where name ^@ 'copias/'`)
          if (rows.some(({ name }) => String(name).endsWith('sin-datos.zip'))) seen.push(caller)
          expect(rows.length, caller).toBeLessThanOrEqual(caller === 'doctorA' ? 1 : 2)
        })
      expect(seen).toEqual(['doctorA', 'admin', 'mainAdmin'])
    })

    it.each([
      ['doctorA', 'free', copy(), 'policy'],
      ['doctorA', 'free', study('patientB', 'libre2.zip'), 'policy'],
      ['doctorA', 'free', study('newPatient', 'libre2.zip'), 'done'],
      ['doctorA', 'free', study('patientA', 'borrado.zip'), 'policy'],
      ['admin', 'free', study('patientB', 'libre2.zip'), 'done'],
      ['admin', 'free', study('patientA', 'borrado.zip'), 'policy'],
    ] as const)('%s moving %s to $2: $3', async (caller, file, to, expected) => {
      const found = await rehearse(world(), identityOf(caller), (stage) =>
        stage.attempt(`update storage.objects set name = ${to.name} where id = $1`, [fileIds[file]]),
      )
      expect(found.outcome).toBe(expected)
    })

    it('keeps a file that a study names without having one from being made of another', async () => {
      const outcome = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        const promised = `${people.patientA}/prometido.zip`
        await stage.owner(
          `update public.studies set file_url = $1, file_name = 'prometido.zip' where id = $2`,
          [promised, studies.A],
        )
        const moved = await stage.attempt('update storage.objects set name = $1 where id = $2', [
          promised,
          fileIds.free,
        ])
        return moved.outcome
      })
      expect(outcome).toBe('policy')
    })

    it('keeps a copy of a deleted study from who uploaded it, and from a new one in its place', async () => {
      const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
        const { name } = copy()
        const store = `insert into storage.objects (bucket_id, name, owner_id) values ('study_files', ${name}, '${people.doctorA}')`
        const read = async () =>
          (await stage.attempt(`select from storage.objects where name = ${name}`)).outcome
        await stage.owner(store)
        const before = await read()
        await stage.owner(`update storage.objects set bucket_id = 'profile_photos' where name = ${name}`)
        const asPhoto = await read()
        await stage.owner(`update storage.objects set bucket_id = 'study_files' where name = ${name}`)
        await stage.owner(
          `update public.study_shares set study_id = null, copy_path = ${name} where id = '${shares.A}'`,
        )
        const after = await read()
        await stage.owner(`delete from storage.objects where name = ${name}`)
        return [before, asPhoto, after, (await stage.attempt(store)).outcome]
      })
      expect(found).toEqual(['done', 'nothing', 'nothing', 'policy'])
    })

    describe('what is made from the file of a study', () => {
      const inFolder = (name: string) => `${people.patientA}/uno/${name}`
      const path = inFolder('estudio.zip')
      const made = previewFiles(path).sort()
      /** A study with everything that can lie beside its file, uploaded by doctor A. */
      const withStudy = <T>(caller: Caller, run: (stage: Stage, id: string) => Promise<T>) =>
        rehearse(world(), identityOf(caller), async (stage) => {
          for (const name of [
            ...made,
            `${people.patientA}/dos/miniatura.webp`,
            `${people.patientA}/miniatura.webp`,
          ])
            await stage.owner(
              `insert into storage.objects (bucket_id, name, owner, owner_id) values ('study_files', $1, $2::uuid, $2::text)`,
              [name, people.doctorA],
            )
          const [row] = await stage.owner(
            `insert into public.studies (patient_id, doctor_id, study_date, file_url, file_name)
             values ($1, $2, '2026-01-05', $3, 'estudio.zip') returning id::text`,
            [people.patientA, people.doctorA, path],
          )
          return run(stage, String(row?.id))
        })
      const seen = async (stage: Stage) => {
        const { rows } = await stage.attempt(
          `select name from storage.objects where name ~ '(miniatura|portada|previa-|indice)' order by name`,
        )
        return rows.map(({ name }) => name)
      }
      const elsewhere = [`${people.patientA}/dos/miniatura.webp`, `${people.patientA}/miniatura.webp`]

      it.each(['patientA', 'doctorA', 'factorPassed', 'admin'] as const)(
        'is seen by %s like the file, and by nobody once the study is deleted',
        async (caller) => {
          const found = await withStudy(caller, async (stage, id) => {
            const before = await seen(stage)
            await stage.owner('delete from public.studies where id = $1', [id])
            const after = await seen(stage)
            // Without asking for names: what one may not see may not be touched either.
            await stage.attempt(`update storage.objects set metadata = '{"touched": true}'`)
            await stage.attempt('delete from storage.objects')
            const left = await stage.owner(
              'select name from storage.objects where name = any($1::text[]) and metadata is null order by name',
              [made],
            )
            return [before, after, left.map((row) => row.name)]
          })
          expect(found).toEqual([[...made, ...elsewhere].sort(), [...elsewhere].sort(), made])
        },
      )

      it.each(['patientB', 'doctorB'] as const)('is not seen by %s', async (caller) => {
        expect(await withStudy(caller, seen)).toEqual([])
      })

      it('comes back with a study that was restored', async () => {
        const found = await withStudy('patientA', async (stage, id) => {
          await stage.owner('delete from public.studies where id = $1', [id])
          await stage.owner(
            `insert into public.studies (patient_id, doctor_id, study_date, file_url, file_name)
             values ($1, $2, '2026-01-05', $3, 'estudio.zip')`,
            [people.patientA, people.doctorA, path],
          )
          return seen(stage)
        })
        expect(found).toEqual([...made, ...elsewhere].sort())
      })

      it('is not added where the file of a deleted study is', async () => {
        const found = await withStudy('doctorA', async (stage, id) => {
          await stage.owner('delete from storage.objects where name = any($1::text[])', [made])
          await stage.owner('delete from public.studies where id = $1', [id])
          const outcomes: string[] = []
          for (const name of made)
            outcomes.push(
              (await stage.attempt(insertOf('storage.objects', upload('study_files', name)))).outcome,
            )
          return outcomes
        })
        expect(new Set(found)).toEqual(new Set(['policy']))
      })

      const sheets = [1, 2, 3, 4].map((at) => inFolder(`previa-${at}.webp`))
      const named = [
        inFolder('miniatura.webp'),
        inFolder('portada.jpg'),
        inFolder('indice.json'),
        ...sheets,
      ].sort()
      const name = (stage: Stage, id: string) =>
        stage.owner(
          `insert into public.study_previews (study_id, source, state, kind, maker, thumb_path, thumb_width, thumb_height,
             cover_path, cover_width, cover_height, index_path, sheets)
           values ($1, $2, 'ready', 'volume', 1, $3, 1, 1, $4, 1, 1, $5, $6)`,
          [
            id,
            path,
            inFolder('miniatura.webp'),
            inFolder('portada.jpg'),
            inFolder('indice.json'),
            JSON.stringify({
              paths: sheets,
              size: [1, 1, 1],
              mm: [1, 1, 1],
              low: 0,
              high: 1,
              unit: null,
              columns: 8,
            }),
          ],
        )
      const remove = async (stage: Stage) => {
        const { rows } = await stage.attempt(
          'delete from storage.objects where name = any($1::text[]) returning name',
          [made],
        )
        return rows.map((row) => row.name).sort()
      }

      it.each(['doctorA', 'admin'] as const)(
        'is kept from %s while a preview names it, and free once the preview is dropped',
        async (caller) => {
          const found = await withStudy(caller, async (stage, id) => {
            await name(stage, id)
            const renamed = await stage.attempt(
              `update storage.objects set name = name || '.bis' where name = any($1::text[])`,
              [named],
            )
            const loose = await remove(stage)
            await stage.attempt('select public.drop_study_preview($1)', [id])
            return [renamed.outcome, loose, await remove(stage)]
          })
          expect(found).toEqual(['nothing', made.filter((one) => !named.includes(one)), named])
        },
      )

      it.each(['patientA', 'doctorB', 'factorPassed'] as const)(
        'is removed by nobody else: %s',
        async (caller) => {
          expect(await withStudy(caller, remove)).toEqual([])
        },
      )
    })

    it('gives back the file of a study that was restored', async () => {
      const seen = await rehearse(world(), identityOf('patientA'), async (stage) => {
        await stage.owner(
          `insert into public.studies (patient_id, doctor_id, study_date, file_url, file_name)
           values ($1, $2, '2026-01-05', $3, 'borrado.zip')`,
          [people.patientA, people.doctorA, pathOf('archived')],
        )
        return stage.attempt('select id from storage.objects where id = $1', [fileIds.archived])
      })
      expect(seen.outcome).toBe('done')
    })
  })

  describe('profile_photos', () => {
    itShows(world, photos, {
      anonymous: [],
      patientA: ['patientA', 'doctorA', 'factorDoctor'],
      patientB: ['patientB', 'doctorB'],
      liar: ['patientB', 'doctorB'],
      doctorA: ['patientA', 'newPatient', ...ofDoctors],
      doctorB: ['patientB', ...ofDoctors],
      factorPassed: ['patientA', ...ofDoctors],
      admin: openPhotos,
      mainAdmin: openPhotos,
      dentist: ['dentist'],
      ...withoutAnyRights([]),
    })

    itInserts(world, 'storage.objects', [
      ['anonymous', 'a photo', photo('patientA'), 'policy'],
      ['patientA', 'their own photo', photo('patientA'), 'done'],
      ['patientA', 'a photo of their doctor', photo('doctorA'), 'policy'],
      ['patientB', 'their own photo', photo('patientB'), 'done'],
      ['liar', 'a photo of patient A', photo('patientA'), 'policy'],
      ['doctorA', 'their own photo', photo('doctorA'), 'done'],
      ['doctorA', 'a photo of their patient', photo('patientA'), 'policy'],
      ['doctorB', 'their own photo', photo('doctorB'), 'done'],
      ['factorPassed', 'their own photo', photo('factorDoctor'), 'done'],
      ['factorDue', 'their own photo', photo('factorDoctor'), 'policy'],
      ['admin', 'their own photo', photo('admin'), 'done'],
      ['admin', 'a photo of somebody', photo('patientA'), 'policy'],
      ['mainAdmin', 'a photo of somebody', photo('patientA'), 'policy'],
      ['newPatient', 'their own photo', photo('newPatient'), 'policy'],
      ['newAdmin', 'their own photo', photo('newAdmin'), 'policy'],
      ['closedPatient', 'their own photo', photo('closedPatient'), 'policy'],
      ['closedDoctor', 'their own photo', photo('closedDoctor'), 'policy'],
      ['erased', 'a photo', photo('patientA'), 'policy'],
      ['patientA', 'beside the folders', upload('profile_photos', 'suelta.jpg'), 'policy'],
    ])

    describe('ten a day', () => {
      const words = 'Ya cambiaste tu foto 10 veces en un día. Inténtalo de nuevo mañana.'
      const add = (stage: Stage, person: Person, name: string) =>
        stage.attempt(
          `insert into storage.objects (bucket_id, name, owner_id) values ('profile_photos', $1, $2)`,
          [`${people[person]}/${name}`, people[person]],
        )
      /** Lines in the trail for that many photos. */
      const told = (stage: Stage, person: Person, many: number, ago: string) =>
        stage.owner(
          `insert into private.audit_log (at, actor, actor_role, action, subject, row_id)
           select now() - $2::interval, $1::uuid, 'authenticated', 'upload', 'profile_photos', gen_random_uuid()::text
           from generate_series(1, $3::int)`,
          [people[person], ago, many],
        )

      it('the eleventh is refused in words for people, also when the others were deleted', async () => {
        const found = await rehearse(world(), identityOf('patientA'), async (stage) => {
          const outcomes: string[] = []
          for (let i = 0; i < 10; i++) {
            outcomes.push((await add(stage, 'patientA', `${i}.jpg`)).outcome)
            await stage.attempt(`delete from storage.objects where name like '%/' || $1::text`, [`${i}.jpg`])
          }
          const { outcome, message } = await add(stage, 'patientA', 'otra.jpg')
          return { outcomes, outcome, message }
        })
        expect(found.outcomes).toEqual(Array(10).fill('done'))
        expect([found.outcome, JSON.parse(found.message ?? '').message]).toEqual(['PT429', words])
      })

      it('counts what was replaced, and the next day begins anew', async () => {
        const found = await rehearse(world(), identityOf('patientA'), async (stage) => {
          await told(stage, 'patientA', 30, '25 hours')
          await told(stage, 'patientA', 9, '23 hours')
          const replace = () =>
            stage.attempt(`update storage.objects set version = gen_random_uuid()::text where id = $1`, [
              photoIds.patientA,
            ])
          return [(await replace()).outcome, (await replace()).outcome]
        })
        expect(found).toEqual(['done', 'PT429'])
      })

      it.each([
        ['23 hours', 'PT429'],
        ['25 hours', 'done'],
      ])('counts photos of %s ago where the trail does not say who added them: %s', async (ago, expected) => {
        const found = await rehearse(world(), identityOf('patientA'), async (stage) => {
          // Without claims: otherwise the trail would name the patient.
          await stage.become('owner')
          await stage.owner(
            `insert into storage.objects (bucket_id, name, created_at)
             select 'profile_photos', $1::text || '/' || n || '.jpg', now() - $2::interval from generate_series(1, 10) n`,
            [people.patientA, ago],
          )
          await stage.become(identityOf('patientA'))
          return (await add(stage, 'patientA', 'otra.jpg')).outcome
        })
        expect(found).toBe(expected)
      })

      it('counts for its owner alone, and keeps nobody from uploading files of studies', async () => {
        const found = await rehearse(world(), identityOf('doctorA'), async (stage) => {
          await told(stage, 'doctorA', 10, '1 hour')
          const study = await stage.attempt(
            `insert into storage.objects (bucket_id, name) values ('study_files', $1)`,
            [`${people.patientA}/placa.zip`],
          )
          const replaced = await stage.attempt(`update storage.objects set version = 'x' where id = $1`, [
            fileIds.free,
          ])
          await stage.become(identityOf('patientA'))
          return [study.outcome, replaced.outcome, (await add(stage, 'patientA', 'otra.jpg')).outcome]
        })
        expect(found).toEqual(['done', 'done', 'done'])
      })
    })

    const own = { done: but('bucket_id'), policy: ['bucket_id'] }
    itUpdates(world, {
      ...photos,
      values,
      alike,
      granted: columns,
      may: {
        anonymous: {},
        patientA: { patientA: own },
        patientB: { patientB: own },
        liar: { patientB: own },
        doctorA: { doctorA: own },
        doctorB: { doctorB: own },
        factorPassed: { factorDoctor: own },
        // Administrators add to study_files anywhere, so also where their photo was.
        admin: { admin: { done: columns } },
        mainAdmin: { mainAdmin: { done: columns } },
        dentist: { dentist: own },
        ...withoutAnyRights({}),
      },
    })

    itDeletes(world, photos, {
      anonymous: [],
      patientA: ['patientA'],
      patientB: ['patientB'],
      liar: ['patientB'],
      doctorA: ['doctorA'],
      doctorB: ['doctorB'],
      factorPassed: ['factorDoctor'],
      admin: ['admin'],
      mainAdmin: ['mainAdmin'],
      dentist: ['dentist'],
      ...withoutAnyRights([]),
    })

    it('lets nobody smuggle a photo into the studies of somebody', async () => {
      const found = await rehearse(world(), identityOf('patientA'), (stage) =>
        stage.attempt(`update storage.objects set bucket_id = 'study_files', name = $1 where id = $2`, [
          `${people.patientA}/estudio-falso.zip`,
          photoIds.patientA,
        ]),
      )
      expect(found.outcome).toBe('policy')
    })
  })

  describe('without a condition', () => {
    // No column is named, so read policies do not narrow it.
    const objects = { table: 'storage.objects', rows: { ...fileIds, ...photoIds } }
    const touched: Record<Caller, (File | Person)[]> = {
      anonymous: [],
      patientA: ['patientA'],
      patientB: ['patientB'],
      liar: ['patientB'],
      doctorA: [...uploadsOfDoctorA, 'byFormerDoctor', 'doctorA'],
      doctorB: ['B', 'doctorB'],
      factorPassed: ['byFactorDoctor', 'factorDoctor'],
      admin: [...loose, 'admin'],
      mainAdmin: [...loose, 'mainAdmin'],
      dentist: ['dentist'],
      ...withoutAnyRights([]),
    }
    itTouchesBlindly(world, objects, 'delete from storage.objects', touched)
    itTouchesBlindly(world, objects, `update storage.objects set metadata = '{"size": 2}'`, {
      ...touched,
      // The patient is no longer linked: the file may be deleted, but not replaced.
      doctorA: 'policy',
    })
  })

  describe('buckets', () => {
    const buckets = {
      table: 'storage.buckets',
      rows: { study_files: 'study_files', profile_photos: 'profile_photos' },
    }
    itShows(world, buckets, everyone([]))
    itInserts(
      world,
      'storage.buckets',
      callers.map(
        (caller) =>
          [caller, 'a bucket', { id: `'nuevo'`, name: `'nuevo'`, public: 'true' }, 'policy'] as const,
      ),
    )
    itUpdates(world, {
      ...buckets,
      values: {
        id: `id || '2'`,
        name: `name || '2'`,
        owner: 'gen_random_uuid()',
        owner_id: `'x'`,
        public: 'not public',
        avif_autodetection: 'true',
        file_size_limit: '1',
        allowed_mime_types: `array['text/html']`,
        created_at: `'2020-01-01'`,
        updated_at: `'2020-01-01'`,
      },
      granted: [
        'id',
        'name',
        'owner',
        'owner_id',
        'public',
        'avif_autodetection',
        'file_size_limit',
        'allowed_mime_types',
        'created_at',
        'updated_at',
      ],
      may: everyone({}),
    })
    itDeletes(world, buckets, everyone([]))

    it('are private; photos are images of 2 MB at most', async () => {
      const { rows } = await world().query(
        'select id, public, file_size_limit::text as size, allowed_mime_types::text as types from storage.buckets order by id',
      )
      expect(rows).toEqual([
        { id: 'profile_photos', public: false, size: '2097152', types: '{image/jpeg,image/png,image/webp}' },
        { id: 'study_files', public: false, size: null, types: null },
      ])
    })
  })

  it('lets the service role past every policy, as the storage service needs', async () => {
    const found = await rehearse(world(), serviceRole, (stage) =>
      stage.attempt(insertOf('storage.objects', study('patientA'))),
    )
    expect(found.outcome).toBe('done')
  })
})
