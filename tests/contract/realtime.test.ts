import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { createVerifyToken } from '#server/identity.ts'
import { createRealtime } from '#server/realtime/realtime.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import { keys } from './accounts.ts'

const secret = new TextEncoder().encode(keys.jwtSecret)
const ana = randomUUID()
const bruno = randomUUID()

const tokenFor = (sub: string, until: number | string = '1h') =>
  new SignJWT({ role: 'authenticated', sub, aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(until)
    .sign(secret)

// The policy calls a function of the private schema, and reads another table under its own policies.
const setUp = `
  create function private.test_uid() returns uuid language sql stable return auth.uid();
  grant execute on function private.test_uid() to authenticated;
  create table public.prueba_enlaces (doctor uuid, patient uuid);
  create table public.prueba (
    id uuid primary key, owner uuid, nota text, precio numeric(10, 2), folio bigint, dia date,
    secreto text default 'secreto', created_at timestamptz default '2026-01-02 03:04:05.678+00');
  create table public.prueba_abierta (id int primary key);
  create table public.prueba_cerrada (id int primary key);
  create table public.prueba_callada (id int primary key);
  revoke all on public.prueba from anon, authenticated;
  grant select (id, owner, nota, precio, folio, dia, created_at) on public.prueba to authenticated;
  grant select on public.prueba_enlaces, public.prueba_abierta, public.prueba_cerrada, public.prueba_callada
    to authenticated;
  alter table public.prueba enable row level security;
  alter table public.prueba_cerrada enable row level security;
  alter table public.prueba_callada enable row level security;
  alter table public.prueba_enlaces enable row level security;
  create policy "test: doctors see their links" on public.prueba_enlaces for select to authenticated
    using (doctor = (select private.test_uid()));
  create policy "test: own rows" on public.prueba for select to authenticated
    using (owner = (select private.test_uid()));
  create policy "test: rows of linked patients" on public.prueba for select to authenticated
    using (exists (select from public.prueba_enlaces e where e.patient = prueba.owner));
  create policy "test: nothing hidden" on public.prueba as restrictive for select to authenticated
    using (nota is distinct from 'oculta');
  create policy "test: not for this role" on public.prueba for select to service_role using (true);
  alter publication supabase_realtime add table public.prueba, public.prueba_abierta, public.prueba_cerrada;
  select realtime.capture_published();`

type Payload = { eventType: string; new: Record<string, unknown>; old: Record<string, unknown> }
type Watch = {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  table?: string
  filter?: string
  select?: string[]
}

describe.each(engines())('live rows on $name', (engine) => {
  let fresh: FreshDatabase
  let realtime: ReturnType<typeof createRealtime>
  let server: Server
  let address = ''
  const clients: SupabaseClient[] = []

  async function serve(port = 0) {
    realtime = createRealtime({
      database: fresh.database,
      verify: createVerifyToken(keys),
      publicUrl: 'https://clinica.test',
    })
    server = createServer()
    server.on('upgrade', realtime.handleUpgrade)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    address = typeof bound === 'object' && bound ? `127.0.0.1:${bound.port}` : ''
  }
  async function stop() {
    await realtime.close()
    server.close()
  }

  beforeAll(async () => {
    vi.stubGlobal('WebSocket', WebSocket)
    fresh = await freshDatabase(engine)
    await fresh.database.exec(setUp)
    await serve()
  })
  afterAll(async () => {
    await stop()
    await fresh?.dispose()
    vi.unstubAllGlobals()
  })
  beforeEach(() => fresh.database.exec('truncate public.prueba, public.prueba_enlaces'))
  afterEach(async () => {
    for (const client of clients.splice(0)) {
      await client.removeAllChannels()
      await client.realtime.disconnect()
    }
  })

  const clientOf = async (token: string | (() => Promise<string>), vsn = '2.0.0') => {
    const client = createClient(`http://${address}`, keys.anonKey, {
      accessToken: typeof token === 'string' ? async () => token : token,
      realtime: { vsn, reconnectAfterMs: () => 20 },
    })
    clients.push(client)
    await client.realtime.setAuth()
    return client
  }

  /** All events of a subscription, in order; `status` settles with the first reply. */
  function watch(client: SupabaseClient, { event = '*', table = 'prueba', ...more }: Watch = {}) {
    const got: Payload[] = []
    const system: Record<string, unknown>[] = []
    const states: string[] = []
    let failure = ''
    const channel: RealtimeChannel = client.channel(randomUUID())
    channel
      .on('postgres_changes', { event, schema: 'public', table, ...more }, (payload) => {
        got.push({ eventType: payload.eventType, new: payload.new, old: payload.old })
      })
      .on('system', {}, (payload) => system.push(payload))
      .subscribe((status, error) => {
        states.push(status)
        failure = error?.message ?? failure
      })
    return {
      got,
      system,
      states,
      channel,
      failure: () => failure,
      ready: () => until(() => expect(states).toContain('SUBSCRIBED')),
      refused: () => until(() => expect(states).toContain('CHANNEL_ERROR')),
      /** Waits for the row inserted last, so that everything before it has arrived too. */
      until: (nota: string) => until(() => expect(got.map((payload) => payload.new.nota)).toContain(nota)),
    }
  }

  const insert = async (owner: string, nota: string, more: Record<string, unknown> = {}) => {
    const row = { id: randomUUID(), owner, nota, ...more }
    await fresh.database.query(
      `insert into public.prueba select (jsonb_populate_record(null::public.prueba, $1::jsonb)).*`,
      [JSON.stringify({ secreto: 'secreto', created_at: '2026-01-02T03:04:05.678+00:00', ...row })],
    )
    return row.id
  }
  const notes = (watched: { got: Payload[] }) => watched.got.map((payload) => payload.new.nota)

  it.each(['1.0.0', '2.0.0'])('tells who may see a row, and nobody else (protocol %s)', async (vsn) => {
    const anas = watch(await clientOf(await tokenFor(ana), vsn))
    const brunos = watch(await clientOf(await tokenFor(bruno), vsn))
    const nobodys = watch(await clientOf(keys.anonKey, vsn), { table: '*' })
    await Promise.all([anas.ready(), brunos.ready(), nobodys.ready()])
    const id = await insert(ana, 'de ana', { precio: 1234.5, folio: 7, dia: '2026-05-06' })
    await insert(bruno, 'de bruno')
    await Promise.all([anas.until('de ana'), brunos.until('de bruno')])
    expect(anas.got).toEqual([
      {
        eventType: 'INSERT',
        new: {
          id,
          owner: ana,
          nota: 'de ana',
          precio: 1234.5,
          folio: 7,
          dia: '2026-05-06',
          created_at: '2026-01-02T03:04:05.678+00:00',
        },
        old: {},
      },
    ])
    expect(notes(brunos)).toEqual(['de bruno'])
    expect(nobodys.got).toEqual([])
    expect(anas.system).toEqual([
      expect.objectContaining({
        extension: 'postgres_changes',
        status: 'ok',
        message: 'Subscribed to PostgreSQL',
      }),
    ])
  })

  it('asks the policies about the row as it was carried, even when it is gone or changed at once', async () => {
    const anas = watch(await clientOf(await tokenFor(ana)))
    const brunos = watch(await clientOf(await tokenFor(bruno)))
    await Promise.all([anas.ready(), brunos.ready()])
    const id = await fresh.database.transaction(async (tx) => {
      const made = randomUUID()
      await tx.query(`insert into public.prueba (id, owner, nota) values ($1, $2, 'breve')`, [made, ana])
      await tx.query(`update public.prueba set nota = 'oculta' where id = $1`, [made])
      await tx.query(`update public.prueba set owner = $2, nota = 'regalo' where id = $1`, [made, bruno])
      await tx.query('delete from public.prueba where id = $1', [made])
      return made
    })
    await insert(ana, 'fin')
    await insert(bruno, 'fin')
    await Promise.all([anas.until('fin'), brunos.until('fin')])
    expect(anas.got.map(({ eventType, new: { nota }, old }) => [eventType, nota, old])).toEqual([
      ['INSERT', 'breve', {}],
      ['INSERT', 'fin', {}],
    ])
    expect(brunos.got.map(({ eventType, new: { nota }, old }) => [eventType, nota, old])).toEqual([
      ['UPDATE', 'regalo', { id }],
      ['DELETE', undefined, { id }],
      ['INSERT', 'fin', {}],
    ])
  })

  it('reads other tables in a policy under their own policies', async () => {
    const anas = watch(await clientOf(await tokenFor(ana)))
    const brunos = watch(await clientOf(await tokenFor(bruno)))
    await Promise.all([anas.ready(), brunos.ready()])
    const patient = randomUUID()
    await fresh.database.query('insert into public.prueba_enlaces values ($1, $2)', [ana, patient])
    await insert(patient, 'de su paciente')
    await insert(bruno, 'fin')
    await Promise.all([anas.until('de su paciente'), brunos.until('fin')])
    expect(notes(brunos)).toEqual(['fin'])
  })

  it('keeps the events and filters apart', async () => {
    const client = await clientOf(await tokenFor(ana))
    const inserts = watch(client, { event: 'INSERT' })
    const updates = watch(client, { event: 'UPDATE' })
    const deletes = watch(client, { event: 'DELETE' })
    const equal = watch(client, { filter: 'nota=eq.uno' })
    const among = watch(client, { filter: 'nota=in.(uno,"do,s"),precio=gte.5' })
    const since = watch(client, { filter: 'dia=gt.2026-02-09' })
    const all = [inserts, updates, deletes, equal, among, since]
    await Promise.all(all.map((each) => each.ready()))
    const one = await insert(ana, 'uno', { precio: 10, dia: '2026-02-10' })
    await insert(ana, 'do,s', { precio: 4.99, dia: '2026-02-09' })
    await insert(ana, 'do,s', { precio: 5, dia: '2026-10-01' })
    await fresh.database.query(`update public.prueba set precio = 11 where id = $1`, [one])
    await fresh.database.query(`delete from public.prueba where id = $1`, [one])
    await until(() => expect(deletes.got).toHaveLength(1))
    await insert(ana, 'fin')
    await inserts.until('fin')
    expect(notes(inserts)).toEqual(['uno', 'do,s', 'do,s', 'fin'])
    expect(updates.got).toMatchObject([
      { eventType: 'UPDATE', new: { nota: 'uno', precio: 11 }, old: { id: one } },
    ])
    expect(deletes.got).toEqual([{ eventType: 'DELETE', new: {}, old: { id: one } }])
    expect(equal.got.map((payload) => payload.eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(among.got.map(({ eventType, new: row }) => [eventType, row.nota, row.precio])).toEqual([
      ['INSERT', 'uno', 10],
      ['INSERT', 'do,s', 5],
      ['UPDATE', 'uno', 11],
      ['DELETE', undefined, undefined],
    ])
    expect(notes(since)).toEqual(['uno', 'do,s', 'uno', undefined])
  })

  it('serves several bindings of one channel, and only the selected columns', async () => {
    const client = await clientOf(await tokenFor(ana))
    const heard: unknown[] = []
    const listen = (name: string) => (payload: { new: unknown }) => heard.push([name, payload.new])
    const states: string[] = []
    client
      .channel('varios')
      .on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'prueba', select: ['nota'] },
        listen('nota'),
      )
      .on('postgres_changes', { event: '*', schema: 'public', table: 'prueba', select: ['id'] }, listen('id'))
      .on('postgres_changes', { event: 'DELETE', schema: 'public', table: 'prueba' }, listen('delete'))
      .subscribe((status) => states.push(status))
    await until(() => expect(states).toEqual(['SUBSCRIBED']))
    const id = await insert(ana, 'una')
    await until(() => expect(heard).toHaveLength(2))
    expect(heard).toEqual([
      ['nota', { nota: 'una' }],
      ['id', { id }],
    ])
  })

  it('loses none of a burst, and keeps its order', async () => {
    const anas = watch(await clientOf(await tokenFor(ana)))
    await anas.ready()
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let turn = 0; turn < 50; turn += 1) await insert(ana, `${writer}-${turn}`)
    })
    await Promise.all(writers)
    await until(() => expect(anas.got).toHaveLength(200))
    for (let writer = 0; writer < 4; writer += 1) {
      const own = notes(anas).filter((nota) => String(nota).startsWith(`${writer}-`))
      expect(own).toEqual(Array.from({ length: 50 }, (_, turn) => `${writer}-${turn}`))
    }
    const { rows } = await fresh.database.query('select id::text from realtime.outbox')
    expect(rows).toEqual([])
  })

  // PGlite is one session: its transactions cannot overlap.
  if (engine.kind === 'postgres') {
    it('does not skip a transaction that commits late', async () => {
      const anas = watch(await clientOf(await tokenFor(ana)))
      await anas.ready()
      await fresh.database.transaction(async (tx) => {
        await tx.query(`insert into public.prueba (id, owner, nota) values ($1, $2, 'tarde')`, [
          randomUUID(),
          ana,
        ])
        await insert(ana, 'pronto')
        await anas.until('pronto')
      })
      await anas.until('tarde')
      expect(notes(anas)).toEqual(['pronto', 'tarde'])
    })
  }

  describe('who may subscribe', () => {
    it.each([
      ['a table without Row Level Security', { table: 'prueba_abierta' }, 'Unable to subscribe'],
      ['a table that is not live', { table: 'prueba_callada' }, 'Unable to subscribe'],
      ['a table that does not exist', { table: 'ninguna' }, 'Unable to subscribe'],
      ['a filter on a column that may not be read', { filter: 'secreto=eq.a' }, 'invalid column secreto'],
      ['a column that may not be read', { select: ['secreto'] }, 'invalid column secreto'],
      ['a filter with an unknown operator', { filter: 'nota=like.a' }, 'operator like is not supported'],
      ['a filter whose value is of another type', { filter: 'owner=eq.ana' }, 'does not fit its column'],
    ])('not to %s', async (_name, wanted, reason) => {
      const watched = watch(await clientOf(await tokenFor(ana)), wanted)
      await watched.refused()
      expect(watched.failure()).toContain(reason)
    })

    it('with a bad or an old token nobody', async () => {
      const forged = `${(await tokenFor(ana)).split('.').slice(0, 2).join('.')}.AAAA`
      const watched = watch(await clientOf(forged))
      await watched.refused()
      expect(watched.failure()).toContain('JwtSignatureError')
      const late = watch(await clientOf(await tokenFor(ana, 1)))
      await late.refused()
      expect(late.failure()).toContain('Token has expired')
    })

    it('a table without policies shows nothing', async () => {
      const client = await clientOf(await tokenFor(ana))
      const closed = watch(client, { table: 'prueba_cerrada' })
      const anas = watch(client)
      await Promise.all([closed.ready(), anas.ready()])
      await fresh.database.exec(
        'insert into public.prueba_cerrada values (1); delete from public.prueba_cerrada',
      )
      await insert(ana, 'fin')
      await anas.until('fin')
      expect(closed.got).toEqual([])
    })

    it('without a valid key the socket is refused', async () => {
      for (const [path, status] of [
        ['/realtime/v1/websocket?vsn=2.0.0', 401],
        ['/realtime/v1/websocket?apikey=x&vsn=2.0.0', 401],
        [`/realtime/v1/websocket?apikey=${keys.anonKey}&vsn=9`, 400],
        [`/realtime/v1/other?apikey=${keys.anonKey}`, 404],
      ] as const) {
        const socket = new WebSocket(`ws://${address}${path}`)
        socket.on('error', () => {})
        const [, response] = await once(socket, 'unexpected-response')
        expect([path, response.statusCode]).toEqual([path, status])
        socket.terminate()
      }
    })

    it('only pages of our own may open it, and what is no browser', async () => {
      const answerTo = async (origin: string | undefined) => {
        const socket = new WebSocket(
          `ws://${address}/realtime/v1/websocket?apikey=${keys.anonKey}&vsn=2.0.0`,
          { ...(origin !== undefined && { origin }) },
        )
        socket.on('error', () => {})
        const status = await Promise.race([
          once(socket, 'open').then(() => 101),
          once(socket, 'unexpected-response').then(([, response]) => response.statusCode),
        ])
        socket.terminate()
        return status
      }
      const answers: Record<string, number> = {}
      for (const origin of [
        `http://${address}`,
        'https://clinica.test',
        'https://otra.test',
        'https://clinica.test.otra.test',
        'http://clinica.test',
        'null',
      ])
        answers[origin] = await answerTo(origin)
      expect(answers).toEqual({
        [`http://${address}`]: 101,
        'https://clinica.test': 101,
        'https://otra.test': 403,
        'https://clinica.test.otra.test': 403,
        'http://clinica.test': 403,
        null: 403,
      })
      expect(await answerTo(undefined)).toBe(101)
    })

    it('one network holds only so many sockets, and gets another when one is closed', async () => {
      const small = createRealtime({
        database: fresh.database,
        verify: createVerifyToken(keys),
        maxFromOneNetwork: 2,
      })
      const door = createServer()
      door.on('upgrade', small.handleUpgrade)
      door.listen(0, '127.0.0.1')
      await once(door, 'listening')
      const bound = door.address()
      const port = typeof bound === 'object' && bound ? bound.port : 0
      const open = (from: string) => {
        const socket = new WebSocket(
          `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${keys.anonKey}&vsn=2.0.0`,
          { headers: { 'x-forwarded-for': from } },
        )
        socket.on('error', () => {})
        return socket
      }
      const statusOf = async (socket: WebSocket) => (await once(socket, 'unexpected-response'))[1].statusCode
      const [first, second] = [open('2001:db8::1'), open('2001:db8::2')]
      await Promise.all([once(first, 'open'), once(second, 'open')])
      expect(await statusOf(open('2001:db8::3'))).toBe(429)
      const elsewhere = open('2001:db8:0:1::1')
      await once(elsewhere, 'open')
      first.terminate()
      await until(async () => {
        const next = open('2001:db8::4')
        await Promise.race([once(next, 'open'), statusOf(next).then((status) => expect(status).toBe(101))])
        next.terminate()
      })
      await small.close()
      door.close()
    })

    it('to broadcast and presence nobody', async () => {
      const client = await clientOf(await tokenFor(ana))
      const reasonOf = async (name: string, prepare: (channel: RealtimeChannel) => RealtimeChannel) => {
        const channel = prepare(client.channel(name))
        const reason = await new Promise<string>((tell) => {
          channel.subscribe((status, error) => tell(`${status}: ${error?.message ?? ''}`))
        })
        await client.removeChannel(channel)
        return reason
      }
      const hear = () => {}
      expect(
        await reasonOf('charla', (channel) => channel.on('broadcast', { event: 'hola' }, hear)),
      ).toContain('CHANNEL_ERROR: Broadcast is not supported by this server')
      expect(
        await reasonOf('presentes', (channel) => channel.on('presence', { event: 'sync' }, hear)),
      ).toContain('CHANNEL_ERROR: Presence is not supported by this server')
    })
  })

  describe('tokens on an open socket', () => {
    it('one that comes after the join counts at once', async () => {
      const client = await clientOf(keys.anonKey)
      const watched = watch(client, { filter: `owner=eq.${ana}` })
      await watched.ready()
      await client.realtime.setAuth(await tokenFor(ana))
      await until(async () => {
        await insert(ana, 'después')
        expect(notes(watched)).toContain('después')
      })
    })

    it('a new one counts from the next row on', async () => {
      const anasToken = await tokenFor(ana)
      const brunosToken = await tokenFor(bruno)
      const client = await clientOf(anasToken)
      const watched = watch(client)
      await watched.ready()
      await insert(ana, 'uno')
      await watched.until('uno')
      await client.realtime.setAuth(brunosToken)
      await until(async () => {
        await insert(bruno, 'de bruno')
        expect(notes(watched)).toContain('de bruno')
      })
      await insert(ana, 'dos')
      await insert(bruno, 'fin')
      await watched.until('fin')
      expect(notes(watched)).not.toContain('dos')
    })

    it('ends the channel when it is over; the client comes back with its next one', async () => {
      const soon = Math.floor(Date.now() / 1000) + 2
      const tokens = [await tokenFor(ana, soon)]
      const client = await clientOf(async () => tokens[0] ?? '')
      const watched = watch(client)
      await watched.ready()
      tokens[0] = await tokenFor(ana)
      await until(() =>
        expect(watched.system).toContainEqual(
          expect.objectContaining({ status: 'error', message: 'Token has expired' }),
        ),
      )
      expect(watched.states).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR'])
      await client.realtime.setAuth()
      await until(() => expect(watched.system.at(-1)).toMatchObject({ status: 'ok' }))
      await insert(ana, 'otra vez')
      await watched.until('otra vez')
    })

    it('a refused one ends the channel at once', async () => {
      const client = await clientOf(await tokenFor(ana))
      const watched = watch(client)
      await watched.ready()
      await client.realtime.setAuth(`${await tokenFor(bruno)}x`)
      await watched.refused()
      expect(watched.system.at(-1)).toMatchObject({ status: 'error' })
    })
  })

  it('counts a policy that has changed from the next row on', async () => {
    const anas = watch(await clientOf(await tokenFor(ana)))
    await anas.ready()
    await insert(ana, 'antes')
    await anas.until('antes')
    await fresh.database.exec(
      `alter policy "test: own rows" on public.prueba using (owner = auth.uid() and folio = 1)`,
    )
    await insert(ana, 'después')
    await insert(ana, 'fin', { folio: 1 })
    await anas.until('fin')
    await fresh.database.exec(
      `alter policy "test: own rows" on public.prueba using (owner = (select private.test_uid()))`,
    )
    expect(notes(anas)).toEqual(['antes', 'fin'])
  })

  it('tells a channel that was left nothing more', async () => {
    const socket = new WebSocket(`ws://${address}/realtime/v1/websocket?apikey=${keys.anonKey}&vsn=2.0.0`)
    const told: [string, string, string, string][] = []
    socket.on('message', (data) => told.push(JSON.parse(String(data))))
    await once(socket, 'open')
    const change = { event: '*', schema: 'public', table: 'prueba' }
    const payload = { access_token: await tokenFor(ana), config: { postgres_changes: [change] } }
    for (const topic of ['realtime:left', 'realtime:stays']) {
      socket.send(JSON.stringify(['1', '1', topic, 'phx_join', payload]))
    }
    socket.send(JSON.stringify(['1', '2', 'realtime:left', 'phx_leave', {}]))
    await until(() => expect(told.map((message) => message[3])).toContain('phx_close'))
    await insert(ana, 'fin')
    const changed = () =>
      told.filter((message) => message[3] === 'postgres_changes').map((message) => message[2])
    await until(() => expect(changed()).toContain('realtime:stays'))
    socket.terminate()
    expect(changed()).toEqual(['realtime:stays'])
  })

  it('cuts the channels when a policy cannot be asked, instead of missing something', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const anas = watch(await clientOf(await tokenFor(ana)))
    await anas.ready()
    await fresh.database.exec('revoke execute on function private.test_uid() from authenticated, public')
    await insert(ana, 'no')
    await anas.refused()
    await fresh.database.exec('grant execute on function private.test_uid() to authenticated')
    expect(anas.got).toEqual([])
    expect(told).toHaveBeenCalled()
    told.mockRestore()
  })

  it('survives nonsense', async () => {
    const say = async (text: string | Buffer) => {
      const socket = new WebSocket(`ws://${address}/realtime/v1/websocket?apikey=${keys.anonKey}&vsn=2.0.0`)
      await once(socket, 'open')
      socket.send(text)
      const outcome = await Promise.race([
        once(socket, 'message').then(([data]) => JSON.parse(String(data))),
        once(socket, 'close').then(([code]) => code),
      ])
      socket.terminate()
      return outcome
    }
    expect(await say('hola')).toBe(1007)
    expect(await say(Buffer.alloc(3))).toBe(1007)
    expect(await say('x'.repeat(70_000))).toBe(1009)
    expect(await say('[null,"1","phoenix","heartbeat",{}]')).toEqual([
      null,
      '1',
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ])
    expect(await say('["1","1","otro","phx_join",{}]')).toMatchObject({ 4: { status: 'error' } })
    expect(await say('["1","1","realtime:a","phx_join",{"config":{"postgres_changes":"x"}}]')).toMatchObject({
      4: { status: 'error' },
    })
  })

  it('clients come back after a restart and hear what happens then', async () => {
    const anas = watch(await clientOf(await tokenFor(ana)))
    await anas.ready()
    const port = Number(address.split(':')[1])
    await stop()
    await insert(ana, 'mientras')
    await serve(port)
    await until(() => expect(anas.system.filter(({ status }) => status === 'ok')).toHaveLength(2))
    await insert(ana, 'después')
    await anas.until('después')
  })
})
