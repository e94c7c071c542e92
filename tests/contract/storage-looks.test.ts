import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { previewFiles } from '#domain/study-preview.ts'
import { createAuth } from '#server/auth/auth.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { createStorage } from '#server/storage/storage.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import { addAccount, keys, url } from './accounts.ts'

const people = {
  doctora: { role: 'doctor', is_admin: false },
  admin: { role: 'doctor', is_admin: true },
  paciente: { role: 'patient', is_admin: false },
  ajena: { role: 'paciente', is_admin: false },
} as const
type Person = keyof typeof people

/** Looking at the files of studies, and what the trail says of it. */
describe.each(engines())('looking at studies on $name', (engine) => {
  let fresh: FreshDatabase
  let folder = ''
  let storage: Service
  const ids = new Map<Person, string>()
  const clients = new Map<Person | 'service', StorageClient>()
  const idOf = (person: Person) => ids.get(person) ?? ''
  const filesOf = (person: Person | 'service') => {
    const client = clients.get(person)
    if (!client) throw new Error(`No client for ${person}`)
    return client.from('study_files')
  }
  const run = (sql: string, params: unknown[] = []) => fresh.database.query(sql, params)

  const tokenOf = (claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(keys.jwtSecret))

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    const { database } = fresh
    folder = await mkdtemp(join(tmpdir(), 'indice-looks-'))
    storage = createStorage({ database, identify: createIdentify(createVerifyToken(keys)), folder, keys })
    const clientOf = (token: string) =>
      new StorageClient(`${url}/storage/v1`, { authorization: `Bearer ${token}` }, (input, init) =>
        storage(new Request(input, init)),
      )
    const auth = createAuth({ database, keys, publicUrl: url, sendMail: async () => {} })
    for (const person of Object.keys(people).filter((name): name is Person => name in people)) {
      const account = { email: `${person}@clinica.test`, password: 'Demo-2026!', ...people[person] }
      ids.set(person, await addAccount(database, auth, account))
      const claims = { role: 'authenticated', sub: idOf(person), aal: 'aal1' }
      clients.set(person, clientOf(await tokenOf(claims)))
    }
    clients.set('service', clientOf(await tokenOf({ role: 'service_role' })))
    for (const patient of ['paciente', 'ajena'] as const)
      await run('insert into private.doctor_patients (doctor_id, patient_id) values ($1, $2)', [
        idOf('doctora'),
        idOf(patient),
      ])
  })
  afterAll(async () => {
    await fresh?.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  /** Empties the trail, which is append-only for the product: nobody has looked at anything yet. */
  const forget = () =>
    fresh.database.exec(
      `alter table private.audit_log disable trigger user; delete from private.audit_log;
       alter table private.audit_log enable trigger user`,
    )
  beforeEach(forget)
  /** The lines about looking at files of studies, without the uploads of the test. */
  async function lines(subject = 'study_files') {
    const { rows } = await run(
      `select actor::text, actor_role, action, patient_id::text as patient, columns[1] as how from private.audit_log
       where subject = $1 and action in ('preview', 'open', 'download', 'sign_url') order by id`,
      [subject],
    )
    return rows
  }
  const line = (person: Person, action: string, patient: Person, how: string) => ({
    actor: idOf(person),
    actor_role: 'authenticated',
    action,
    patient: idOf(patient),
    how,
  })

  /** A study of the patient with a file, its pictures, sheets and index, uploaded by its doctor; the file's path. */
  async function study(patient: Person = 'paciente', name = 'estudio.zip') {
    const path = `${idOf(patient)}/${randomUUID()}/${name}`
    for (const one of [path, ...previewFiles(path)])
      expect((await filesOf('doctora').upload(one, randomBytes(1000))).error).toBeNull()
    const { rows } = await run(
      `insert into public.studies (patient_id, doctor_id, study_type, study_date, file_url, file_name)
       values ($1, $2, 'Tomografías', '2026-05-06', $3, $4) returning id::text`,
      [idOf(patient), idOf('doctora'), path, name],
    )
    return { id: String(rows[0]?.id), path, beside: (file: string) => path.replace(/[^/]*$/, file) }
  }
  const miniature = 'miniatura.webp'

  async function addressOf(person: Person | 'service', path: string): Promise<string> {
    const { data, error } = await filesOf(person).createSignedUrl(path, 60)
    expect(error).toBeNull()
    return data?.signedUrl ?? ''
  }
  async function get(address: string, headers: Record<string, string> = {}): Promise<number> {
    const answer = await storage(new Request(address, { headers }))
    await answer.arrayBuffer()
    return answer.status
  }
  /** What a list does: all addresses in one request, then every picture. */
  async function list(person: Person, paths: string[]): Promise<void> {
    const { data } = await filesOf(person).createSignedUrls(paths, 600)
    for (const { signedUrl, error } of data ?? []) {
      expect(error).toBeNull()
      expect(await get(signedUrl ?? '')).toBe(200)
    }
  }
  async function readByRanges(person: Person | 'service', path: string, ranges: number): Promise<void> {
    const address = await addressOf(person, path)
    for (let at = 0; at < ranges; at++)
      expect(await get(address, { range: `bytes=${at}-${at + 1}` })).toBe(206)
  }
  const earlier = (person: Person, action: string, patient: Person, when: string, columns: string) =>
    run(
      `insert into private.audit_log (at, actor, actor_role, action, subject, patient_id, columns)
       values (${when}, $1, 'authenticated', $2, 'study_files', $3, ${columns})`,
      [idOf(person), action, idOf(patient)],
    )
  /** Lets so many requests come as far as writing to the trail, and then go on together. */
  async function allAtOnce<T>(ask: () => Promise<T>, count: number): Promise<T> {
    let answers: Promise<T> | undefined
    await fresh.database.transaction(async (tx) => {
      await tx.query('lock table private.audit_log in share row exclusive mode')
      answers = ask()
      await until(async () => {
        const { rows } = await tx.query(`select count(*)::int as waiting from pg_locks
           where not granted and database = (select oid from pg_database where datname = current_database())`)
        expect(rows).toEqual([{ waiting: count }])
      })
    })
    if (!answers) throw new Error('Nothing was asked')
    return answers
  }

  it('eleven reloads of a list in a day write one line a patient', async () => {
    const paths: string[] = []
    for (const patient of ['paciente', 'paciente', 'ajena'] as const)
      paths.push((await study(patient)).beside(miniature))
    for (let reload = 0; reload < 11; reload++) await list('doctora', paths)
    const told = await lines()
    expect(told).toHaveLength(2)
    for (const patient of ['paciente', 'ajena'] as const)
      expect(told).toContainEqual(line('doctora', 'preview', patient, 'seconds=600'))
  })

  it('a tomography that is read by 300 ranges writes one line', async () => {
    const { path } = await study()
    await readByRanges('doctora', path, 300)
    expect(await lines()).toEqual([line('doctora', 'open', 'paciente', 'seconds=60')])
  })

  it('ten lists and one volume with its pictures write at most twelve lines', async () => {
    const { path, beside } = await study()
    for (let reload = 0; reload < 10; reload++) await list('doctora', [beside(miniature)])
    await list('doctora', [beside('portada.webp'), beside('previa-1.webp'), beside('indice.json')])
    await readByRanges('doctora', path, 20)
    expect((await lines()).map(({ action }) => action)).toEqual(['preview', 'open'])
  })

  it('of many requests at once one writes the line', async () => {
    const { path } = await study()
    const address = await addressOf('paciente', path)
    await forget()
    const ask = () => Promise.all([1, 2, 3, 4].map((at) => get(address, { range: `bytes=${at}-` })))
    // PGlite has one session, so that nothing happens at once there.
    const answers = engine.kind === 'postgres' ? await allAtOnce(ask, 4) : await ask()
    expect(answers).toEqual([206, 206, 206, 206])
    expect(await lines()).toEqual([line('paciente', 'open', 'paciente', 'through=signed_url')])
  })

  it('another person, another patient and another study are lines of their own', async () => {
    const [first, second, other] = [await study(), await study(), await study('ajena')]
    for (const { path } of [first, second, other, first, second, other]) await addressOf('doctora', path)
    await addressOf('admin', first.path)
    for (const { beside } of [first, other]) await list('admin', [beside(miniature)])
    expect(await lines()).toEqual([
      line('doctora', 'open', 'paciente', 'seconds=60'),
      line('doctora', 'open', 'paciente', 'seconds=60'),
      line('doctora', 'open', 'ajena', 'seconds=60'),
      line('admin', 'open', 'paciente', 'seconds=60'),
      line('admin', 'preview', 'paciente', 'seconds=600'),
      line('admin', 'preview', 'ajena', 'seconds=600'),
    ])
  })

  const startOfDay = `private.clinic_today()::timestamp at time zone private.setting('clinic_time_zone', 'America/Mexico_City')`

  it('another day of the clinic is a line of its own', async () => {
    const { beside } = await study()
    await earlier('doctora', 'preview', 'paciente', `${startOfDay} - interval '1 second'`, `array['x']`)
    await earlier('admin', 'preview', 'paciente', `${startOfDay} + interval '1 millisecond'`, `array['x']`)
    await list('doctora', [beside(miniature)])
    await list('admin', [beside(miniature)])
    const mine = (await lines()).filter(({ how }) => how !== 'x')
    expect(mine).toEqual([line('doctora', 'preview', 'paciente', 'seconds=600')])
  })

  it('after a quarter of an hour an open study is opened again', async () => {
    const { path, beside } = await study()
    const folder = `array['x', 'folder=' || md5('${beside('')}')]`
    await earlier('doctora', 'open', 'paciente', `now() - interval '16 minutes'`, folder)
    await earlier('admin', 'open', 'paciente', `now() - interval '14 minutes'`, folder)
    await readByRanges('doctora', path, 2)
    await readByRanges('admin', path, 2)
    const mine = (await lines()).filter(({ how }) => how !== 'x')
    expect(mine).toEqual([line('doctora', 'open', 'paciente', 'seconds=60')])
  })

  it('a download is a line each time, and says so', async () => {
    const { path } = await study()
    const address = `${await addressOf('paciente', path)}&download=estudio.zip`
    for (let time = 0; time < 2; time++) expect(await get(address)).toBe(200)
    const download = line('paciente', 'download', 'paciente', 'through=signed_url')
    expect(await lines()).toEqual([line('paciente', 'open', 'paciente', 'seconds=60'), download, download])
  })

  it('so are all bytes of a study’s file without asking for a download, and those of its pictures are not', async () => {
    const { path, beside } = await study()
    const address = await addressOf('paciente', path)
    for (const file of ['portada.webp', 'previa-1.webp', 'indice.json'])
      expect(await get(await addressOf('paciente', beside(file)))).toBe(200)
    expect(await get(address, { range: 'bytes=1-' })).toBe(206)
    const looks = [line('paciente', 'open', 'paciente', 'seconds=60')]
    expect(await lines()).toEqual(looks)
    expect(await get(address)).toBe(200)
    expect(await get(address, { range: 'bytes=0-' })).toBe(206)
    expect((await filesOf('paciente').download(path)).error).toBeNull()
    expect(await lines()).toEqual([
      ...looks,
      line('paciente', 'download', 'paciente', 'through=signed_url'),
      line('paciente', 'download', 'paciente', 'through=signed_url'),
      line('paciente', 'download', 'paciente', 'through=session'),
    ])
  })

  it('a photo that is shown again and again is one line a person and day', async () => {
    const photos = (person: Person) => clients.get(person)?.from('profile_photos')
    const paths = [`${idOf('doctora')}/${randomUUID()}.jpg`, `${idOf('doctora')}/${randomUUID()}.jpg`]
    for (const path of paths) {
      const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(100)])
      const sent = await photos('doctora')?.upload(path, photo, { contentType: 'image/jpeg' })
      expect(sent?.error).toBeNull()
    }
    for (let reload = 0; reload < 3; reload++) {
      for (const person of ['doctora', 'paciente'] as const) {
        const { data } = (await photos(person)?.createSignedUrls(paths, 3600)) ?? {}
        for (const { signedUrl } of data ?? []) expect(await get(signedUrl ?? '')).toBe(200)
      }
      expect((await photos('paciente')?.createSignedUrl(paths[0] ?? '', 60))?.error).toBeNull()
    }
    const told = (person: Person) => ({
      ...line(person, 'preview', person, 'seconds=3600'),
      patient: null,
    })
    expect(await lines('profile_photos')).toEqual([
      told('doctora'),
      told('doctora'),
      told('paciente'),
      told('paciente'),
    ])
  })

  it('signing many addresses writes at most one line a patient', async () => {
    const all = [await study(), await study(), await study('ajena')]
    const paths = all.flatMap(({ path, beside }) => [path, beside(miniature), beside('portada.webp')])
    expect((await filesOf('doctora').createSignedUrls(paths, 60)).error).toBeNull()
    const told = await lines()
    expect(told).toHaveLength(2)
    for (const patient of ['paciente', 'ajena'] as const)
      expect(told).toContainEqual(line('doctora', 'open', patient, 'seconds=60'))
    for (const { path } of all) await readByRanges('doctora', path, 2)
    expect(await lines()).toHaveLength(2)
  })

  it('a study’s own file is opened and downloaded, also when it is called like a picture of a list', async () => {
    const path = `${idOf('paciente')}/${randomUUID()}/${miniature}`
    expect((await filesOf('doctora').upload(path, randomBytes(10))).error).toBeNull()
    await run(
      `insert into public.studies (patient_id, doctor_id, study_date, file_url, file_name)
       values ($1, $2, '2026-05-06', $3, 'x')`,
      [idOf('paciente'), idOf('doctora'), path],
    )
    await addressOf('doctora', path)
    expect((await filesOf('doctora').download(path)).error).toBeNull()
    expect(await lines()).toEqual([
      line('doctora', 'open', 'paciente', 'seconds=60'),
      line('doctora', 'download', 'paciente', 'through=session'),
    ])
  })

  it('whoever reads through a link, which the server signs, is one line a study', async () => {
    const { path } = await study()
    await readByRanges('service', path, 5)
    const server = { actor: null, actor_role: 'service_role', action: 'open', patient: idOf('paciente') }
    expect(await lines()).toEqual([{ ...server, how: 'seconds=60' }])
  })

  it('what cannot be told is not shown', async () => {
    const { path, beside } = await study()
    const addresses = [await addressOf('doctora', path), await addressOf('doctora', beside(miniature))]
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
    await fresh.database.exec('alter table private.audit_log rename to audit_log_gone')
    const untold = await Promise.all(addresses.map((address) => get(address, { range: 'bytes=0-1' })))
    const unsigned = await filesOf('doctora').createSignedUrls([beside(miniature)], 600)
    await fresh.database.exec('alter table private.audit_log_gone rename to audit_log')
    silent.mockRestore()
    expect(untold).toEqual([500, 500])
    expect(unsigned.error).toMatchObject({ status: 500 })
  })

  it('another patient’s picture has no address, and for a patient who asks for it it is not there', async () => {
    const [own, other] = [await study('paciente'), await study('ajena')]
    const { data } = await filesOf('paciente').createSignedUrls(
      [own.beside(miniature), other.beside(miniature)],
      600,
    )
    expect(data?.map(({ error, signedUrl }) => [error === null, signedUrl !== null])).toEqual([
      [true, true],
      [false, false],
    ])
    expect((await filesOf('paciente').createSignedUrl(other.beside(miniature), 600)).error).toMatchObject({
      status: 404,
    })
    expect((await filesOf('paciente').download(other.beside(miniature))).error).toMatchObject({ status: 404 })
    expect(await lines()).toEqual([line('paciente', 'preview', 'paciente', 'seconds=600')])
  })

  it('deleting a study takes its pictures, sheets and index out of everybody’s reach', async () => {
    const { id, path } = await study()
    const made = previewFiles(path)
    const held = await Promise.all(made.map((file) => addressOf('paciente', file)))
    await run('delete from public.studies where id = $1', [id])
    for (const person of ['doctora', 'paciente', 'admin'] as const) {
      const { data } = await filesOf(person).createSignedUrls(made, 60)
      expect(data?.filter(({ signedUrl }) => signedUrl !== null)).toEqual([])
      expect((await filesOf(person).remove(made)).data).toEqual([])
    }
    for (const address of held) expect(await get(address)).toBe(404)
    const put = await filesOf('doctora').upload(made[0] ?? '', randomBytes(10), { upsert: true })
    expect(put.error).toMatchObject({ status: 403 })
  })

  it('a picture that a preview names is replaced and deleted by nobody, and by its uploader once it is dropped', async () => {
    const { id, path, beside } = await study()
    await run(
      `insert into public.study_previews (study_id, source, state, kind, maker, thumb_path, thumb_width, thumb_height)
       values ($1, $2, 'partial', 'photo', 1, $3, 10, 10)`,
      [id, path, beside(miniature)],
    )
    for (const person of ['doctora', 'admin'] as const) {
      const files = filesOf(person)
      expect((await files.remove([beside(miniature)])).data).toEqual([])
      const replaced = await files.upload(beside(miniature), randomBytes(10), { upsert: true })
      expect(replaced.error).toMatchObject({ status: 403 })
      expect((await files.move(beside(miniature), beside('otra.webp'))).error).toMatchObject({ status: 403 })
    }
    // No row names this one.
    expect((await filesOf('doctora').remove([beside('portada.jpg')])).data).toHaveLength(1)
    const caller = { role: 'authenticated', sub: idOf('doctora'), aal: 'aal1' } as const
    await fresh.database.as({ role: 'authenticated', claims: caller }, (tx) =>
      tx.query('select public.drop_study_preview($1)', [id]),
    )
    expect((await filesOf('paciente').remove([beside(miniature)])).data).toEqual([])
    const replaced = await filesOf('doctora').upload(beside(miniature), randomBytes(10), { upsert: true })
    expect(replaced.error).toBeNull()
    expect((await filesOf('doctora').remove([beside(miniature)])).data).toHaveLength(1)
  })
})
