import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changedReports } from '#server/audit/signed-reports.ts'
import { verifyTrail } from '#server/audit/verify.ts'
import type { Database, Queryable } from '#server/base/database.ts'
import { checkAwaiting, checkReports } from '#server/ops/check-reports.ts'
import { openBackup, restoreBackup } from '#server/ops/restore-backup.ts'
import { writeBackup } from '#server/ops/write-backup.ts'
import { emptyDatabase, engines } from '#tests/engines.ts'
import { addenda, imagePath, keyImages, reportRowsOfWorld, reports } from './reports-stage.ts'
import { studies, useWorld } from './world.ts'

const openAll = ['reports', 'report_addenda', 'report_heads']
  .map((table) => `alter table public.${table} disable trigger user`)
  .join(';')

/** What an owner of the database who wants to change a signed text has to do. */
const forged = (where: string, table: string) => `${openAll};
  update public.${table} set signed_text = signed_text || 'x',
    content_hash = encode(sha256(convert_to(signed_text || 'x', 'UTF8')), 'hex') where ${where}`

describe.each(engines())('signed reports, read again on $name', (engine) => {
  const world = useWorld(engine, reportRowsOfWorld)

  class Undo extends Error {}
  /** Runs in a transaction that is undone. */
  async function undone<T>(run: (tx: Queryable) => Promise<T>): Promise<T> {
    let value: T | undefined
    await world()
      .transaction(async (tx) => {
        // Of the world the addendum was signed as it was inserted.
        value = await run(tx)
        throw new Undo()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error
      })
    return value as T
  }
  const all = async (tx: Queryable) => {
    const found: string[] = []
    for await (const finding of changedReports(tx)) found.push(finding)
    return found
  }

  it('are as they were signed', async () => {
    expect(await undone(all)).toEqual([])
  })

  it.each([
    [
      'a report',
      forged(`id = '${reports.A}'`, 'reports'),
      ['El informe INF-000001 no es lo que dice la línea de su firma.'],
    ],
    [
      'an addendum',
      forged(`id = '${addenda.signed}'`, 'report_addenda'),
      ['La adenda 1 del informe INF-000001 no es lo que dice la línea de su firma.'],
    ],
    [
      'a text whose check was taken away',
      `${openAll}; alter table public.reports drop constraint reports_hash_fits;
       update public.reports set signed_text = 'Otro' where id = '${reports.A}'`,
      ['El informe INF-000001 no es lo que se firmó.'],
    ],
    [
      'a line of the trail',
      `alter table private.audit_log disable trigger user;
       delete from private.audit_log where action = 'sign' and row_id = '${reports.ofFormerDoctor}'`,
      ['El informe INF-000007 no tiene la línea de su firma en la bitácora.'],
    ],
    [
      'an addendum that is gone',
      `${openAll}; delete from public.report_addenda where id = '${addenda.signed}'`,
      [expect.stringMatching(/^Falta lo que se firmó según la fila \d+\.$/)],
    ],
  ])('name %s that was changed', async (_, change, expected) => {
    const found = await undone(async (tx) => {
      for (const statement of change.split(';')) await tx.query(statement)
      return all(tx)
    })
    expect(found).toEqual(expected)
  })

  describe('by the doctor', () => {
    let folder = ''
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'indice-reports-'))
    })
    afterAll(() => rm(folder, { recursive: true }))
    const check = (words: string | undefined, change = 'select 1') =>
      undone(async (tx) => {
        const { rows } = await tx.query<{ id: string }>(
          `update storage.objects set version = $2 where name = $1 returning id::text`,
          [imagePath('own'), 'v1'],
        )
        await tx.query('alter table storage.objects disable trigger user')
        await tx.query('alter table public.report_images disable trigger user')
        await tx.query(`update public.report_images set sha256 = $1 where report_id = $2`, [
          createHash('sha256').update('Imagen').digest('hex'),
          reports.A,
        ])
        await tx.query(`delete from public.report_images where report_id <> $1`, [reports.A])
        await tx.query(`update storage.objects set version = 'v1' where name = $1`, [imagePath('A')])
        const file = join(folder, 'files', 'study_files', keyImages.A, 'v1')
        await mkdir(dirname(file), { recursive: true })
        if (words === undefined) await rm(file, { force: true })
        else await writeFile(file, words)
        expect(rows).toHaveLength(1)
        for (const statement of change.split(';')) await tx.query(statement)
        const found = await checkReports(tx as Database, folder)
        return found.map(({ level, text }) => `${level}: ${text}`)
      })

    it.each([
      ['Imagen', 'ok: Informes firmados: sin cambios.'],
      ['Otra', 'problem: La imagen 1 del informe INF-000001 no es la que se firmó.'],
      [undefined, 'problem: Falta la imagen 1 del informe INF-000001.'],
    ])('the bytes %s of a picture: %s', async (words, expected) => {
      expect(await check(words)).toEqual([expected])
    })

    it('names a report whose text is another one', async () => {
      expect(await check('Imagen', forged(`id = '${reports.A}'`, 'reports'))).toEqual([
        'problem: El informe INF-000001 no es lo que dice la línea de su firma.',
      ])
    })
  })

  it.each([
    ['lacks', 'delete from public.awaiting_reports where study_id = $1'],
    ['lists in vain', 'update public.studies set report_needed = false where id = $1'],
    ['lists at another hour', 'update public.awaiting_reports set created_at = now() where study_id = $1'],
  ])('npm run doctor names a study that the list of what waits %s', async (_, sql) => {
    const found = await undone(async (tx) => {
      const told: string[] = []
      const check = async () => told.push((await checkAwaiting(tx)).text)
      await tx.query('update public.studies set report_needed = true where id = $1', [studies.ofClosedDoctor])
      await check()
      await tx.query('alter table public.studies disable trigger user')
      await tx.query(sql, [studies.ofClosedDoctor])
      await check()
      await tx.query('select private.note_awaiting(id) from public.studies')
      await check()
      return told
    })
    const whole = 'Estudios por interpretar: completos.'
    expect(found).toEqual([whole, 'Estudios por interpretar: la lista no coincide en 1.', whole])
  })

  it('come back from a backup as they were, also one that replaces a later one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'indice-reports-'))
    const file = join(folder, 'clinic.tar.gz')
    const waiting = '00000000-0000-4000-0000-000000000002'
    const empty = await emptyDatabase(engine)
    const kept = `select (select jsonb_agg(r order by r.id) from public.reports r) as reports,
      (select jsonb_agg(a order by a.id) from public.report_addenda a) as addenda,
      (select jsonb_agg(h order by h.report_id) from public.report_heads h) as heads,
      (select jsonb_agg(i order by i.report_id) from public.report_images i) as images,
      (select jsonb_agg(k order by k.id) from public.key_images k) as key_images,
      (select jsonb_agg(m order by m.id) from public.study_marks m) as marks,
      (select jsonb_agg(p order by p.study_id) from public.study_previews p) as previews,
      (select jsonb_agg(t order by t.id) from public.report_templates t) as templates,
      (select jsonb_agg(p order by p.id) from public.report_phrases p) as phrases,
      (select jsonb_agg(d order by d.study_id, d.author_id) from public.study_desks d) as desks,
      (select jsonb_agg(p order by p.id) from public.viewer_presets p) as presets,
      (select jsonb_agg(s order by s::text) from public.study_seen s) as seen,
      (select jsonb_agg(a order by a.study_id) from public.awaiting_reports a) as awaiting,
      (select jsonb_agg(d order by d.id) from private.discarded_reports d) as discarded,
      (select jsonb_agg(n order by n.id) from public.messages n where n.kind = 'resultado') as notices`
    try {
      // Before the one that it replaces, in the order of ids.
      await world().query(
        `insert into public.reports (id, study_id, patient_id, author_id, replaces)
         select '00000000-0000-4000-0000-000000000001', r.study_id, r.patient_id, r.author_id, r.id
         from public.reports r where r.id = $1`,
        [reports.ofClosedDoctor],
      )
      await world().query(
        `insert into private.discarded_reports (id, report, study_id, patient_id, author_id)
         select gen_random_uuid(), to_jsonb(r), r.study_id, r.patient_id, r.author_id from public.reports r where r.id = $1`,
        [reports.A],
      )
      await world().query(
        `insert into public.studies (id, patient_id, doctor_id, study_date, file_url, report_needed)
         select '${waiting}', patient_id, doctor_id, study_date, 'https://archivos.test/1', true from public.studies
         where id = '${studies.A}'`,
      )
      await world().query(
        `insert into public.messages (kind, channel, patient_id, study_id, key)
         select 'resultado', 'correo', patient_id, id, 'resultado study_ready ' || id from public.studies`,
      )
      const { rows: before } = await world().query(kept)
      // Nothing is shown to be kept of a table without rows.
      expect(Object.entries(before[0] ?? {}).filter(([, rows]) => rows === null)).toEqual([])
      // The rows of the world name files that nobody uploaded.
      await writeBackup({
        ...{
          database: world(),
          dataDir: folder,
          file,
          version: '0.0.0',
          now: new Date(),
          withSecrets: false,
        },
        onLine: () => {},
      })
      const dataDir = join(folder, 'restored')
      await mkdir(dataDir)
      const { database } = empty
      await restoreBackup({ database, dataDir, file, backup: await openBackup(file), onLine: () => {} })
      expect((await database.query(kept)).rows).toEqual(before)
      expect(await all(database)).toEqual([])
      await expect(
        database.query(`update public.reports set impression = 'Otra' where id = $1`, [reports.A]),
      ).rejects.toThrow('Un informe firmado no se modifica ni se borra.')
      // What `npm run audit:verify` runs finds a letter that was changed here.
      const found: string[] = []
      const verify = () =>
        verifyTrail({ database, notes: join(folder, 'notes.log'), tell: (finding) => found.push(finding) })
      await verify()
      expect(found).toEqual([])
      await database.exec(forged(`id = '${reports.A}'`, 'reports'))
      await verify()
      expect(found).toEqual(['El informe INF-000001 no es lo que dice la línea de su firma.'])
    } finally {
      await world().query(`delete from public.reports where id = '00000000-0000-4000-0000-000000000001'`)
      await world().query(`delete from public.studies where id = '${waiting}'`)
      await empty.dispose()
      await rm(folder, { recursive: true })
    }
  })
})
