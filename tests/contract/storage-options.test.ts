import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ClosedWebSocket } from '#server/functions/closed-web-socket.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { createStorage } from '#server/storage/storage.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { keys, url } from './accounts.ts'
import { tusClient } from './resumable.ts'

const bucket = 'study_files'
const folderOf = randomUUID()

/** Unsupported options are refused by name: nothing that a client asks for is silently dropped. */
describe.each(engines())('options of files on $name', (engine) => {
  let fresh: FreshDatabase
  let folder = ''
  let storage: Service
  const authorization = `Bearer ${keys.serviceRoleKey}`
  const named = (option: string) => `The option ${option} is not supported by this server`
  const client = createClient(url, keys.serviceRoleKey, {
    global: { fetch: (input, init) => storage(new Request(input, init)) },
    realtime: { transport: ClosedWebSocket },
  })
  const files = client.storage.from(bucket)
  const path = () => `${folderOf}/${randomUUID()}.txt`

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'indice-storage-'))
    storage = createStorage({
      database: fresh.database,
      identify: createIdentify(createVerifyToken(keys)),
      folder,
      keys,
    })
  })
  afterAll(async () => {
    await fresh?.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  async function stored(): Promise<string> {
    const name = path()
    expect((await files.upload(name, Buffer.from('hola'), { contentType: 'text/plain' })).error).toBeNull()
    return name
  }
  const ask = (method: string, address: string, init: RequestInit = {}) =>
    storage(
      new Request(`${url}/storage/v1${address}`, {
        ...init,
        method,
        headers: { authorization, ...init.headers },
      }),
    )
  const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
    ask('POST', address, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  async function refusal(response: Response) {
    const body: unknown = await response.json()
    return { status: response.status, body }
  }
  const refused = (option: string) => ({
    status: 400,
    body: { statusCode: '400', error: 'NotSupported', message: named(option) },
  })

  it('refuses to transform, by every way that a client has', async () => {
    const name = await stored()
    const transform = { width: 100 }
    expect((await files.createSignedUrl(name, 60, { transform })).error).toMatchObject({
      status: 400,
      message: named('transform'),
    })
    expect((await files.download(name, { transform })).error).not.toBeNull()
    expect(await refusal(await ask('GET', `/object/${bucket}/${name}?width=100`))).toEqual(refused('width'))
  })

  it('refuses unknown fields of a body', async () => {
    const name = await stored()
    const relocation = { bucketId: bucket, sourceKey: name, destinationKey: path() }
    const asked: [string, Record<string, unknown>, string][] = [
      [`/object/sign/${bucket}/${name}`, { expiresIn: 60, versionId: 'x' }, 'versionId'],
      [`/object/sign/${bucket}`, { expiresIn: 60, paths: [name], transform: {} }, 'transform'],
      [`/object/list/${bucket}`, { prefix: folderOf, with_delimiter: true }, 'with_delimiter'],
      [`/object/list/${bucket}`, { sortBy: { column: 'name', nulls: 'last' } }, 'nulls'],
      ['/object/copy', { ...relocation, copyMetadata: false }, 'copyMetadata'],
      ['/object/move', { ...relocation, versionId: 'x', other: 1 }, 'versionId, other'],
    ]
    for (const [address, body, option] of asked) {
      expect(await refusal(await post(address, body)), address).toEqual(refused(option))
    }
    const removing = await ask('DELETE', `/object/${bucket}`, {
      body: JSON.stringify({ prefixes: [name], versionId: 'x' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(await refusal(removing)).toEqual(refused('versionId'))
    expect((await files.download(name)).error).toBeNull()
  })

  it('refuses unknown parameters of an address', async () => {
    const name = await stored()
    const asked: [string, string, string][] = [
      ['GET', `/object/${bucket}/${name}?versionId=x`, 'versionId'],
      ['GET', `/object/info/${bucket}/${name}?versionId=x`, 'versionId'],
      ['HEAD', `/object/${bucket}/${name}?versionId=x`, 'versionId'],
      ['DELETE', `/object/${bucket}/${name}?versionId=x`, 'versionId'],
      ['POST', `/object/${bucket}/${path()}?contentEncoding=gzip`, 'contentEncoding'],
      ['GET', '/bucket?limit=1&offset=0', 'limit, offset'],
    ]
    for (const [method, address, option] of asked) {
      const response = await ask(method, address)
      if (method === 'HEAD') expect(response.status, address).toBe(400)
      else expect(await refusal(response), address).toEqual(refused(option))
    }
    expect((await client.storage.listBuckets({ limit: 1 })).error).toMatchObject({ message: named('limit') })
    const { data } = await files.createSignedUrl(name, 60, { download: true })
    const signed = `${data?.signedUrl ?? ''}&format=origin`
    expect(await refusal(await storage(new Request(signed)))).toEqual(refused('format'))
    expect((await storage(new Request(data?.signedUrl ?? ''))).status).toBe(200)
    expect((await files.download(name, { cacheNonce: '7' })).error).toBeNull()
  })

  it('refuses an encoding of the content and unknown fields of a form, and keeps nothing', async () => {
    const name = path()
    const raw = await ask('POST', `/object/${bucket}/${name}`, {
      body: 'hola',
      headers: { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
    })
    expect(await refusal(raw)).toEqual(refused('content-encoding'))
    for (const place of ['before', 'after']) {
      const form = new FormData()
      if (place === 'before') form.append('contentEncoding', 'gzip')
      form.append('cacheControl', '3600')
      form.append('', new Blob(['hola'], { type: 'text/plain' }))
      if (place === 'after') form.append('contentEncoding', 'gzip')
      const sent = await ask('POST', `/object/${bucket}/${name}`, { body: form })
      expect(await refusal(sent), place).toEqual(refused('contentEncoding'))
    }
    expect((await files.info(name)).error).not.toBeNull()
    expect(await readdir(join(folder, '.incoming'))).toEqual([])
  })

  it('refuses to copy over another object, and unknown metadata of an upload in pieces', async () => {
    const name = await stored()
    const relocation = { bucketId: bucket, sourceKey: name, destinationKey: await stored() }
    for (const change of ['copy', 'move']) {
      const over = await post(`/object/${change}`, relocation, { 'x-upsert': 'true' })
      expect(await refusal(over), change).toEqual(refused('x-upsert'))
    }
    const tus = tusClient(storage, keys.serviceRoleKey)
    const about = { bucketName: bucket, objectName: path() }
    const sent = await tus.create({ ...about, contentEncoding: 'gzip' }, 4)
    expect([sent.status, (await sent.text()).trim()]).toEqual([400, named('contentEncoding')])
    expect((await tus.create(about, 4)).status).toBe(201)
  })
})
