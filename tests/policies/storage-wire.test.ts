import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Service } from '#server/identity.ts'
import { createStorage } from '#server/storage/storage.ts'
import { locationOf, tusClient } from '#tests/contract/resumable.ts'
import { engines } from '#tests/engines.ts'
import { type Caller, callers, identityOf, people } from './people.ts'
import { rehearse } from './rehearse.ts'
import { identify, keys, tokens, undoing } from './wire.ts'
import { useWorld } from './world.ts'

const buckets = ['study_files', 'profile_photos'] as const
type Bucket = (typeof buckets)[number]

const folders = Object.values(people)
const newName = { study_files: 'nuevo.zip', profile_photos: 'nueva.jpg' } as const
/** As a JPEG begins. */
const bytes = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Buffer.from('JFIF'), 0)
const typeOf = { study_files: 'application/zip', profile_photos: 'image/jpeg' } as const

/** The storage service allows each caller what the policies allow, which `storage.test.ts` tests statement by statement. */
describe.each(engines())('storage over HTTP on $name', (engine) => {
  const world = useWorld(engine)
  let folder: string
  let service: Service
  const stored: Record<Bucket, string[]> = { study_files: [], profile_photos: [] }
  const places: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-matrix-'))
    service = createStorage({ database: undoing(world()), identify, folder, keys })
    for (const bucket of buckets) {
      await world().query(
        `update storage.objects set version = 'v', metadata = jsonb_build_object('size', 11, 'mimetype', $2::text)
         where bucket_id = $1`,
        [bucket, typeOf[bucket]],
      )
      const { rows } = await world().query<{ id: string; name: string }>(
        'select id::text, name from storage.objects where bucket_id = $1 order by name',
        [bucket],
      )
      stored[bucket] = rows.map(({ name }) => name)
      places.push(...rows.map(({ id }) => join(folder, bucket, id)))
    }
  })
  // A removed file is kept aside, and only its row comes back.
  beforeEach(async () => {
    for (const place of places) {
      await mkdir(place, { recursive: true })
      await writeFile(join(place, 'v'), bytes)
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function ask(caller: Caller, method: string, path: string, body?: unknown, type?: string) {
    const response = await service(
      new Request(`http://clinica.test/storage/v1/object/${path}`, {
        method,
        headers: {
          apikey: keys.anonKey,
          authorization: `Bearer ${tokens[caller]}`,
          'content-type': type ?? 'application/json',
        },
        body: type ? bytes : JSON.stringify(body ?? {}),
      }),
    )
    expect(response.status).toBeLessThan(500)
    const json: unknown = await response.json()
    return { ok: response.ok, json }
  }

  /** The names for which the caller's statement touches a row; `$1` is the bucket, `$2` the name. */
  const allowed = (caller: Caller, bucket: Bucket, names: readonly string[], sql: string) =>
    rehearse(world(), identityOf(caller), async (stage) => {
      const done: string[] = []
      for (const name of names) {
        const { outcome } = await stage.attempt(sql, [bucket, name], async () => {})
        if (outcome === 'done') done.push(name)
      }
      return done
    })

  async function answered(names: readonly string[], request: (name: string) => Promise<{ ok: boolean }>) {
    const done: string[] = []
    for (const name of names) if ((await request(name)).ok) done.push(name)
    return done
  }

  const readSql = 'select id from storage.objects where bucket_id = $1 and name = $2'
  const addSql = 'insert into storage.objects (bucket_id, name) values ($1, $2)'

  describe.each(buckets)('%s', (bucket) => {
    const fresh = folders.map((id) => `${id}/${newName[bucket]}`)

    it.each(callers)('is listed and signed for %s as far as they may read', async (caller) => {
      const names = stored[bucket]
      const readable = await allowed(caller, bucket, names, readSql)
      expect(
        await answered(names, (name) => ask(caller, 'POST', `sign/${bucket}/${name}`, { expiresIn: 60 })),
      ).toEqual(readable)
      const listed: string[] = []
      for (const prefix of folders) {
        const { json } = await ask(caller, 'POST', `list/${bucket}`, { prefix })
        for (const { name } of json as { name: string }[]) listed.push(`${prefix}/${name}`)
      }
      expect(listed.sort()).toEqual([...readable].sort())
    })

    it.each(callers)('takes uploads of %s where they may add', async (caller) => {
      expect(
        await answered(fresh, (name) => ask(caller, 'POST', `${bucket}/${name}`, undefined, typeOf[bucket])),
      ).toEqual(await allowed(caller, bucket, fresh, addSql))
    })

    it.each(callers)('takes resumable uploads of %s where they may add', async (caller) => {
      const client = tusClient(service, tokens[caller])
      const statuses: Record<string, number[]> = {}
      for (const objectName of fresh) {
        const about = { bucketName: bucket, objectName, contentType: 'image/jpeg' }
        const begun = await client.create(about, bytes.byteLength)
        const sent = begun.status === 201 && (await client.patch(locationOf(begun), 0, bytes))
        statuses[objectName] = sent ? [begun.status, sent.status] : [begun.status]
      }
      const may = await allowed(caller, bucket, fresh, addSql)
      expect(statuses).toEqual(
        Object.fromEntries(fresh.map((name) => [name, may.includes(name) ? [201, 204] : [403]])),
      )
    })

    it.each(callers)('lets %s replace what they may replace', async (caller) => {
      const names = stored[bucket]
      expect(
        await answered(names, (name) => ask(caller, 'PUT', `${bucket}/${name}`, undefined, typeOf[bucket])),
      ).toEqual(
        await allowed(
          caller,
          bucket,
          names,
          `update storage.objects set metadata = '{}' where bucket_id = $1 and name = $2`,
        ),
      )
    })

    it.each(callers)('lets %s move what they may rename', async (caller) => {
      const names = stored[bucket]
      expect(
        await answered(names, (name) =>
          ask(caller, 'POST', 'move', { bucketId: bucket, sourceKey: name, destinationKey: `${name}.bis` }),
        ),
      ).toEqual(
        await allowed(
          caller,
          bucket,
          names,
          `update storage.objects set name = name || '.bis' where bucket_id = $1 and name = $2`,
        ),
      )
    })

    it.each(callers)('lets %s remove what they may delete', async (caller) => {
      const names = stored[bucket]
      const { json } = await ask(caller, 'DELETE', bucket, { prefixes: names })
      expect((json as { name: string }[]).map(({ name }) => name).sort()).toEqual(
        (
          await allowed(
            caller,
            bucket,
            names,
            'delete from storage.objects where bucket_id = $1 and name = $2',
          )
        ).sort(),
      )
    })
  })

  it.each(callers)('copies for %s what they may read, to where they may add', async (caller) => {
    const [source = ''] = stored.study_files.filter((name) => name.endsWith('/libre.zip'))
    const copies = folders.map((id) => `${id}/copia.zip`)
    const [readable] = await allowed(caller, 'study_files', [source], readSql)
    expect(
      await answered(copies, (name) =>
        ask(caller, 'POST', 'copy', { bucketId: 'study_files', sourceKey: source, destinationKey: name }),
      ),
    ).toEqual(readable ? await allowed(caller, 'study_files', copies, addSql) : [])
  })

  it('leaves the world as it was', async () => {
    const { rows } = await world().query<{ count: number }>(
      'select count(*)::int as count from storage.objects',
    )
    expect(rows[0]?.count).toBe(stored.study_files.length + stored.profile_photos.length)
  })
})
