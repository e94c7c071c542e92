import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '#domain/store.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { createStorage } from '#server/storage/storage.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { type Sending, type SendingState, sendResumable } from '#web/backend/uploads/resumable.ts'
import { createTus, type Put, pieceBytes, TusFailure } from '#web/backend/uploads/tus.ts'
import { rememberUpload, unfinishedUpload } from '#web/backend/uploads/unfinished-uploads.ts'
import { keys, url } from './accounts.ts'

const ana = randomUUID()
const key = `upload-${'a'.repeat(64)}`
/** A message of ours, as the server sends it. */
const own = (error: string, message: string) => JSON.stringify({ error, message })

/** The portal's upload against the embedded backend, over a line that can be cut. */
describe.each(engines().slice(0, 1))('the portal sends in pieces, on $name', (engine) => {
  let fresh: FreshDatabase
  let folder = ''
  let storage: Service
  let token = ''
  /** Every request in order: method and, of a piece, its offset. */
  let line: string[] = []
  /** Decides what happens to a request; null lets it through. */
  let trouble: (what: string, count: number) => Response | 'cut' | 'lost' | null = () => null
  const kept = new Map<string, string>()

  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('authorization', `Bearer ${token}`)
    const what = `${request.method}${request.headers.has('upload-offset') ? ` ${request.headers.get('upload-offset')}` : ''}`
    line.push(what)
    const found = trouble(what, line.filter((one) => one === what).length)
    if (found === 'cut') throw new TypeError('fetch failed')
    if (found instanceof Response) return found
    const response = await storage(request)
    if (found === 'lost') throw new TypeError('fetch failed')
    return response
  }
  const put: Put = async (address, headers, body, { signal, onSent }) => {
    const init = { method: 'PATCH', headers, body: await body.arrayBuffer(), signal }
    const response = await send(address, init).catch(() => {
      throw new TusFailure(0)
    })
    if (!response.ok) throw new TusFailure(response.status, await response.text())
    onSent(body.size)
    return (name) => response.headers.get(name)
  }
  const reach = {
    at: (path: string) => new URL(path, `${url}/`),
    anonKey: keys.anonKey,
    accessToken: async () => token,
    fetch: send,
  }
  /** Whether the exact bytes are stored; else the status. */
  const isStored = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await storage(new Request(`${url}/storage/v1/object/carpetas/${path}`, { headers }))
    return response.ok ? content.equals(Buffer.from(await response.arrayBuffer())) : response.status
  }
  const unfinished = () => readdir(join(folder, '.unfinished')).catch(() => [])
  const content = randomBytes(pieceBytes * 2 + 1000)
  const blob = new Blob([content])
  const start = (path: string, sending: Sending = {}) =>
    sendResumable(createTus(reach, put), 'upload_file', { bucket: 'carpetas', path }, blob, sending, pause)
  /** A connection that stays cut would be retried for ever. */
  let pauses = 0
  let waited: number[] = []
  const pause = async (ms: number) => {
    waited.push(ms)
    pauses += 1
    if (pauses > 40) throw new Error('It tries without an end')
    await new Promise((resolve) => setImmediate(resolve))
  }
  const failureOf = async (sent: Promise<unknown>): Promise<AppError> => {
    const failure = await sent.then(
      () => null,
      (error: unknown) => error,
    )
    if (!(failure instanceof AppError)) throw new Error('It did not fail as it should')
    return failure
  }
  const name = () => `${ana}/${randomUUID()}/estudio.zip`

  beforeAll(async () => {
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    })
    fresh = await freshDatabase(engine)
    await fresh.database.exec(`
      insert into storage.buckets (id, name, public) values ('carpetas', 'carpetas', false);
      create policy "test: own folder, see" on storage.objects for select to authenticated
        using ((storage.foldername(name))[1] = auth.uid()::text);
      create policy "test: own folder, add" on storage.objects for insert to authenticated
        with check ((storage.foldername(name))[1] = auth.uid()::text);`)
    folder = await mkdtemp(join(tmpdir(), 'indice-sender-'))
    token = await new SignJWT({ role: 'authenticated', sub: ana, aal: 'aal1' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(keys.jwtSecret))
    storage = createStorage({
      database: fresh.database,
      identify: createIdentify(createVerifyToken(keys)),
      folder,
      keys,
    })
  })
  beforeEach(async () => {
    line = []
    pauses = 0
    waited = []
    trouble = () => null
    kept.clear()
    await rm(join(folder, '.unfinished'), { recursive: true, force: true })
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await fresh?.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  it('in pieces of 6 MB, and tells how far it is', async () => {
    const path = name()
    const sent: number[] = []
    expect(await start(path, { key, onSent: (bytes) => sent.push(bytes) })).toBe(path)
    expect(line).toEqual(['POST', 'PATCH 0', `PATCH ${pieceBytes}`, `PATCH ${pieceBytes * 2}`])
    expect(sent.at(-1)).toBe(content.byteLength)
    expect(await isStored(path)).toBe(true)
    expect(kept.size).toBe(0)
  })

  it('goes on by itself after cuts, from where the server is', async () => {
    const path = name()
    const states: SendingState[] = []
    // A piece that never arrives, one whose answer is lost, and a server that is down for a moment.
    trouble = (what, count) => {
      if (what === 'PATCH 0' && count === 1) return 'cut'
      if (what === `PATCH ${pieceBytes}`) return 'lost'
      return what === 'HEAD' && count < 4 ? new Response(null, { status: 503 }) : null
    }
    await start(path, { onState: (state) => states.push(state) })
    expect(line.filter((what) => what.startsWith('PATCH'))).toEqual([
      'PATCH 0',
      'PATCH 0',
      `PATCH ${pieceBytes}`,
      `PATCH ${pieceBytes * 2}`,
    ])
    expect(states).toContain('waiting')
    expect(await isStored(path)).toBe(true)
  })

  it('is done when only the last answer was lost', async () => {
    const path = name()
    trouble = (what) => (what === `PATCH ${pieceBytes * 2}` ? 'lost' : null)
    expect(await start(path)).toBe(path)
    expect(line.slice(-2)).toEqual(['HEAD', 'GET'])
    expect(await isStored(path)).toBe(true)
  })

  it('goes on after a reload, under the path of before', async () => {
    const path = name()
    const gone = new AbortController()
    trouble = (what) => {
      if (what !== `PATCH ${pieceBytes}`) return null
      // The page is gone: it sends the server nothing more.
      trouble = () => 'cut'
      gone.abort()
      return 'cut'
    }
    await failureOf(start(path, { key, signal: gone.signal }))
    const [facts = ''] = (await unfinished()).filter((file) => file.endsWith('.json'))
    rememberUpload(key, `${url}/storage/v1/upload/resumable/${facts.replace('.json', '')}`)
    line = []
    trouble = () => null
    expect(await start(name(), { key })).toBe(path)
    expect(line).toEqual(['HEAD', `PATCH ${pieceBytes}`, `PATCH ${pieceBytes * 2}`])
    expect(await isStored(path)).toBe(true)
    expect(unfinishedUpload(key)).toBeNull()
  })

  it('begins anew when the server knows it no more', async () => {
    rememberUpload(key, `${url}/storage/v1/upload/resumable/${'0'.repeat(32)}`)
    const path = name()
    expect(await start(path, { key })).toBe(path)
    expect(line.slice(0, 3)).toEqual(['HEAD', 'POST', 'PATCH 0'])
    expect(await isStored(path)).toBe(true)
  })

  it('stands still while it is paused, and goes on', async () => {
    const path = name()
    const pause = createStore(false)
    const states: SendingState[] = []
    trouble = (what, count) => {
      if (what !== `PATCH ${pieceBytes}` || count > 1) return null
      pause.set(true)
      return 'cut'
    }
    const sent = start(path, { pause, onState: (state) => states.push(state) })
    await until(() => expect(states.at(-1)).toBe('paused'))
    const asked = line.length
    await new Promise((resolve) => setImmediate(resolve))
    expect(line).toHaveLength(asked)
    pause.set(false)
    await sent
    expect(await isStored(path)).toBe(true)
  })

  it('leaves nothing behind when it is cancelled, also while it is paused', async () => {
    for (const paused of [false, true]) {
      const stop = new AbortController()
      const pause = createStore(false)
      trouble = (what) => {
        if (what !== `PATCH ${pieceBytes}`) return null
        pause.set(paused)
        stop.abort()
        return 'cut'
      }
      const path = name()
      expect(await failureOf(start(path, { key, signal: stop.signal, pause }))).toMatchObject({
        code: 'upload_file',
        reason: 'cancelled',
      })
      expect(await unfinished()).toEqual([])
      expect(kept.size).toBe(0)
      expect(await isStored(path)).toBe(404)
    }
  })

  it.each([
    [507, 'There is no room left for files', 'no_room', null],
    [403, 'new row violates row-level security policy', 'forbidden', null],
    [413, 'Maximum size exceeded', 'too_large', null],
    [413, own('PT413', 'El archivo pesa más de 8 GB.'), 'too_large', 'El archivo pesa más de 8 GB.'],
    [429, own('PT429', 'Tienes demasiadas cargas.'), 'limit', 'Tienes demasiadas cargas.'],
    [429, 'Tienes demasiadas cargas.', 'limit', null],
    [401, 'JWT expired', 'session', null],
  ])('gives up on %i and says why', async (status, text, reason, detail) => {
    trouble = (what) => (what === 'PATCH 0' ? new Response(text, { status }) : null)
    const failure = await failureOf(start(name(), { key }))
    expect(failure).toMatchObject({ code: 'upload_file', reason, detail })
  })

  it('asks a server that fails a few times more, and then says so', async () => {
    trouble = (what) => (what === 'PATCH 0' ? new Response('', { status: 500 }) : null)
    const states: SendingState[] = []
    const onState = (state: SendingState) => void states.push(state)
    expect(await failureOf(start(name(), { onState }))).toMatchObject({ reason: 'server' })
    expect(line.filter((what) => what === 'PATCH 0')).toHaveLength(3)
    expect(states).not.toContain('waiting')
    // 2 + 4 seconds in all, instead of 90.
    expect(waited.reduce((sum, ms) => sum + ms, 0)).toBe(6000)
  })
})
