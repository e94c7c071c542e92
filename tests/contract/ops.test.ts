import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Queryable } from '#server/base/database.ts'
import { readRecord, readScripts } from '#server/db/migrate.ts'
import { createArchive, DamagedArchiveError, readArchive } from '#server/ops/archive.ts'
import { type Contents, contentsName, rowsName } from '#server/ops/contents.ts'
import { NotEmptyError, openBackup, restoreBackup } from '#server/ops/restore-backup.ts'
import { createTally, encodeRows, readRows } from '#server/ops/rows.ts'
import { listSequences, listTables, sqlName } from '#server/ops/tables.ts'
import { type BackupReport, writeBackup } from '#server/ops/write-backup.ts'
import { emptyDatabase, engines, freshDatabase } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { rehearseAsOwner } from '../policies/rehearse.ts'

const onLine = () => {}

/** Short-lived or one-time secrets: in no backup. */
const fleeting = [
  'auth.mfa_amr_claims',
  'auth.mfa_challenges',
  'auth.one_time_tokens',
  'auth.refresh_tokens',
  'auth.sessions',
  'private.letters',
  'private.share_visits',
]
/** What an installation has of its own, and a setting that this version does not know. */
const ownSettings = ['admin_suffix', 'new_secret', 'sender_key', 'station_key', 'tracking_key']
/** Versions of one profile photo. */
const photos = { new: '00000000-0000-4000-8000-000000000001', old: '00000000-0000-4000-8000-000000000002' }
const putAsideIn = join('files', '.removed', 'profile_photos', '00000000-0000-4000-8000-000000000000')
const codes = `select count(*)::int as n from auth.users
  where concat(recovery_token, reauthentication_token) <> ''`

/** A clinic in use: somebody is signed in, and a message is on its way. */
async function openDoors(database: Database): Promise<void> {
  await database.exec(`
    insert into auth.sessions (id, user_id) select id, id from auth.users limit 1;
    insert into auth.refresh_tokens (token, user_id, session_id) select 'digest', id::text, id from auth.sessions;
    insert into auth.mfa_amr_claims (session_id, authentication_method) select id, 'password' from auth.sessions;
    insert into auth.mfa_factors (id, user_id, factor_type) select id, user_id, 'totp' from auth.sessions;
    insert into auth.mfa_challenges (factor_id, ip_address) select id, '192.0.2.1' from auth.mfa_factors;
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
      select user_id, 'recovery_token', 'digest', 'a@b.test' from auth.sessions;
    insert into private.app_settings (key, value) values ('new_secret', 'of a later version'), ('agenda', '{"notice_hours": 7}');
    update auth.users set recovery_token = 'digest', reauthentication_token = 'digest'
      where id in (select user_id from auth.sessions);
    insert into public.messages (kind, channel, cita_id, patient_id, key)
      select 'cita_nueva', 'correo', id, patient_id, 'waits' from public.citas
      where status = 'pendiente' and patient_id is not null and appointment_date > current_date + 2 limit 1;
    select private.queue_letter(email, 'recovery', 'sealed', now() + interval '1 hour') from auth.users
      where id in (select user_id from auth.sessions);`)
}

/** What becomes of messages when a server of the clinic asks for those that are due, some hours after now. */
function messagesLater(database: Database, hours: number) {
  return rehearseAsOwner(database, async (stage) => {
    await stage.owner(
      `insert into private.app_settings (key, value) values ('mail', 'on')
       on conflict (key) do update set value = excluded.value`,
    )
    await stage.owner(`select from private.take_messages(20, now() + $1 * interval '1 hour')`, [hours])
    return stage.owner(`select state, problem from public.messages where key = 'waits'`)
  })
}

/** A table of earlier versions: news that went out, that wait, and that were given up. */
const formerNews = `
  insert into private.prepared_accounts (id, email, full_name, role) values
    ('00000000-0000-4000-8000-000000000011', 'ana@correo.test', 'Ana Paz', 'patient'),
    ('00000000-0000-4000-8000-000000000012', 'doctora@correo.test', 'Dra. Luz Paz', 'doctor');
  insert into auth.users (id, email) values
    ('00000000-0000-4000-8000-000000000011', 'ana@correo.test'),
    ('00000000-0000-4000-8000-000000000012', 'doctora@correo.test');
  insert into public.studies (patient_id, doctor_id, study_type, study_date)
    select p.id, d.id, 'Escaneo Intraoral', '2026-01-05' from auth.users p, auth.users d
    where p.email like 'ana@%' and d.email like 'doctora@%';
  create table private.notices_due (
    id uuid primary key default gen_random_uuid(), kind text, person_id uuid, study_id uuid, due_at timestamptz,
    created_at timestamptz default now(), taken_at timestamptz, sent_at timestamptz, tries integer, error text
  );
  insert into private.notices_due (kind, person_id, study_id, due_at, sent_at, tries)
    select n.kind, s.patient_id, s.id, now(), n.sent_at, n.tries from public.studies s, (values
      ('study_ready', now(), 1), ('report_ready', null, 0), ('report_addendum', null, 5)
    ) n (kind, sent_at, tries);`

/** How far the orders of all dentists are, and what they receive. Codes are each installation's own. */
async function ordersOf(database: Queryable): Promise<Record<string, unknown>[]> {
  const { rows } = await database.query<{ line: Record<string, unknown> }>(
    `select line - 'code' as line from public.dentists d, private.orders_of(d.id) line order by (line - 'code')::text collate "C"`,
  )
  return rows.map(({ line }) => line)
}

async function settingsOf(database: Queryable): Promise<Record<string, string>> {
  const { rows } = await database.query<{ key: string; value: string }>(
    'select key, value from private.app_settings order by key',
  )
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

async function countRows(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await listTables(database)) {
    if (fleeting.includes(name)) continue
    const { rows } = await database.query<{ n: number }>(`select count(*)::int as n from ${sqlName(name)}`)
    counts[name] = rows[0]?.n ?? -1
  }
  return counts
}

async function hashFiles(dataDir: string): Promise<Record<string, string>> {
  const folder = join(dataDir, 'files')
  const names = (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith('.incoming'))
  const hashes: Record<string, string> = {}
  for (const name of names) {
    if (!(await stat(join(folder, name))).isFile()) continue
    hashes[name] = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')
  }
  return hashes
}

describe.each(engines())('a backup from $name', (engine) => {
  let product: TestProduct
  let folder: string
  let file: string
  let report: BackupReport
  let counts: Record<string, number>
  let hashes: Record<string, string>

  beforeAll(async () => {
    product = await startTestProduct({ engine, demo: true })
    folder = await mkdtemp(join(tmpdir(), 'indice-backup-'))
    file = join(folder, 'clinic.tar.gz')
    await writeFile(join(product.dataDir, 'clinic.json'), '{"name":"Clínica de prueba"}')
    await mkdir(join(product.dataDir, 'img'))
    await writeFile(join(product.dataDir, 'img', 'mano.jpg'), 'image')
    await removeOneStudy(product)
    await openDoors(product.database)
    counts = await countRows(product.database)
    await putAside(product, photos.new, new Date())
    hashes = await hashFiles(product.dataDir)
    await putAside(product, photos.old, new Date(Date.now() - 31 * 24 * 60 * 60 * 1000))
    report = await writeBackup(optionsFor(product, file))
  })
  afterAll(async () => {
    await product.stop()
    await rm(folder, { recursive: true })
  })

  it('is one closed file with everything and without the keys', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(report.missing).toEqual([])
    expect(report.files).toBe(Object.keys(hashes).length)
    const own = ownSettings.length
    expect(report.rows).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0) - own)
    const { contents } = await openBackup(file)
    expect(contents.parts.map(({ name }) => name)).toContain('clinic.json')
    expect(contents.parts.map(({ name }) => name)).not.toContain('keys.json')
    expect(await readdir(folder)).toEqual(['clinic.tar.gz'])
  })

  it('carries no secret of the installation, nor a setting that nobody knows', async () => {
    let text = ''
    await readArchive(file, async (name, content) => {
      for await (const chunk of content)
        if (name.startsWith('rows/private.app_settings/')) text += Buffer.from(chunk).toString('utf8')
    })
    const settings = await settingsOf(product.database)
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(ownSettings))
    const carried = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)[0])
    expect([...carried, ...ownSettings].sort()).toEqual(Object.keys(settings))
  })

  it('keeps no session and no one-time code, and one that does gives none back', async () => {
    const { contents } = await openBackup(file)
    const kept = contents.tables.map(({ name }) => name)
    expect(kept.filter((name) => fleeting.includes(name))).toEqual([])
    expect((await product.database.query(codes)).rows).toEqual([{ n: 1 }])
    const old = join(folder, 'old.tar.gz')
    const dataDir = await mkdtemp(join(tmpdir(), 'indice-old-'))
    const fresh = await emptyDatabase(engine)
    try {
      await asBefore(product.database, file, old)
      const { database } = fresh
      await restoreBackup({ database, dataDir, file: old, backup: await openBackup(old), onLine })
      for (const name of fleeting)
        expect((await database.query(`select 1 as one from ${sqlName(name)}`)).rows, name).toEqual([])
      expect((await database.query(codes)).rows).toEqual([{ n: 0 }])
      await hasOwnSettings(database, product.database)
    } finally {
      await fresh.dispose()
      await rm(dataDir, { recursive: true })
      await rm(old)
    }
  })

  it('keeps profile photos that were put aside for 30 days, and no longer', async () => {
    const { contents } = await openBackup(file)
    const names = contents.parts
      .map(({ name }) => name)
      .filter((name) => name.includes('.removed/profile_photos'))
    const kept = `${putAsideIn}/${photos.new}`
    expect(names.sort()).toEqual([kept, `${kept}.json`])
  })

  it('is never written over another file', async () => {
    await expect(writeBackup(optionsFor(product, file))).rejects.toThrow('ya existe')
  })

  describe.each(engines())('restored on $name', (target) => {
    it('gives back the same rows, counters and files, the rules work, and nothing late is sent', async () => {
      const fresh = await emptyDatabase(target)
      const dataDir = await mkdtemp(join(tmpdir(), 'indice-restored-'))
      try {
        const { database } = fresh
        await restoreBackup({ database, dataDir, file, backup: await openBackup(file), onLine })
        const lost = { 'private.app_settings': (counts['private.app_settings'] ?? 0) - 1 }
        expect(await countRows(database)).toEqual({ ...counts, ...lost })
        await hasOwnSettings(database, product.database)
        expect((await database.query(codes)).rows).toEqual([{ n: 0 }])
        expect(await hashFiles(dataDir)).toEqual(hashes)
        expect(await listSequences(database)).toEqual(await listSequences(product.database))
        expect(await readFile(join(dataDir, 'clinic.json'), 'utf8')).toContain('Clínica de prueba')
        expect(await readFile(join(dataDir, 'img', 'mano.jpg'), 'utf8')).toBe('image')
        const lines = await ordersOf(database)
        expect(lines).toEqual(await ordersOf(product.database))
        expect(new Set(lines.map(({ state }) => state)).size).toBe(7)
        for (const name of ['cita_links', 'cita_events', 'messages', 'clinic_hours', 'clinic_closures'])
          expect(counts[`public.${name}`], name).toBeGreaterThan(0)
        expect(await messagesLater(database, 5)).toEqual([{ state: 'enviando', problem: null }])
        expect(await messagesLater(database, 7)).toEqual([{ state: 'omitido', problem: 'tarde' }])
        await expect(database.query('update public.invoices set total_amount = 1')).rejects.toThrow(
          'Una factura no se modifica',
        )
        const again = restoreBackup({
          database,
          dataDir: folder,
          file,
          backup: await openBackup(file),
          onLine,
        })
        await expect(again).rejects.toBeInstanceOf(NotEmptyError)
        await expect(again).rejects.toThrow('base vacía')
      } finally {
        await fresh.dispose()
        await rm(dataDir, { recursive: true })
      }
    })
  })

  it('is not restored over uploaded files', async () => {
    const fresh = await emptyDatabase(engine)
    const { database } = fresh
    try {
      const restoring = restoreBackup({
        database,
        dataDir: product.dataDir,
        file,
        backup: await openBackup(file),
        onLine,
      })
      await expect(restoring).rejects.toBeInstanceOf(NotEmptyError)
    } finally {
      await fresh.dispose()
    }
  })

  it('is refused when it is damaged or cut off', async () => {
    const bytes = await readFile(file)
    const damaged = join(folder, 'damaged.tar.gz')
    for (const at of [20, Math.floor(bytes.length / 2), bytes.length - 6]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      await writeFile(damaged, changed)
      await expect(openBackup(damaged)).rejects.toBeInstanceOf(DamagedArchiveError)
    }
    await writeFile(damaged, bytes)
    await truncate(damaged, Math.floor(bytes.length * 0.7))
    await expect(openBackup(damaged)).rejects.toBeInstanceOf(DamagedArchiveError)
    await writeFile(damaged, 'no es un respaldo')
    await expect(openBackup(damaged)).rejects.toBeInstanceOf(DamagedArchiveError)
    await rm(damaged)
  })

  it('is refused when a part was exchanged or left out, however well it is packed', async () => {
    const forged = join(folder, 'forged.tar.gz')
    const wrongs: ((name: string, content: string) => string | undefined)[] = [
      (name, content) =>
        name.startsWith('rows/public.invoices/') ? content.replace('Efectivo', 'Otro') : content,
      (name, content) => (name.startsWith('rows/public.invoices/') ? undefined : content),
    ]
    for (const wrong of wrongs) {
      const archive = await createArchive(forged)
      await readArchive(file, async (name, content) => {
        const chunks: Uint8Array[] = []
        for await (const chunk of content) chunks.push(chunk)
        const bytes = Buffer.concat(chunks)
        const kept = name.startsWith('rows/') ? wrong(name, bytes.toString('utf8')) : bytes
        if (kept !== undefined) await archive.addText(name, kept)
      })
      await archive.end()
      await expect(openBackup(forged)).rejects.toBeInstanceOf(DamagedArchiveError)
      await rm(forged)
    }
  })

  it('of a newer version is refused, and says so', async () => {
    const fresh = await freshDatabase(engine)
    const newer = join(folder, 'newer.tar.gz')
    try {
      await fresh.database.query(
        `insert into private_migrations.steps (name, hash) values ('migrations/29990101000000_future.sql', 'x')`,
      )
      await writeBackup({ ...optionsFor(product, newer), database: fresh.database })
      await expect(openBackup(newer)).rejects.toThrow(/versión más nueva .*future/)
    } finally {
      await fresh.dispose()
      await rm(newer, { force: true })
    }
  })

  it('from before the baseline is restored onto it, and news of studies that waited by themselves wait among the messages', async () => {
    const fresh = await freshDatabase(engine)
    const earlier = join(folder, 'earlier.tar.gz')
    const restored = await emptyDatabase(engine)
    const dataDir = await mkdtemp(join(tmpdir(), 'indice-earlier-'))
    try {
      await fresh.database.query(
        `update private_migrations.steps set name = replace(name, '/2026', '/2025') where name like 'migrations/%'`,
      )
      await fresh.database.query(`update public.services set price = 1 where name = 'Tomografías'`)
      await fresh.database.exec(formerNews)
      await writeBackup({ ...optionsFor(product, earlier), database: fresh.database, dataDir })
      const backup = await openBackup(earlier)
      const { database } = restored
      await restoreBackup({ database, dataDir, file: earlier, backup, onLine })
      const { 'private.notices_due': news, ...kept } = await countRows(fresh.database)
      expect(news).toBe(3)
      expect(await countRows(database)).toEqual({ ...kept, 'public.messages': 2 })
      const { rows: messages } = await database.query(
        `select split_part(key, ' ', 2) as sort, state, sent_at is not null as sent from public.messages order by sort`,
      )
      expect(messages).toEqual([
        { sort: 'report_ready', state: 'pendiente', sent: false },
        { sort: 'study_ready', state: 'enviado', sent: true },
      ])
      const scripts = await readScripts()
      expect([...(await readRecord(database)).keys()].sort()).toEqual(
        [...scripts.before, ...scripts.after].map(({ name }) => name).sort(),
      )
    } finally {
      await fresh.dispose()
      await restored.dispose()
      await rm(earlier, { force: true })
      await rm(dataDir, { recursive: true })
    }
  })

  it('says which files are nowhere', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'indice-nofiles-'))
    const report = await writeBackup({ ...optionsFor(product, join(folder, 'nofiles.tar.gz')), dataDir })
    expect(report.missing.length).toBe(counts['storage.objects'])
    await rm(dataDir, { recursive: true })
    await rm(join(folder, 'nofiles.tar.gz'))
  })
})

/** The settings of the clinic that was restored, but the secrets of a new installation. */
async function hasOwnSettings(restored: Database, from: Database): Promise<void> {
  const before = await settingsOf(from)
  const after = await settingsOf(restored)
  for (const [key, value] of Object.entries(before)) {
    if (key === 'new_secret') expect(after).not.toHaveProperty(key)
    else if (ownSettings.includes(key))
      expect([key, after[key]]).toEqual([key, expect.not.stringMatching(value)])
    else expect([key, after[key]]).toEqual([key, value])
  }
}

/** The same backup as earlier versions wrote it, with sessions and every setting. */
async function asBefore(database: Database, file: string, to: string): Promise<void> {
  const archive = await createArchive(to)
  await readArchive(file, async (name, content) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    const text = Buffer.concat(chunks)
    if (name.startsWith('rows/private.app_settings/')) return
    if (name !== contentsName) return void (await archive.addText(name, text))
    const contents: Contents = JSON.parse(text.toString('utf8'))
    contents.tables = contents.tables.filter((table) => table.name !== 'private.app_settings')
    contents.parts = contents.parts.filter((part) => !part.name.startsWith('rows/private.app_settings/'))
    await database.transaction(async (tx) => {
      for (const table of await listTables(tx)) {
        const isSettings = table.name === 'private.app_settings'
        if (!isSettings && !fleeting.includes(table.name)) continue
        const tally = createTally()
        let piece = 0
        const settings = isSettings && Object.entries(await settingsOf(tx))
        for await (const rows of settings ? [settings] : readRows(tx, table)) {
          const bytes = encodeRows(rows)
          tally.add(bytes, rows.length)
          piece += 1
          contents.parts.push(await archive.addText(rowsName(table.name, piece), bytes))
        }
        contents.tables.push({
          name: table.name,
          columns: table.columns.map((column) => column.name),
          ...tally.end(),
        })
      }
    })
    await archive.addText(contentsName, JSON.stringify(contents))
  })
  await archive.end()
}

function optionsFor(product: TestProduct, file: string) {
  const { database, dataDir } = product
  return { database, dataDir, file, version: '0.0.0', now: new Date(), withSecrets: false, onLine }
}

/** An old photo, as the service keeps it after its owner has another one. */
async function putAside({ dataDir }: TestProduct, version: string, at: Date): Promise<void> {
  const folder = join(dataDir, putAsideIn)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, version), 'photo')
  await writeFile(join(folder, `${version}.json`), JSON.stringify({ at }))
}

/** A removed file that the service keeps is part of the records, too. */
async function removeOneStudy({ database, url, keys }: TestProduct): Promise<void> {
  const { rows } = await database.query<{ id: string; name: string }>(
    `select s.id::text as id, o.name from public.studies s join storage.objects o on o.name = s.file_url
     where not exists (select from public.reports r where r.study_id = s.id) limit 1`,
  )
  const study = rows[0]
  if (!study) throw new Error('The demo clinic has no stored study')
  await database.query('delete from public.studies where id = $1', [study.id])
  const headers = { apikey: keys.serviceRoleKey, authorization: `Bearer ${keys.serviceRoleKey}` }
  const answer = await fetch(`${url}/storage/v1/object/study_files/${encodeURI(study.name)}`, {
    method: 'DELETE',
    headers,
  })
  if (!answer.ok) throw new Error(`The file could not be removed: ${answer.status}`)
}
