import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { createAuth } from '#server/auth/auth.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { createRealtime } from '#server/realtime/realtime.ts'
import { createStorage } from '#server/storage/storage.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import { addAccount, keys, url } from './accounts.ts'

const people = {
  doctora: { role: 'doctor', is_admin: false },
  doctor: { role: 'doctor', is_admin: false },
  admin: { role: 'doctor', is_admin: true },
  paciente: { role: 'patient', is_admin: false },
  ajena: { role: 'paciente', is_admin: false },
} as const
type Person = keyof typeof people

// The service's own tests have policies of their own; here the migrations' own policies are tested.
describe.each(engines())('a study with a file on $name', (engine) => {
  let fresh: FreshDatabase
  let folder = ''
  let storage: Service
  let realtime: ReturnType<typeof createRealtime>
  let server: Server
  const ids = new Map<Person, string>()
  const clients = new Map<Person, SupabaseClient>()
  const idOf = (person: Person) => ids.get(person) ?? ''

  const filesOf = (person: Person) => {
    const client = clients.get(person)
    if (!client) throw new Error(`No client for ${person}`)
    return client.storage.from('study_files')
  }

  /** When to come back, as each answer says. */
  const waits: number[] = []

  beforeAll(async () => {
    vi.stubGlobal('WebSocket', WebSocket)
    fresh = await freshDatabase(engine)
    const { database } = fresh
    folder = await mkdtemp(join(tmpdir(), 'indice-clinic-'))
    const verify = createVerifyToken(keys)
    storage = createStorage({ database, identify: createIdentify(verify), folder, keys })
    realtime = createRealtime({ database, verify })
    server = createServer()
    server.on('upgrade', realtime.handleUpgrade)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    const address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`

    const auth = createAuth({ database, keys, publicUrl: url, sendMail: async () => {} })
    for (const person of Object.keys(people).filter((name): name is Person => name in people)) {
      const account = { email: `${person}@clinica.test`, password: 'Demo-2026!', ...people[person] }
      const id = await addAccount(database, auth, account)
      const token = await new SignJWT({ role: 'authenticated', sub: id, aal: 'aal1' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(keys.jwtSecret))
      const client = createClient(address, keys.anonKey, {
        accessToken: async () => token,
        global: {
          fetch: async (input, init) => {
            const answer = await storage(new Request(input, init))
            waits.push(Number(answer.headers.get('retry-after')))
            return answer
          },
        },
      })
      await client.realtime.setAuth()
      ids.set(person, id)
      clients.set(person, client)
    }
    await database.query('insert into private.doctor_patients (doctor_id, patient_id) values ($1, $2)', [
      idOf('doctora'),
      idOf('paciente'),
    ])
  })
  afterAll(async () => {
    for (const client of clients.values()) await client.realtime.disconnect()
    await realtime?.close()
    server?.close()
    await fresh?.dispose()
    await rm(folder, { recursive: true, force: true })
    vi.unstubAllGlobals()
  })

  it('is uploaded by a linked doctor only, and read by the patient, linked doctors and admins', async () => {
    const path = `${idOf('paciente')}/estudio.zip`
    const bytes = randomBytes(2000)
    for (const person of ['doctor', 'paciente', 'ajena'] as const) {
      const { error } = await filesOf(person).upload(path, bytes)
      expect([person, error]).toEqual([person, expect.objectContaining({ status: 403 })])
    }
    expect((await filesOf('doctora').upload(path, bytes)).error).toBeNull()
    for (const person of ['doctora', 'paciente', 'admin'] as const) {
      const { data } = await filesOf(person).download(path)
      expect([person, bytes.equals(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)))]).toEqual([
        person,
        true,
      ])
      expect((await filesOf(person).createSignedUrl(path, 60)).error).toBeNull()
    }
    for (const person of ['doctor', 'ajena'] as const) {
      const missing = expect.objectContaining({ status: 404, message: 'Object not found' })
      expect([person, (await filesOf(person).download(path)).error]).toEqual([person, missing])
      expect([person, (await filesOf(person).createSignedUrl(path, 60)).error]).toEqual([person, missing])
      expect((await filesOf(person).list(idOf('paciente'))).data).toEqual([])
    }
  })

  it('stays while a study needs it, and is out of reach once the study is deleted', async () => {
    const path = `${idOf('paciente')}/archivado.zip`
    const files = filesOf('doctora')
    expect((await files.upload(path, randomBytes(10))).error).toBeNull()
    const { data } = await filesOf('paciente').createSignedUrl(path, 60)
    const link = data?.signedUrl ?? ''
    await fresh.database.query(
      `insert into public.studies (patient_id, doctor_id, study_type, study_date, file_url, file_name)
       values ($1, $2, 'Tomografía', '2026-05-06', $3, 'archivado.zip')`,
      [idOf('paciente'), idOf('doctora'), path],
    )
    expect((await files.remove([path])).data).toEqual([])
    expect((await files.upload(path, randomBytes(10), { upsert: true })).error).toMatchObject({ status: 403 })
    expect((await files.exists(path)).data).toBe(true)
    await fresh.database.query('delete from public.studies where file_url = $1', [path])
    expect((await files.exists(path)).data).toBe(false)
    expect((await storage(new Request(link))).status).toBe(404)
  })

  it('is told in the trail as the patient’s also when its copy names nobody', async () => {
    const study = await fresh.database.query<{ id: string }>(
      `insert into public.studies (patient_id, doctor_id, study_type, study_date, file_url, file_name)
       values ($1, $2, 'Tomografía', '2026-05-06', $3, 'con-datos.zip') returning id::text`,
      [idOf('paciente'), idOf('doctora'), `${idOf('paciente')}/con-datos.zip`],
    )
    const path = `copias/${randomUUID()}/sin-datos.zip`
    expect((await filesOf('doctora').upload(path, randomBytes(10))).error).toBeNull()
    await fresh.database.query(
      `insert into public.study_shares (study_id, made_by, expires_at, max_uses, copy_path)
       values ($1, $2, now() + interval '1 day', 1, $3)`,
      [study.rows[0]?.id, idOf('doctora'), path],
    )
    expect((await filesOf('doctora').createSignedUrl(path, 60)).error).toBeNull()
    expect((await filesOf('admin').createSignedUrls([path], 60)).error).toBeNull()
    const { rows } = await fresh.database.query(
      `select l.patient_id::text as patient from private.audit_log l join storage.objects o on o.id::text = l.row_id
       where l.action = 'open' and o.name = $1`,
      [path],
    )
    expect(rows).toEqual([{ patient: idOf('paciente') }, { patient: idOf('paciente') }])
  })

  it('the eleventh photo of a day is refused, in words for people', async () => {
    const photos = clients.get('paciente')?.storage.from('profile_photos')
    const add = (at: number) =>
      photos?.upload(`${idOf('paciente')}/${at}.jpg`, Buffer.from([0xff, 0xd8, 0xff, at]), {
        contentType: 'image/jpeg',
      })
    for (let at = 0; at < 10; at++) expect((await add(at))?.error).toBeNull()
    expect((await add(10))?.error).toMatchObject({
      status: 429,
      message: 'Ya cambiaste tu foto 10 veces en un día. Inténtalo de nuevo mañana.',
    })
    expect(waits.at(-1)).toBeGreaterThan(86_000)
  })

  it('is seen live by those who may read it; a closed account sees nothing more, at once', async () => {
    const heard = new Map<Person, string[]>()
    for (const [person, client] of clients) {
      const own: string[] = []
      heard.set(person, own)
      const states: string[] = []
      client
        .channel('studies')
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'studies' }, (payload) =>
          own.push(payload.new.study_type),
        )
        .subscribe((status) => states.push(status))
      await until(() => expect(states).toContain('SUBSCRIBED'))
    }
    const add = (name: string, patient: Person) =>
      fresh.database.query(
        `insert into public.studies (patient_id, doctor_id, study_type, study_date, file_url)
         values ($1, $2, $3, '2026-05-06', 'https://visor.test/1')`,
        [idOf(patient), idOf('doctora'), name],
      )
    await add('uno', 'paciente')
    await until(() => expect(heard.get('paciente')).toEqual(['uno']))
    await fresh.database.query('update private.account_state set closed_at = now() where user_id = $1', [
      idOf('paciente'),
    ])
    await add('dos', 'paciente')
    await add('tres', 'ajena')
    // Each socket receives its rows in order, but one may lag: wait until everybody has the last row.
    await add('fin', 'ajena')
    for (const person of ['doctora', 'admin', 'ajena'] as const) {
      await until(() => expect(heard.get(person)).toContain('fin'))
    }
    expect(Object.fromEntries(heard)).toEqual({
      doctora: ['uno', 'dos', 'tres', 'fin'],
      doctor: [],
      admin: ['uno', 'dos', 'tres', 'fin'],
      paciente: ['uno'],
      ajena: ['tres', 'fin'],
    })
    const path = `${idOf('paciente')}/estudio.zip`
    expect((await filesOf('paciente').download(path)).error).toMatchObject({ status: 404 })
  })
})
