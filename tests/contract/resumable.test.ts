import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { storageLimits } from '#server/base/numbers.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { createStorage } from '#server/storage/storage.ts'
import { startSweeping } from '#server/storage/sweep.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import { keys, url } from './accounts.ts'
import { endpoint, locationOf, offsetOf, type TusClient, tusClient } from './resumable.ts'

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return { ...real, statfs: vi.fn(real.statfs) }
})

const ana = randomUUID()
const bruno = randomUUID()
const tokenFor = (sub: string) =>
  new SignJWT({ role: 'authenticated', sub, aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('3d')
    .sign(new TextEncoder().encode(keys.jwtSecret))

const archive = (size: number) => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(size - 4)])

const setUp = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('carpetas', 'carpetas', false, null, null),
    ('fotos', 'fotos', false, 1000, '{image/*}');
  create table public.cerradas (folder text);
  grant select on public.cerradas to authenticated;
  create policy "test: own folder, see" on storage.objects for select to authenticated
    using ((storage.foldername(name))[1] = auth.uid()::text);
  create policy "test: own folder, add" on storage.objects for insert to authenticated
    with check ((storage.foldername(name))[1] = auth.uid()::text
      and (storage.foldername(name))[1] not in (select folder from public.cerradas));
  create policy "test: own folder, change" on storage.objects for update to authenticated
    using ((storage.foldername(name))[1] = auth.uid()::text);`

describe.each(engines())('resumable uploads on $name', (engine) => {
  let fresh: FreshDatabase
  let folder = ''
  let storage: Service
  let clock = new Date()
  let anas: TusClient
  let token = ''

  const open = () =>
    createStorage({
      database: fresh.database,
      identify: createIdentify(createVerifyToken(keys)),
      folder,
      keys,
      now: () => clock,
    })
  const name = () => `${ana}/${randomUUID()}.zip`
  const about = (objectName: string, more: Record<string, string> = {}) => ({
    bucketName: 'carpetas',
    objectName,
    contentType: 'application/zip',
    cacheControl: '3600',
    ...more,
  })
  const unfinished = async () => (await readdir(join(folder, '.unfinished')).catch(() => [])).sort()
  const stored = async (objectName: string) => {
    const response = await storage(
      new Request(`${url}/storage/v1/object/carpetas/${objectName}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const rowOf = async (objectName: string) => {
    const { rows } = await fresh.database.query<{ metadata: unknown; user_metadata: unknown; owner: string }>(
      'select metadata::jsonb as metadata, user_metadata::jsonb as user_metadata, owner::text as owner from storage.objects where name = $1',
      [objectName],
    )
    return rows[0]
  }
  /** Starts an upload and returns its address. */
  const begin = async (objectName: string, length: number, more: Record<string, string> = {}) => {
    const response = await anas.create(about(objectName, more), length)
    expect([response.status, await response.text()]).toEqual([201, ''])
    return locationOf(response)
  }

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    await fresh.database.exec(setUp)
    folder = await mkdtemp(join(tmpdir(), 'indice-resumable-'))
    token = await tokenFor(ana)
    storage = open()
    anas = tusClient((request) => storage(request), token)
  })
  afterEach(async () => {
    clock = new Date()
    vi.mocked(statfs).mockReset()
    await fresh.database.exec('delete from public.cerradas')
    await rm(join(folder, '.unfinished'), { recursive: true, force: true })
  })
  afterAll(async () => {
    await fresh?.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  it('says what it can do, to whoever asks', async () => {
    const response = await tusClient(storage, undefined).ask('OPTIONS', endpoint, {})
    expect(response.status).toBe(204)
    expect(response.headers.get('tus-version')).toBe('1.0.0')
    expect(response.headers.get('tus-extension')).toBe('creation,creation-with-upload,expiration,termination')
    expect(response.headers.get('tus-max-size')).toBe(String(storageLimits.unfinishedBytes))
  })

  it('stores the very bytes that came in pieces, their hash and what was said about them', async () => {
    const bytes = archive(300_000)
    const objectName = name()
    const address = await begin(objectName, bytes.byteLength, { metadata: '{"equipo":"tomógrafo"}' })
    expect(address).toMatch(/^\/storage\/v1\/upload\/resumable\/[0-9a-f]{32}$/)
    expect(offsetOf(await anas.head(address))).toBe(0)
    const first = await anas.patch(address, 0, bytes.subarray(0, 120_000))
    expect([first.status, offsetOf(first)]).toEqual([204, 120_000])
    expect(await rowOf(objectName)).toBeUndefined()
    const head = await anas.head(address)
    expect([head.status, offsetOf(head), head.headers.get('upload-length')]).toEqual([200, 120_000, '300000'])
    expect(head.headers.get('cache-control')).toBe('no-store')
    expect(head.headers.get('upload-metadata')).toContain(
      `objectName ${Buffer.from(objectName).toString('base64')}`,
    )
    const last = await anas.patch(address, 120_000, bytes.subarray(120_000))
    expect([last.status, offsetOf(last)]).toEqual([204, 300_000])
    expect(await stored(objectName)).toEqual({ status: 200, bytes })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await rowOf(objectName)).toMatchObject({
      owner: ana,
      metadata: { size: 300_000, mimetype: 'application/zip', cacheControl: 'max-age=3600', sha256 },
      user_metadata: { equipo: 'tomógrafo' },
    })
  })

  it('takes the first piece with the creation, a whole file, and an empty one', async () => {
    const bytes = archive(5000)
    const whole = name()
    const headers = {
      'upload-length': '5000',
      'upload-metadata': Object.entries(about(whole))
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
      'content-type': 'application/offset+octet-stream',
    }
    const response = await anas.ask('POST', endpoint, headers, bytes)
    expect([response.status, offsetOf(response)]).toEqual([201, 5000])
    expect((await stored(whole)).bytes).toEqual(bytes)
    const empty = name()
    await begin(empty, 0)
    expect(await stored(empty)).toEqual({ status: 200, bytes: Buffer.alloc(0) })
  })

  it('goes on where it was after a cut and after a restart', async () => {
    const bytes = archive(400_000)
    const objectName = name()
    const address = await begin(objectName, bytes.byteLength)
    let pulls = 0
    const cut = new ReadableStream({
      pull(controller) {
        if (pulls === 2) return controller.error(new Error('gone'))
        controller.enqueue(new Uint8Array(bytes.subarray(pulls * 50_000, (pulls + 1) * 50_000)))
        pulls += 1
      },
    })
    expect((await anas.patch(address, 0, cut)).status).toBe(400)
    const offset = offsetOf(await anas.head(address))
    expect(offset % 50_000).toBe(0)
    await anas.patch(address, offset, bytes.subarray(offset, 200_000))
    storage = open()
    expect(offsetOf(await anas.head(address))).toBe(200_000)
    expect((await anas.patch(address, 200_000, bytes.subarray(200_000))).status).toBe(204)
    expect((await stored(objectName)).bytes).toEqual(bytes)
    expect(await rowOf(objectName)).toMatchObject({
      metadata: { sha256: createHash('sha256').update(bytes).digest('hex') },
    })
  })

  it('hashes what is on the disk, also what nobody was told about', async () => {
    const bytes = archive(10_000)
    const objectName = name()
    const address = await begin(objectName, bytes.byteLength)
    await anas.patch(address, 0, bytes.subarray(0, 4000))
    // Like after a write that was confirmed only in part.
    await writeFile(join(folder, '.unfinished', address.split('/').pop() ?? ''), bytes.subarray(0, 6000))
    expect(offsetOf(await anas.head(address))).toBe(6000)
    expect((await anas.patch(address, 6000, bytes.subarray(6000))).status).toBe(204)
    expect(await rowOf(objectName)).toMatchObject({
      metadata: { sha256: createHash('sha256').update(bytes).digest('hex') },
    })
  })

  it('still knows one that was finished, and stores it once', async () => {
    const bytes = archive(5000)
    const objectName = name()
    const address = await begin(objectName, 5000)
    await anas.patch(address, 0, bytes)
    // The answer was lost: the client asks again, and sends nothing twice.
    expect(offsetOf(await anas.head(address))).toBe(5000)
    expect((await anas.patch(address, 5000, new Uint8Array(0))).status).toBe(204)
    expect((await anas.remove(address)).status).toBe(400)
    expect((await stored(objectName)).bytes).toEqual(bytes)
  })

  it('takes one back, and knows it no more', async () => {
    const address = await begin(name(), 5000)
    await anas.patch(address, 0, archive(100))
    expect((await anas.remove(address)).status).toBe(204)
    expect((await anas.head(address)).status).toBe(404)
    expect((await anas.patch(address, 100, archive(100))).status).toBe(404)
    expect((await anas.remove(address)).status).toBe(404)
    expect(await unfinished()).toEqual([])
  })

  it('tells until when, and answers 410 after that', async () => {
    const response = await anas.create(about(name()), 5000)
    const expires = Date.parse(response.headers.get('upload-expires') ?? '')
    expect(Math.abs(expires - clock.getTime() - 86_400_000)).toBeLessThan(2000)
    clock = new Date(expires + 2000)
    const address = locationOf(response)
    expect((await anas.head(address)).status).toBe(410)
    expect((await anas.patch(address, 0, archive(10))).status).toBe(410)
  })

  it('erases at the start what is too old, and leaves what may go on', async () => {
    const address = await begin(name(), 5000)
    await anas.patch(address, 0, archive(100))
    clock = new Date(Date.now() - 25 * 3_600_000)
    const old = await begin(name(), 5000)
    const id = (of: string) => of.split('/').pop() ?? ''
    await writeFile(join(folder, '.unfinished', 'ffff'), 'a part that nothing describes')
    const yesterday = Date.now() / 1000 - 25 * 3600
    for (const part of [id(old), `${id(old)}.json`, 'ffff'])
      await utimes(join(folder, '.unfinished', part), yesterday, yesterday)
    await (await startSweeping(folder))()
    expect(await unfinished()).toEqual([id(address), `${id(address)}.json`])
  })

  describe('refuses', () => {
    it.each([
      ['another’s folder', { objectName: `${bruno}/a.zip` }, 403],
      ['a path that climbs', { objectName: `${ana}/../${bruno}/a.zip` }, 400],
      ['an absolute path', { objectName: '/etc/passwd' }, 400],
      ['no name', { objectName: '' }, 400],
      ['a bucket that is none', { bucketName: 'otra' }, 404],
      ['a bucket that climbs', { bucketName: '../carpetas' }, 404],
      ['a folder of ours as the bucket', { bucketName: '.unfinished' }, 404],
      ['a type that the bucket does not take', { bucketName: 'fotos' }, 415],
      ['metadata that is no object', { metadata: '[1]' }, 400],
    ])('%s', async (_what, change, status) => {
      const response = await anas.create({ ...about(`${ana}/${randomUUID()}`), ...change }, 10)
      expect([response.status, response.headers.get('location')]).toEqual([status, null])
      expect(await unfinished()).toEqual([])
    })

    it.each([
      ['longer than one may be', String(storageLimits.unfinishedBytes + 1), 413],
      ['longer than any number', '9'.repeat(30), 400],
      ['below zero', '-1', 400],
      ['no number', '12x', 400],
    ])('a length that is %s', async (_what, length, status) => {
      expect((await anas.create(about(name()), length)).status).toBe(status)
      expect(await unfinished()).toEqual([])
    })

    it('a length that is longer than one may be, naming the limit', async () => {
      const response = await anas.create(about(name()), storageLimits.unfinishedBytes + 1)
      expect(await response.json()).toEqual({
        statusCode: '413',
        error: 'PT413',
        message: 'El archivo pesa más de 8 GB, el máximo que se puede subir.',
      })
    })

    it('a file over the limit of its bucket, one that is not of its type, and keeps nothing of it', async () => {
      const photo = { bucketName: 'fotos', contentType: 'image/png', objectName: `${ana}/a.png` }
      expect((await anas.create({ ...about(''), ...photo }, 1001)).status).toBe(413)
      const begun = await anas.create({ ...about(''), ...photo }, 500)
      const response = await anas.patch(locationOf(begun), 0, archive(500))
      expect([response.status, await response.text()]).toEqual([415, 'The file is not of its type image/png'])
      expect(await rowOf(`${ana}/a.png`)).toBeUndefined()
      expect(await unfinished()).toEqual([])
    })

    it('no token, a false one, and another’s upload', async () => {
      const address = await begin(name(), 5000)
      for (const [stranger, status] of [
        [tusClient(storage, undefined), 401],
        [tusClient(storage, 'x.y.z'), 401],
        [tusClient(storage, keys.anonKey), 404],
        [tusClient(storage, await tokenFor(bruno)), 404],
      ] as const) {
        expect((await stranger.head(address)).status).toBe(status)
        expect((await stranger.patch(address, 0, archive(10))).status).toBe(status)
        expect((await stranger.remove(address)).status).toBe(status)
        expect((await stranger.create(about(name()), 10)).status).toBe(status === 401 ? 401 : 403)
      }
      expect(offsetOf(await anas.head(address))).toBe(0)
    })

    it('a wrong offset, and bytes over the length, announced or not', async () => {
      const objectName = name()
      const address = await begin(objectName, 1000)
      await anas.patch(address, 0, archive(400))
      for (const [offset, status] of [
        [0, 409],
        [399, 409],
        [401, 409],
        [1000, 409],
        ['-1', 400],
        ['4e2', 400],
      ] as const)
        expect((await anas.patch(address, offset, archive(10))).status).toBe(status)
      expect((await anas.patch(address, 400, archive(601))).status).toBe(413)
      const endless = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(100)) })
      expect((await anas.patch(address, 400, endless)).status).toBe(413)
      expect(offsetOf(await anas.head(address))).toBeLessThanOrEqual(1000)
      expect(await rowOf(objectName)).toBeUndefined()
    })

    it('who may not store it any more, at every piece and at the end', async () => {
      const objectName = name()
      const address = await begin(objectName, 1000)
      await anas.patch(address, 0, archive(400))
      await fresh.database.query('insert into public.cerradas values ($1)', [ana])
      expect((await anas.head(address)).status).toBe(403)
      expect((await anas.patch(address, 400, archive(600))).status).toBe(403)
      await fresh.database.exec('delete from public.cerradas')
      // Closed during the last piece.
      const closing = new ReadableStream(
        {
          async pull(controller) {
            await fresh.database.query('insert into public.cerradas values ($1)', [ana])
            controller.enqueue(new Uint8Array(600))
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      expect((await anas.patch(address, 400, closing)).status).toBe(403)
      expect(await rowOf(objectName)).toBeUndefined()
      expect(await unfinished()).toEqual([])
    })

    it('more than one person may have unfinished, however fast they are begun', async () => {
      const tries = await Promise.all(
        Array.from({ length: storageLimits.unfinished + 4 }, () => anas.create(about(name()), 10)),
      )
      const statuses = tries.map(({ status }) => status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(storageLimits.unfinished)
      expect(statuses.filter((status) => status === 429)).toHaveLength(4)
      const brunos = tusClient(storage, await tokenFor(bruno))
      expect((await brunos.create(about(`${bruno}/a.zip`), 10)).status).toBe(201)
      // A finished or cancelled one makes room.
      const [first] = tries.filter(({ status }) => status === 201)
      await anas.remove(locationOf(first ?? new Response()))
      expect((await anas.create(about(name()), 10)).status).toBe(201)
    })

    it('more bytes than one person may have unfinished', async () => {
      vi.mocked(statfs).mockResolvedValue(disk(100 * 1024 ** 3))
      const most = await anas.create(about(name()), storageLimits.unfinishedBytes)
      expect(most.status).toBe(201)
      const more = await anas.create(about(name()), 1)
      expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(86_000)
      expect([more.status, await more.json()]).toEqual([
        429,
        {
          statusCode: '429',
          error: 'PT429',
          message: expect.stringMatching(/^Tienes demasiadas cargas sin terminar/),
        },
      ])
      vi.mocked(statfs).mockReset()
    })

    it('what the disk has no room for, with 507, and lets it go on once there is', async () => {
      const bytes = archive(1000)
      const objectName = name()
      const address = await begin(objectName, 1000)
      vi.mocked(statfs).mockResolvedValue(disk(0))
      expect((await anas.create(about(name()), 10)).status).toBe(507)
      const full = await anas.patch(address, 0, bytes)
      expect([full.status, await full.text()]).toEqual([507, 'There is no room left for files'])
      vi.mocked(statfs).mockReset()
      expect((await anas.patch(address, 0, bytes)).status).toBe(204)
      expect((await stored(objectName)).bytes).toEqual(bytes)
    })

    it('a name that was taken meanwhile', async () => {
      const objectName = name()
      const [one, two] = [await begin(objectName, 100), await begin(objectName, 200)]
      const bytes = archive(100)
      expect((await anas.patch(one, 0, bytes)).status).toBe(204)
      expect((await anas.patch(two, 0, archive(200))).status).toBe(409)
      expect((await anas.create(about(objectName), 10)).status).toBe(409)
      expect((await stored(objectName)).bytes).toEqual(bytes)
      const replacing = await anas.create(about(objectName), 200, { 'x-upsert': 'true' })
      const newer = archive(200)
      expect((await anas.patch(locationOf(replacing), 0, newer)).status).toBe(204)
      expect((await stored(objectName)).bytes).toEqual(newer)
    })

    it('what it does not know: a length to come, joining parts, another version, another type', async () => {
      const length = { 'upload-length': '10' }
      for (const [headers, status] of [
        [{ 'upload-defer-length': '1' }, 501],
        [{ ...length, 'upload-concat': 'partial' }, 501],
        [{ ...length, 'tus-resumable': '0.2.0' }, 400],
        [{ ...length, 'upload-metadata': 'bucketName ####' }, 400],
        [{}, 400],
      ] as const)
        expect((await anas.ask('POST', endpoint, { ...headers })).status).toBe(status)
      const address = await begin(name(), 10)
      const typed = await anas.patch(address, 0, archive(10), { 'content-type': 'application/zip' })
      expect(typed.status).toBe(400)
      expect((await anas.ask('GET', address, {})).status).toBe(404)
    })
  })

  it('two writers at once never mix: the later one takes over', async () => {
    const bytes = archive(200_000)
    const objectName = name()
    const address = await begin(objectName, bytes.byteLength)
    let feed: ReadableStreamDefaultController<Uint8Array> | undefined
    const stalled = new ReadableStream<Uint8Array>({
      start(controller) {
        feed = controller
        controller.enqueue(new Uint8Array(bytes.subarray(0, 50_000)))
      },
    })
    const first = anas.patch(address, 0, stalled)
    const file = join(folder, '.unfinished', address.split('/').pop() ?? '')
    await until(async () => expect((await stat(file)).size).toBe(50_000))
    const offset = offsetOf(await anas.head(address))
    expect(offset).toBe(50_000)
    const second = await anas.patch(address, offset, bytes.subarray(offset))
    expect(second.status).toBe(204)
    feed?.close()
    expect((await first).status).toBeLessThan(500)
    expect((await stored(objectName)).bytes).toEqual(bytes)
  })

  it('the same last piece sent many times at once is stored once', async () => {
    const bytes = archive(50_000)
    const objectName = name()
    const address = await begin(objectName, bytes.byteLength)
    const answers = await Promise.all(Array.from({ length: 4 }, () => anas.patch(address, 0, bytes)))
    for (const { status } of answers) expect([204, 404, 409]).toContain(status)
    expect((await stored(objectName)).bytes).toEqual(bytes)
    const { rows } = await fresh.database.query('select id from storage.objects where name = $1', [
      objectName,
    ])
    expect(rows).toHaveLength(1)
  })
})

/** What `statfs` reports for a disk with this many bytes left. */
function disk(free: number) {
  return { type: 0, bsize: 1, blocks: 0, bfree: 0, bavail: 512 * 1024 ** 2 + free, files: 0, ffree: 0 }
}
