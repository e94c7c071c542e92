import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClosedWebSocket } from '#server/functions/closed-web-socket.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { repairStorage } from '#server/storage/repair.ts'
import { createStorage } from '#server/storage/storage.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { keys, url } from './accounts.ts'

const secret = new TextEncoder().encode(keys.jwtSecret)
const ana = randomUUID()
const bruno = randomUUID()

const tokenFor = (sub: string, claims: Record<string, unknown> = {}) =>
  new SignJWT({ role: 'authenticated', sub, aal: 'aal1', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(secret)

/** Bytes that begin like an archive. */
const archive = (size: number) => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(size - 4)])
const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

const setUp = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('carpetas', 'carpetas', false, 1000000, null),
    ('fotos', 'fotos', false, 1000, '{image/*,application/pdf}'),
    ('cerrada', 'cerrada', false, null, null);
  create policy "test: own folder, see" on storage.objects for select to authenticated
    using (bucket_id in ('carpetas', 'fotos') and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "test: own folder, add" on storage.objects for insert to authenticated
    with check (bucket_id in ('carpetas', 'fotos') and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "test: own folder, change" on storage.objects for update to authenticated
    using (bucket_id in ('carpetas', 'fotos') and (storage.foldername(name))[1] = auth.uid()::text)
    with check (bucket_id in ('carpetas', 'fotos') and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "test: own folder, remove" on storage.objects for delete to authenticated
    using (bucket_id in ('carpetas', 'fotos') and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "test: see the bucket" on storage.buckets for select to authenticated using (id = 'carpetas');`

describe.each(engines())('files on $name', (engine) => {
  let fresh: FreshDatabase
  let folder = ''
  let storage: Service
  let clock = new Date()
  let anasToken = ''
  let anas: ReturnType<SupabaseClient['storage']['from']>
  let brunos: ReturnType<SupabaseClient['storage']['from']>

  const clientOf = (token: string) =>
    createClient(url, keys.anonKey, {
      accessToken: async () => token,
      global: { fetch: (input, init) => storage(new Request(input, init)) },
      realtime: { transport: ClosedWebSocket },
    })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    storage(new Request(`${url}/storage/v1${path}`, { method, headers }))
  const asAna = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    get(path, { authorization: `Bearer ${anasToken}`, ...headers }, method)
  const filesOf = async (part: string) => {
    const entries = await readdir(join(folder, part), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  }
  const rowsOf = async (name: string) => {
    const { rows } = await fresh.database.query<{ id: string; version: string }>(
      'select id::text as id, version from storage.objects where name = $1',
      [name],
    )
    return rows
  }

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    await fresh.database.exec(setUp)
    folder = await mkdtemp(join(tmpdir(), 'indice-storage-'))
    anasToken = await tokenFor(ana)
    storage = createStorage({
      database: fresh.database,
      identify: createIdentify(createVerifyToken(keys)),
      folder,
      keys,
      now: () => clock,
    })
    anas = clientOf(anasToken).storage.from('carpetas')
    brunos = clientOf(await tokenFor(bruno)).storage.from('carpetas')
  })
  afterAll(async () => {
    await fresh?.dispose()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    clock = new Date()
  })

  /** A file of Ana's for this test only. */
  const path = () => `${ana}/${randomUUID()}.zip`
  const put = async (bytes: Uint8Array = archive(5000), name = path()) => {
    const { error } = await anas.upload(name, bytes, { contentType: 'application/zip' })
    expect(error).toBeNull()
    return { name, bytes }
  }
  const bytesOf = async (blob: Blob | null) => Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))

  describe('uploading', () => {
    it('keeps the very bytes of a raw body, and their hash', async () => {
      const bytes = archive(300_000)
      const name = path()
      const { data, error } = await anas.upload(name, bytes, { contentType: 'application/zip' })
      expect(error).toBeNull()
      expect(data).toMatchObject({ path: name, fullPath: `carpetas/${name}`, id: expect.any(String) })
      const { data: blob } = await anas.download(name)
      expect(await bytesOf(blob)).toEqual(bytes)
      expect(blob?.type).toBe('application/zip')
      const { data: info } = await anas.info(name)
      expect(info).toMatchObject({
        id: data?.id,
        name,
        bucketId: 'carpetas',
        size: 300_000,
        contentType: 'application/zip',
      })
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(info?.etag).toBe(`"${sha256}"`)
    })

    it('takes a file of a form with its type and metadata', async () => {
      const name = path()
      const bytes = Buffer.concat([pngSignature, randomBytes(199_992)])
      const blob = new Blob([bytes], { type: 'image/png' })
      const { error } = await anas.upload(name, blob, { metadata: { equipo: 'tomógrafo' } })
      expect(error).toBeNull()
      const { data } = await anas.info(name)
      expect(data).toMatchObject({
        size: 200_000,
        contentType: 'image/png',
        cacheControl: 'max-age=3600',
        metadata: { equipo: 'tomógrafo' },
      })
      expect(await bytesOf((await anas.download(name)).data)).toEqual(bytes)
    })

    it('keeps names with accents and spaces, and an empty file', async () => {
      const name = `${ana}/Tomografía de José (1).zip`
      const { error } = await anas.upload(name, new Uint8Array(0), { contentType: 'application/zip' })
      expect(error).toBeNull()
      const { data } = await anas.createSignedUrl(name, 60, { download: true })
      const response = await storage(new Request(data?.signedUrl ?? ''))
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toContain('Tomograf%C3%ADa%20de%20Jos%C3%A9')
      expect(await bytesOf(await response.blob())).toHaveLength(0)
    })

    it('refuses a foreign folder before it reads a byte', async () => {
      const { error } = await anas.upload(`${bruno}/a.zip`, randomBytes(10))
      expect(error).toMatchObject({
        status: 403,
        statusCode: '403',
        message: 'new row violates row-level security policy',
      })
      let read = false
      const body = new ReadableStream(
        {
          pull() {
            read = true
            throw new Error('Somebody read')
          },
        },
        { highWaterMark: 0 },
      )
      const init = { method: 'POST', body, duplex: 'half', headers: { authorization: `Bearer ${anasToken}` } }
      const refused = await storage(new Request(`${url}/storage/v1/object/carpetas/${bruno}/a.zip`, init))
      expect(refused.status).toBe(403)
      expect(read).toBe(false)
      expect(await filesOf('.incoming')).toEqual([])
    })

    it('refuses who is not signed in, an expired token and no token', async () => {
      const { error } = await clientOf(keys.anonKey).storage.from('carpetas').upload(path(), randomBytes(5))
      expect(error).toMatchObject({ status: 403 })
      const old = await tokenFor(ana, { exp: 1 })
      const expired = await new SignJWT({ role: 'authenticated', sub: ana, exp: 1 })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(secret)
      expect(old).not.toBe(expired)
      expect((await get(`/object/carpetas/${path()}`, { authorization: `Bearer ${expired}` })).status).toBe(
        401,
      )
      expect((await get(`/object/carpetas/${path()}`)).status).toBe(401)
    })

    it('answers 409 to a second upload of the same name and keeps the first', async () => {
      const { name, bytes } = await put()
      const { error } = await anas.upload(name, randomBytes(10))
      expect(error).toMatchObject({ status: 409, statusCode: '409', message: 'The resource already exists' })
      expect(await bytesOf((await anas.download(name)).data)).toEqual(bytes)
    })

    it('replaces with upsert and with update, and puts the earlier versions aside', async () => {
      const { name, bytes } = await put()
      const [before] = await rowsOf(name)
      const second = randomBytes(100)
      expect((await anas.upload(name, second, { upsert: true })).error).toBeNull()
      expect(await bytesOf((await anas.download(name)).data)).toEqual(second)
      const third = randomBytes(100)
      expect((await anas.update(name, third)).error).toBeNull()
      expect(await bytesOf((await anas.download(name)).data)).toEqual(third)
      expect(await rowsOf(name)).toMatchObject([{ id: before?.id }])
      expect(await filesOf(`carpetas/${before?.id}`)).toHaveLength(1)
      const aside = join(folder, '.removed/carpetas', before?.id ?? '', before?.version ?? '')
      expect(await readFile(aside)).toEqual(bytes)
      expect(JSON.parse(await readFile(`${aside}.json`, 'utf8'))).toMatchObject({ name, reason: 'replaced' })
    })

    it('lets one of many simultaneous uploads of a name win', async () => {
      const name = path()
      const bodies = Array.from({ length: 6 }, () => randomBytes(2000))
      const results = await Promise.all(bodies.map((bytes) => anas.upload(name, bytes)))
      const winner = results.findIndex((result) => result.error === null)
      expect(results.filter((result) => result.error === null)).toHaveLength(1)
      expect(await bytesOf((await anas.download(name)).data)).toEqual(bodies[winner])
      const [row] = await rowsOf(name)
      expect(await filesOf(`carpetas/${row?.id}`)).toHaveLength(1)
      expect(await filesOf('.incoming')).toEqual([])
    })

    it('stops at the size limit of the bucket, announced or not', async () => {
      const announced = await anas.upload(path(), randomBytes(1_000_001))
      expect(announced.error).toMatchObject({
        status: 413,
        statusCode: '413',
        message: 'The object exceeded the maximum allowed size',
      })
      const asForm = await anas.upload(path(), new Blob([randomBytes(1_000_001)]))
      expect(asForm.error).toMatchObject({ status: 413 })
      const name = path()
      let sent = 0
      const endless = new ReadableStream({
        pull(controller) {
          sent += 1
          controller.enqueue(new Uint8Array(100_000))
        },
      })
      const streamed = await anas.upload(name, endless, { duplex: 'half' })
      expect(streamed.error).toMatchObject({ status: 413 })
      expect(sent).toBeLessThan(20)
      expect(await rowsOf(name)).toEqual([])
      expect(await filesOf('.incoming')).toEqual([])
    })

    it('refuses types that the bucket does not take', async () => {
      const photos = clientOf(anasToken).storage.from('fotos')
      const { error } = await photos.upload(`${ana}/a.svg`, new Blob(['<svg/>'], { type: 'text/html' }))
      expect(error).toMatchObject({
        status: 415,
        statusCode: '415',
        message: 'mime type text/html is not supported',
      })
      const raw = await photos.upload(`${ana}/a.html`, 'hola', { contentType: 'text/html' })
      expect(raw.error).toMatchObject({ status: 415 })
      const image = await photos.upload(`${ana}/a.png`, new Blob([pngSignature], { type: 'image/png' }))
      expect(image.error).toBeNull()
    })

    it.each(['form', 'raw'])('lets nothing pass for what it is not (%s)', async (how) => {
      const page = '<!doctype html><script>alert(1)</script>'
      const photos = clientOf(anasToken).storage.from('fotos')
      const send = (to: typeof photos, name: string) =>
        how === 'form'
          ? to.upload(name, new Blob([page], { type: 'image/png' }))
          : to.upload(name, page, { contentType: 'image/png' })
      const photo = `${ana}/${randomUUID()}.png`
      expect((await send(photos, photo)).error).toMatchObject({ status: 415 })
      expect(await rowsOf(photo)).toEqual([])
      expect(await filesOf('.incoming')).toEqual([])

      const name = `${ana}/${randomUUID()}.png`
      expect((await send(anas, name)).error).toBeNull()
      const response = await asAna(`/object/carpetas/${name}`)
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(await response.text()).toBe(page)
    })

    it('leaves neither row nor file when the sender goes away', async () => {
      const before = await filesOf('.')
      const name = path()
      let pulls = 0
      const broken = new ReadableStream({
        pull(controller) {
          pulls += 1
          if (pulls > 3) controller.error(new Error('gone'))
          else controller.enqueue(new Uint8Array(50_000))
        },
      })
      const { error } = await anas.upload(name, broken, { duplex: 'half' })
      expect(error).not.toBeNull()
      const boundary = 'x'
      const half = `--${boundary}\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: a/b\r\n\r\nhalf`
      const cut = await storage(
        new Request(`${url}/storage/v1/object/carpetas/${name}`, {
          method: 'POST',
          body: half,
          headers: {
            authorization: `Bearer ${anasToken}`,
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
        }),
      )
      expect(cut.status).toBe(400)
      const short = await storage(
        new Request(`${url}/storage/v1/object/carpetas/${name}`, {
          method: 'POST',
          body: 'half',
          headers: { authorization: `Bearer ${anasToken}`, 'content-length': '5000' },
        }),
      )
      expect(short.status).toBe(400)
      expect(await rowsOf(name)).toEqual([])
      expect(await filesOf('.')).toEqual(before)
    })

    it('leaves neither row nor file when the row is refused at the very end', async () => {
      const before = await filesOf('.')
      await fresh.database.exec(`
        create function private.test_refuse() returns trigger language plpgsql as
          $$ begin raise exception using errcode = 'PT400', message = 'No cabe.'; end $$;
        create constraint trigger test_refuse after insert on storage.objects deferrable initially deferred
          for each row when (new.metadata ? 'sha256') execute function private.test_refuse()`)
      const name = path()
      const { error } = await anas.upload(name, randomBytes(100))
      await fresh.database.exec(
        'drop trigger test_refuse on storage.objects; drop function private.test_refuse()',
      )
      expect(error).toMatchObject({ status: 400, message: 'No cabe.' })
      expect(await rowsOf(name)).toEqual([])
      expect(await filesOf('.')).toEqual(before)
    })

    it('answers 404 for a bucket that does not exist, and 400 for a name that cannot be', async () => {
      const missing = await clientOf(anasToken).storage.from('ninguna').upload('a', 'b')
      expect(missing.error).toMatchObject({ status: 404, message: 'Bucket not found' })
      for (const name of [`${ana}/a%00b`, `${ana}/a%5Cb`, `${ana}/${'n'.repeat(1100)}`]) {
        const response = await asAna(`/object/carpetas/${name}`, {}, 'POST')
        expect([name, response.status]).toEqual([name, 400])
      }
    })
  })

  describe('downloading', () => {
    it('answers a foreign object exactly like a missing one', async () => {
      const { name } = await put()
      const foreign = await brunos.download(name)
      const missing = await brunos.download(`${bruno}/nothing`)
      expect(foreign.error).toMatchObject({ status: 404, statusCode: '404', message: 'Object not found' })
      expect(missing.error).toMatchObject({ status: 404, statusCode: '404', message: 'Object not found' })
      expect((await brunos.info(name)).error).toMatchObject({ status: 404 })
      expect((await brunos.exists(name)).data).toBe(false)
      expect((await anas.exists(name)).data).toBe(true)
    })

    it('serves ranges, tags and HEAD', async () => {
      const { name, bytes } = await put()
      const whole = await asAna(`/object/authenticated/carpetas/${name}`)
      expect(whole.headers.get('accept-ranges')).toBe('bytes')
      expect(whole.headers.get('content-length')).toBe('5000')
      const tag = whole.headers.get('etag') ?? ''
      expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes)

      const part = await asAna(`/object/carpetas/${name}`, { range: 'bytes=1000-1999' })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe('bytes 1000-1999/5000')
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(1000, 2000))

      const beyond = await asAna(`/object/carpetas/${name}`, { range: 'bytes=5000-' })
      expect(beyond.status).toBe(416)
      expect(beyond.headers.get('content-range')).toBe('bytes */5000')

      expect((await asAna(`/object/carpetas/${name}`, { 'if-none-match': tag })).status).toBe(304)
      const changed = await asAna(`/object/carpetas/${name}`, { range: 'bytes=0-1', 'if-range': '"other"' })
      expect(changed.status).toBe(200)
      expect(Buffer.from(await changed.arrayBuffer())).toEqual(bytes)

      const head = await asAna(`/object/carpetas/${name}`, {}, 'HEAD')
      expect(head.status).toBe(200)
      expect(head.headers.get('content-length')).toBe('5000')
      expect(head.body).toBeNull()
    })

    it('hands everything out as something to keep, not to run', async () => {
      const name = path()
      await anas.upload(name, '<script>alert(1)</script>', { contentType: 'text/html' })
      const response = await asAna(`/object/carpetas/${name}`)
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toContain('sandbox')
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      await response.body?.cancel()
    })

    it('says by its own name when a row has lost its file', async () => {
      const { name } = await put()
      const [row] = await rowsOf(name)
      await rm(join(folder, 'carpetas', row?.id ?? '', row?.version ?? ''))
      const told = vi.spyOn(console, 'error').mockImplementation(() => {})
      const response = await asAna(`/object/carpetas/${name}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: 'file_missing' })
      expect(told).toHaveBeenCalledOnce()
      told.mockRestore()
      await anas.remove([name])
    })

    it('has no public objects and no changes to buckets', async () => {
      const { name } = await put()
      const { data } = anas.getPublicUrl(name)
      expect((await storage(new Request(data.publicUrl))).status).toBe(404)
      const client = clientOf(anasToken)
      const refused = { status: 400, message: 'Changing buckets is not supported by this server' }
      expect((await client.storage.createBucket('nueva')).error).toMatchObject(refused)
      expect((await client.storage.emptyBucket('carpetas')).error).toMatchObject(refused)
      expect((await client.storage.listBuckets()).data).toMatchObject([{ id: 'carpetas', public: false }])
      expect((await client.storage.getBucket('fotos')).error).toMatchObject({ status: 404 })
    })
  })

  describe('signed URLs', () => {
    it('give the same bytes to whoever holds them, under the asked name', async () => {
      const { name, bytes } = await put()
      const { data, error } = await anas.createSignedUrl(name, 60, { download: 'Estudio.zip' })
      expect(error).toBeNull()
      const response = await storage(new Request(data?.signedUrl ?? ''))
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toContain('attachment; filename="Estudio.zip"')
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
      const part = await storage(new Request(data?.signedUrl ?? '', { headers: { range: 'bytes=-10' } }))
      expect(part.status).toBe(206)
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(-10))
    })

    it('end when their time is over, and not later than an hour', async () => {
      const { name } = await put()
      const { data } = await anas.createSignedUrl(name, 60)
      clock = new Date(clock.getTime() + 61_000)
      const response = await storage(new Request(data?.signedUrl ?? ''))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: 'InvalidJWT',
        message: '"exp" claim timestamp check failed',
      })
      const limit = 'Invalid value for expiresIn: it must be a whole number of seconds from 1 to 3600'
      expect((await anas.createSignedUrl(name, 3601)).error).toMatchObject({ status: 400, message: limit })
      expect((await anas.createSignedUrl(name, 0)).error).toMatchObject({ status: 400, message: limit })
      expect((await anas.createSignedUrls([name], 3601)).error).toMatchObject({ message: limit })
    })

    it('cannot be made for what one may not see', async () => {
      const { name } = await put()
      expect((await brunos.createSignedUrl(name, 60)).error).toMatchObject({
        status: 404,
        message: 'Object not found',
      })
      const { data } = await anas.createSignedUrls([name, `${ana}/nothing`, `${bruno}/x`], 60)
      expect(data).toEqual([
        { error: null, path: name, signedURL: expect.any(String), signedUrl: expect.any(String) },
        {
          error: expect.stringContaining('does not exist'),
          path: `${ana}/nothing`,
          signedURL: null,
          signedUrl: null,
        },
        {
          error: expect.stringContaining('does not exist'),
          path: `${bruno}/x`,
          signedURL: null,
          signedUrl: null,
        },
      ])
      expect((await storage(new Request(data?.[0]?.signedUrl ?? '', { method: 'HEAD' }))).status).toBe(200)
    })

    it('open nothing but their own object, and never stand for a session', async () => {
      const { name } = await put()
      const other = await put()
      const { data } = await anas.createSignedUrl(name, 60)
      const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
      const stolen = await get(`/object/sign/carpetas/${other.name}?token=${token}`)
      expect([stolen.status, await stolen.json()]).toEqual([
        400,
        { statusCode: '400', error: 'InvalidSignature', message: 'Invalid signature' },
      ])
      expect((await get(`/object/carpetas/${name}`, { authorization: `Bearer ${token}` })).status).toBe(401)
      const session = await get(`/object/sign/carpetas/${name}?token=${anasToken}`)
      expect(session.status).toBe(400)
      expect((await get(`/object/sign/carpetas/${name}`)).status).toBe(400)
    })

    it('stop at once when their maker may no longer see the object', async () => {
      const { name } = await put()
      const { data } = await anas.createSignedUrl(name, 60)
      await fresh.database.exec(`alter policy "test: own folder, see" on storage.objects using (false)`)
      const response = await storage(new Request(data?.signedUrl ?? ''))
      await fresh.database.exec(
        `alter policy "test: own folder, see" on storage.objects
         using (bucket_id in ('carpetas', 'fotos') and (storage.foldername(name))[1] = auth.uid()::text)`,
      )
      expect(response.status).toBe(404)
    })
  })

  it('tells the trail who was handed a link or the bytes, and hands out nothing that cannot be told', async () => {
    const { name } = await put()
    const [row] = await rowsOf(name)
    const trail = async () => {
      const { rows } = await fresh.database.query(
        `select actor::text, actor_role, action, subject, columns[1] as fact, declared
         from private.audit_log where row_id = $1 and action <> 'upload' order by id`,
        [row?.id],
      )
      return rows
    }
    await anas.exists(name)
    await brunos.download(name)
    expect(await trail()).toEqual([])
    const { data } = await anas.createSignedUrl(name, 60)
    await bytesOf(await (await storage(new Request(data?.signedUrl ?? ''))).blob())
    await anas.download(name)
    const entry = { actor: ana, actor_role: 'authenticated', subject: 'carpetas', declared: false }
    const told = [{ ...entry, action: 'preview', fact: 'seconds=60' }]
    expect(await trail()).toEqual(told)

    const { name: second } = await put()
    const [other] = await rowsOf(second)
    const { data: links } = await anas.createSignedUrls([name, second, name, `${ana}/nothing`], 60)
    expect(links?.map(({ signedUrl }) => signedUrl !== null)).toEqual([true, true, true, false])
    expect(await trail()).toEqual(told)
    const { rows: lines } = await fresh.database.query(
      `select actor::text from private.audit_log where action = 'preview' and row_id = $1`,
      [other?.id],
    )
    expect(lines).toEqual([{ actor: ana }])

    const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
    await fresh.database.exec('alter table private.audit_log rename to audit_log_gone')
    const untold = await anas.download(name)
    const unsigned = await anas.createSignedUrl(name, 60)
    await fresh.database.exec('alter table private.audit_log_gone rename to audit_log')
    silent.mockRestore()
    expect(untold.error).toMatchObject({ status: 500 })
    expect(unsigned.error).toMatchObject({ status: 500 })
  })

  describe('removing, moving and copying', () => {
    it('removes own objects only, and puts their files aside', async () => {
      const { name, bytes } = await put()
      const [row] = await rowsOf(name)
      expect((await brunos.remove([name])).data).toEqual([])
      expect(await rowsOf(name)).toHaveLength(1)
      const { data, error } = await anas.remove([name, `${ana}/nothing`])
      expect(error).toBeNull()
      expect(data).toMatchObject([{ name, bucket_id: 'carpetas' }])
      expect((await anas.download(name)).error).toMatchObject({ status: 404 })
      expect(await filesOf(`carpetas/${row?.id}`)).toEqual([])
      expect(await readFile(join(folder, '.removed/carpetas', row?.id ?? '', row?.version ?? ''))).toEqual(
        bytes,
      )
    })

    it('moves within what one may change', async () => {
      const { name, bytes } = await put()
      const there = path()
      expect((await brunos.move(name, `${bruno}/mine.zip`)).error).toMatchObject({ status: 404 })
      expect((await anas.move(name, `${bruno}/gift.zip`)).error).toMatchObject({ status: 403 })
      expect((await anas.move(name, there)).error).toBeNull()
      expect((await anas.exists(name)).data).toBe(false)
      expect(await bytesOf((await anas.download(there)).data)).toEqual(bytes)
      const taken = await put()
      expect((await anas.move(there, taken.name)).error).toMatchObject({ status: 409 })
      expect(await bytesOf((await anas.download(taken.name)).data)).toEqual(taken.bytes)
    })

    it('moves and copies to another bucket under that bucket’s limits', async () => {
      const name = path()
      const picture = new Blob([pngSignature, randomBytes(500)], { type: 'image/png' })
      await anas.upload(name, picture)
      const there = `${ana}/${randomUUID()}.png`
      expect((await anas.move(name, there, { destinationBucket: 'fotos' })).error).toBeNull()
      const photos = clientOf(anasToken).storage.from('fotos')
      expect(await bytesOf((await photos.download(there)).data)).toEqual(await bytesOf(picture))
      const { name: archive } = await put()
      const refused = await anas.copy(archive, `${ana}/zip.png`, { destinationBucket: 'fotos' })
      expect(refused.error).toMatchObject({ status: 413 })
    })

    it('copies to a second, independent object', async () => {
      const { name, bytes } = await put()
      const there = path()
      const { data, error } = await anas.copy(name, there)
      expect(error).toBeNull()
      expect(data).toEqual({ path: `carpetas/${there}` })
      await anas.remove([name])
      expect(await bytesOf((await anas.download(there)).data)).toEqual(bytes)
      expect((await anas.copy(there, `${bruno}/a`)).error).toMatchObject({ status: 403 })
      expect((await brunos.copy(there, `${bruno}/a`)).error).toMatchObject({ status: 404 })
    })
  })

  describe('listing', () => {
    it('shows one level, folders first, and only what one may see', async () => {
      const base = `${ana}/lista-${randomUUID()}`
      for (const name of ['b.zip', 'A.zip', 'sub/1.zip', 'sub/2.zip', 'otra/x/y.zip'])
        await put(undefined, `${base}/${name}`)
      const { data } = await anas.list(base)
      expect(data?.map((entry) => [entry.name, entry.id === null])).toEqual([
        ['otra', true],
        ['sub', true],
        expect.arrayContaining([expect.stringMatching(/zip$/), false]),
        expect.arrayContaining([expect.stringMatching(/zip$/), false]),
      ])
      expect(data?.[2]).toMatchObject({ metadata: { size: 5000, mimetype: 'application/zip' } })
      const found = await anas.list(base, { search: 'a' })
      expect(found.data?.map((entry) => entry.name)).toEqual(['A.zip'])
      const paged = await anas.list(base, {
        limit: 2,
        offset: 1,
        sortBy: { column: 'created_at', order: 'desc' },
      })
      expect(paged.data).toHaveLength(2)
      expect((await brunos.list(base)).data).toEqual([])
      expect((await anas.list('%')).data).toEqual([])
    })
  })

  describe('repairing at the start', () => {
    const repair = () => repairStorage({ database: fresh.database, folder, now: () => clock })
    const anHourLater = () => {
      clock = new Date(Date.now() + 3_700_000)
    }

    it('leaves a sound store alone', async () => {
      await put()
      anHourLater()
      expect(await repair()).toEqual({ abandoned: 0, archived: 0, leftAlone: 0, broughtBack: 0, missing: [] })
    })

    it('puts files without a row aside, once they are old enough to be nobody’s', async () => {
      const { name } = await put()
      const [row] = await rowsOf(name)
      await fresh.database.query('delete from storage.objects where name = $1', [name])
      await writeFile(join(folder, '.incoming', 'half'), 'half')
      expect(await repair()).toMatchObject({ abandoned: 0, archived: 0 })
      anHourLater()
      expect(await repair()).toMatchObject({ abandoned: 1, archived: 1, missing: [] })
      expect(await filesOf('.incoming')).toEqual([])
      expect(await filesOf(`.removed/carpetas/${row?.id}`)).toHaveLength(2)
    })

    it('brings a file back when its row is there, and names a row whose file is nowhere', async () => {
      const kept = await put()
      const lost = await put()
      const [keptRow] = await rowsOf(kept.name)
      const [lostRow] = await rowsOf(lost.name)
      const away = join(folder, 'carpetas', keptRow?.id ?? '', keptRow?.version ?? '')
      await fresh.database.query('update storage.objects set version = $1 where name = $2', ['v0', kept.name])
      await utimes(away, 1, 1)
      expect(await repair()).toMatchObject({ archived: 1, missing: [keptRow?.id] })
      await fresh.database.query('update storage.objects set version = $1 where name = $2', [
        keptRow?.version,
        kept.name,
      ])
      await rm(join(folder, 'carpetas', lostRow?.id ?? '', lostRow?.version ?? ''))
      expect(await repair()).toMatchObject({ broughtBack: 1, missing: [lostRow?.id] })
      expect(await bytesOf((await anas.download(kept.name)).data)).toEqual(kept.bytes)
      await anas.remove([lost.name])
    })

    it('does not touch the files of a bucket when the database knows none of its objects', async () => {
      await put()
      const before = await filesOf('carpetas')
      await fresh.database.exec(
        'create table kept as select * from storage.objects; delete from storage.objects',
      )
      anHourLater()
      const report = await repair()
      await fresh.database.exec(
        `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
         select id, bucket_id, name, owner, owner_id, version, metadata, user_metadata from kept; drop table kept`,
      )
      expect(report).toMatchObject({ archived: 0, leftAlone: expect.any(Number) })
      expect(report.leftAlone).toBeGreaterThan(0)
      expect(await filesOf('carpetas')).toEqual(before)
    })
  })
})
