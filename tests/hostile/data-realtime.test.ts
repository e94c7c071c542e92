import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { createVerifyToken } from '#server/identity.ts'
import { createRealtime } from '#server/realtime/realtime.ts'
import { keys } from '#tests/contract/accounts.ts'
import { engines } from '#tests/engines.ts'
import { type Caller, emailOf, identityOf, people } from '#tests/policies/people.ts'
import { appointments, requests } from '#tests/policies/world.ts'
import { until } from '#tests/until.ts'
import { tokenOf, useClinic } from './data-stage.ts'

type RealtimeMessage = { topic: string; event: string; payload: Record<string, unknown> }
type Change = { event?: string; schema?: string; table?: string; filter?: string; select?: string[] }

/** A raw socket between the attacker and the server. */
type Line = {
  say(topic: string, event: string, payload: unknown): void
  raw(data: string | Buffer): void
  messages: RealtimeMessage[]
  /** Joins a topic and returns how that ended: `ok`, or the reason. */
  join(topic: string, config: unknown, token?: string): Promise<string>
  /** The changed rows that it was sent, as `table id`. */
  rows(): string[]
  closed(): Promise<number>
  socket: WebSocket
}

const changesOf = (...postgres_changes: Change[]) => ({ postgres_changes })
const requestsOf = changesOf({ event: '*', schema: 'public', table: 'study_requests' })

describe.each(engines())('live channels under attack on $name', (engine) => {
  const { database } = useClinic(engine)
  let realtime: ReturnType<typeof createRealtime>
  let server: Server
  let address = ''
  let ahead = 0
  /** The stopped clock's time, in ms; undefined while it runs. */
  let stopped: number | undefined
  const lines: Line[] = []

  beforeAll(async () => {
    // The rows of the clinic: on a slow machine their inserts would still be sent to the first who listens.
    await database().exec('delete from realtime.outbox')
    const now = () => new Date((stopped ?? Date.now()) + ahead)
    realtime = createRealtime({ database: database(), verify: createVerifyToken(keys), now })
    server = createServer()
    server.on('upgrade', realtime.handleUpgrade)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    address = typeof bound === 'object' && bound ? `127.0.0.1:${bound.port}` : ''
  })
  afterEach(() => {
    stopped = undefined
    for (const { socket } of lines.splice(0)) socket.terminate()
  })
  afterAll(async () => {
    await realtime.close()
    server.close()
  })

  async function open(): Promise<Line> {
    const socket = new WebSocket(`ws://${address}/realtime/v1/websocket?vsn=1.0.0&apikey=${keys.anonKey}`)
    await once(socket, 'open')
    const messages: RealtimeMessage[] = []
    let ref = 0
    const over = once(socket, 'close').then(([code]) => Number(code))
    socket.on('error', () => {})
    socket.on('message', (data) => messages.push(JSON.parse(String(data))))
    const line: Line = {
      socket,
      messages,
      raw: (data) => socket.send(data),
      say: (topic, event, payload) => {
        ref += 1
        socket.send(JSON.stringify({ topic, event, payload, ref: String(ref), join_ref: String(ref) }))
      },
      join: async (topic, config, token) => {
        const seen = messages.length
        line.say(topic, 'phx_join', { config, access_token: token })
        return until(() => {
          const reply = messages.slice(seen).find((one) => one.topic === topic && one.event === 'phx_reply')
          if (!reply) throw new Error('no answer yet')
          const response: unknown = reply.payload.response
          return reply.payload.status === 'ok' ? 'ok' : String(Reflect.get(Object(response), 'reason'))
        })
      },
      rows: () =>
        messages
          .filter(({ event }) => event === 'postgres_changes')
          .map(({ payload }) => {
            const data = Object(payload.data)
            return `${data.table} ${Object(data.record ?? data.old_record).id}`
          }),
      closed: () => over,
    }
    lines.push(line)
    return line
  }

  /** Changes one row of doctor A, one of doctor B and one request, and waits until doctor A receives them. */
  async function changeRows(): Promise<void> {
    const witness = await open()
    expect(
      await witness.join(
        'realtime:witness',
        changesOf({ event: '*', schema: 'public', table: 'study_requests' }),
        await tokenOf('doctorA'),
      ),
    ).toBe('ok')
    for (const sql of [
      `update public.citas set nombre = gen_random_uuid()::text where id in ('${appointments.A}', '${appointments.B}')`,
      `update public.study_requests set patient_phone = (5550000000 + id % 1000)::text where id in (${requests.A}, ${requests.B})`,
    ])
      await database().query(sql)
    await until(() => expect(witness.rows()).toHaveLength(2), 60)
  }

  it.each([
    ['a table that is not live', { table: 'profiles' }],
    ['a table of another name', { table: 'CITAS' }],
    ['a table with SQL', { table: 'citas"; select 1; --' }],
    ['a closed schema', { schema: 'private', table: 'audit_log' }],
    ['the users', { schema: 'auth', table: 'users' }],
    ['the changes that wait', { schema: 'realtime', table: 'outbox' }],
    ['every schema', { schema: '*', table: 'citas' }],
    ['a partition of a name', { schema: 'public', table: 'public.citas' }],
    ['a column that is none', { table: 'citas', filter: 'secreto=eq.1' }],
    ['a column with SQL', { table: 'citas', filter: 'id"=eq.1 or 1=1--=eq.1' }],
    ['a filter of SQL', { table: 'citas', filter: "status=eq.x' or '1'='1" }],
    ['a value of another type', { table: 'citas', filter: 'id=eq.1 or 1=1' }],
    ['a day that is none', { table: 'citas', filter: 'appointment_date=gt.ayer' }],
    ['an operator that is not known', { table: 'citas', filter: 'nombre=match.(a+)+$' }],
    ['a filter on every table', { filter: 'id=eq.1' }],
    ['a selection of what is none', { table: 'citas', select: ['patient', '*'] }],
    ['an event that is none', { event: 'TRUNCATE', table: 'citas' }],
    ['a filter of 5,000 letters', { table: 'citas', filter: `nombre=eq.${'x'.repeat(5000)}` }],
  ])('nobody watches %s', async (what, change) => {
    const line = await open()
    const answer = await line.join(
      'realtime:x',
      changesOf({ event: '*', schema: 'public', ...change }),
      await tokenOf('patientA'),
    )
    await changeRows()
    const messages = line.rows()
    // A text is a value like any other; it matches nothing.
    if (what === 'a filter of SQL') expect([answer, messages]).toEqual(['ok', []])
    else expect([answer === 'ok', messages]).toEqual([false, []])
    expect(answer).not.toMatch(/syntax|relation|policy|@clinica/i)
  })

  it.each([
    ['anonymous', 0],
    ['newPatient', 0],
    ['newAdmin', 0],
    ['closedDoctor', 0],
    ['factorDue', 0],
    ['erased', 0],
    // Its claims lie; it gets patient B's own row and request.
    ['liar', 2],
    ['patientB', 2],
    // Appointment B and, like every doctor, both requests.
    ['doctorB', 3],
  ] as const)('%s hears of %i rows, whatever they ask for', async (who: Caller, count) => {
    const line = await open()
    const token = await tokenOf(who)
    const everything = { event: '*', schema: 'public', table: '*' }
    expect(await line.join('realtime:*', changesOf(everything), token)).toBe('ok')
    // A filter that matches only rows of others, on the same changes.
    const oracle = `patient_email=eq.${emailOf('patientA')}`
    await line.join(
      'realtime:oracle',
      changesOf({ event: '*', schema: 'public', table: 'study_requests', filter: oracle }),
      token,
    )
    await changeRows()
    await until(() =>
      expect(
        line.messages.filter(({ topic, event }) => topic === 'realtime:*' && event === 'postgres_changes'),
      ).toHaveLength(count),
    )
    const oracleMessages = line.messages.filter(
      ({ topic, event }) => topic === 'realtime:oracle' && event === 'postgres_changes',
    )
    expect(oracleMessages).toHaveLength(who === 'doctorB' ? 1 : 0)
  })

  it.each([
    'phoenix',
    'realtime:',
    'realtime',
    'public:citas',
    '__proto__',
    `realtime:${'x'.repeat(300)}`,
    'REALTIME:x',
  ])('no channel is called $0', async (topic) => {
    const line = await open()
    expect(
      await line.join(
        topic,
        changesOf({ event: '*', schema: 'public', table: 'citas' }),
        await tokenOf('doctorA'),
      ),
    ).not.toBe('ok')
  })

  it('a topic that sounds like more is worth no more', async () => {
    const line = await open()
    const token = await tokenOf('patientB')
    for (const topic of [
      `realtime:public:citas:id=eq.${appointments.A}`,
      'realtime:admin',
      'realtime:service_role',
      'realtime:constructor',
    ])
      expect(
        await line.join(
          topic,
          changesOf({ event: '*', schema: 'public', table: 'citas', filter: `id=eq.${appointments.A}` }),
          token,
        ),
      ).toBe('ok')
    await changeRows()
    expect(line.rows()).toEqual([])
  })

  it('broadcast, presence and private channels are nobody’s', async () => {
    const line = await open()
    const token = await tokenOf('mainAdmin')
    expect(await line.join('realtime:a', { private: true }, token)).not.toBe('ok')
    expect(await line.join('realtime:b', { presence: { enabled: true } }, token)).not.toBe('ok')
    const appointments = changesOf({ event: '*', schema: 'public', table: 'citas' })
    for (const broadcast of [{ self: true }, { ack: true }])
      expect(await line.join('realtime:c', { ...appointments, broadcast }, token)).not.toBe('ok')
    expect(await line.join('realtime:c', {}, token)).not.toBe('ok')
    expect(await line.join('realtime:c', appointments, token)).toBe('ok')
    const other = await open()
    expect(await other.join('realtime:c', appointments, await tokenOf('patientA'))).toBe('ok')
    const heard = () => other.messages.filter(({ event }) => event !== 'phx_reply' && event !== 'system')
    line.say('realtime:c', 'broadcast', { type: 'broadcast', event: 'x', payload: { text: 'hola' } })
    line.say('realtime:c', 'presence', { event: 'track' })
    line.say('realtime:c', 'postgres_changes', { data: { table: 'citas' } })
    await until(() =>
      expect(line.messages.filter(({ payload }) => payload.status === 'error')).toHaveLength(8),
    )
    expect(heard()).toEqual([])
  })

  it('a token counts from the moment it comes, and one that is refused ends the channel', async () => {
    const line = await open()
    const all = changesOf({ event: '*', schema: 'public', table: 'citas' })
    expect(await line.join('realtime:x', all, await tokenOf('doctorA'))).toBe('ok')
    line.say('realtime:x', 'access_token', { access_token: await tokenOf('patientB') })
    // Messages of a socket are handled in order: this answer comes after the token.
    await line.join('realtime:after', {}, keys.anonKey)
    await changeRows()
    await until(() => expect(line.rows()).toEqual([`citas ${appointments.B}`]))
    const old = await new SignJWT(identityOf('doctorA').claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(Date.now() / 1000) - 5)
      .sign(new TextEncoder().encode(keys.jwtSecret))
    line.say('realtime:x', 'access_token', { access_token: old })
    await until(() => expect(line.messages.some(({ event }) => event === 'phx_error')).toBe(true))
    await changeRows()
    expect(line.rows()).toHaveLength(1)
    expect(await line.join('realtime:y', all, old)).toMatch(/expired/)
    expect(await line.join('realtime:y', all, `${old}x`)).toMatch(/validate/)
    // Without a token the channel is a visitor's, not the last person's.
    expect(await line.join('realtime:z', all)).toBe('ok')
    await changeRows()
    expect(line.rows()).toHaveLength(1)
  })

  it('an account that is closed hears nothing more at once', async () => {
    const line = await open()
    expect(
      await line.join(
        'realtime:x',
        changesOf({ event: '*', schema: 'public', table: '*' }),
        await tokenOf('factorPassed'),
      ),
    ).toBe('ok')
    await changeRows()
    await until(() => expect(line.rows()).toHaveLength(2))
    await database().query('update private.account_state set closed_at = now() where user_id = $1', [
      people.factorDoctor,
    ])
    await changeRows()
    expect(line.rows()).toHaveLength(2)
  })

  it('filters by the hundred thousand are refused, and everybody else hears on', async () => {
    const line = await open()
    const token = await tokenOf('patientA')
    const answers = new Set<string>()
    for (let channel = 0; channel < 50; channel++) {
      if (channel % 10 === 0) ahead += 1000
      const bindings = Array.from({ length: 20 }, (_, index) => ({
        event: '*',
        schema: 'public',
        table: 'study_requests',
        filter: `id=in.(${Array.from({ length: 100 }, (_, value) => channel * 2000 + index * 100 + value).join(',')})`,
      }))
      answers.add(await line.join(`realtime:${channel}`, changesOf(...bindings), token))
    }
    expect([...answers]).toEqual(['ChannelRateLimitReached: Too many values in filters'])
    const few = (topic: number) => ({
      event: '*',
      schema: 'public',
      table: 'study_requests',
      filter: `id=in.(${Array.from({ length: 100 }, (_, value) => topic * 100 + value).join(',')})`,
    })
    ahead += 1000
    for (let topic = 0; topic < 5; topic++)
      expect(await line.join(`realtime:${topic}`, changesOf(few(topic)), token)).toBe('ok')
    expect(await line.join('realtime:5', changesOf(few(5)), token)).toMatch(/Too many/)
    expect(await line.join('realtime:4', changesOf(few(90)), token)).toBe('ok')
    await changeRows()
    await until(() => expect(line.rows()).toEqual([`study_requests ${requests.A}`]))
  })

  it('joins by the hundred and payloads by the megabyte end that socket alone', async () => {
    const crowd = await open()
    const answers = new Set<string>()
    const requests = { event: '*', schema: 'public', table: 'study_requests' }
    for (let channel = 0; channel < 55; channel++) {
      if (channel % 10 === 0) ahead += 1000
      answers.add(await crowd.join(`realtime:${channel}`, changesOf(requests), keys.anonKey))
    }
    expect([...answers]).toEqual(['ok', 'ChannelRateLimitReached: Too many channels'])
    for (let index = 0; index < 400; index++) crowd.say('realtime:0', 'phx_join', { config: {} })
    expect(await crowd.closed()).toBe(1008)

    const large = await open()
    large.say('realtime:x', 'phx_join', { config: {}, noise: 'x'.repeat(1_000_000) })
    expect(await large.closed()).toBe(1009)

    for (const nonsense of [
      '',
      '{',
      'null',
      '[]',
      '[1,2,3]',
      '{"topic":1}',
      Buffer.from([0, 255, 255, 255]),
    ]) {
      const broken = await open()
      broken.raw(nonsense)
      expect(await broken.closed()).toBe(1007)
    }
    const deep = await open()
    deep.raw(
      `{"topic":"realtime:x","event":"phx_join","payload":{"config":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
    )
    await until(() => expect(deep.messages).toHaveLength(1))
    expect(deep.messages[0]?.payload.status).toBe('error')
    await changeRows()
  })

  it('the eleventh join within a second is refused, and the next second lets it in', async () => {
    const line = await open()
    const token = await tokenOf('patientA')
    ahead += 1000
    const answers = Array.from({ length: 12 }, (_, topic) =>
      line.join(`realtime:${topic}`, requestsOf, token),
    )
    expect(await Promise.all(answers)).toEqual([
      ...Array(10).fill('ok'),
      ...Array(2).fill('ClientJoinRateLimitReached: Too many joins per second'),
    ])
    ahead += 1000
    expect(await line.join('realtime:11', requestsOf, token)).toBe('ok')
  })

  it('a socket on which nobody signs in is closed after half a minute, and a person’s is not', async () => {
    const stranger = await open()
    const person = await open()
    const late = await open()
    const silent = await open()
    expect(await stranger.join('realtime:a', requestsOf, keys.anonKey)).toBe('ok')
    expect(await late.join('realtime:a', requestsOf)).toBe('ok')
    expect(await person.join('realtime:a', requestsOf, await tokenOf('patientA'))).toBe('ok')
    late.say('realtime:a', 'access_token', { access_token: await tokenOf('doctorA') })
    late.say('phoenix', 'heartbeat', {})
    await until(() => expect(late.messages.at(-1)).toMatchObject({ topic: 'phoenix' }))
    ahead += 31_000
    realtime.sweep()
    expect([await stranger.closed(), await silent.closed()]).toEqual([1008, 1008])
    for (const line of [person, late])
      expect(await line.join('realtime:b', requestsOf, keys.anonKey)).toBe('ok')
  })

  it('a stranger says sixty messages in ten seconds, and of nobody do more than a hundred wait', async () => {
    const stranger = await open()
    for (let beat = 0; beat < 60; beat++) stranger.say('phoenix', 'heartbeat', {})
    await until(() => expect(stranger.messages).toHaveLength(60))
    const over = once(stranger.socket, 'close')
    stranger.say('phoenix', 'heartbeat', {})
    expect(String((await over)[1])).toBe('Too many messages')

    const person = await open()
    const token = await tokenOf('patientA')
    expect(await person.join('realtime:a', requestsOf, token)).toBe('ok')
    // The filter is checked in the database; messages sent meanwhile wait.
    const config = changesOf({ event: '*', schema: 'public', table: 'study_requests', filter: 'id=eq.1' })
    person.say('realtime:b', 'phx_join', { config, access_token: token })
    for (let beat = 0; beat < 120; beat++) person.say('phoenix', 'heartbeat', {})
    expect(await person.closed()).toBe(1008)
  })

  it('strangers of one network who say too much together are sent away, and whoever signed in goes on', async () => {
    // Long enough for a network's full burst; the allowance per second is not added meanwhile.
    ahead += 40_000
    stopped = Date.now()
    const person = await open()
    expect(await person.join('realtime:a', requestsOf, await tokenOf('patientA'))).toBe('ok')
    let refusal: unknown
    let cut = 0
    for (let count = 0; count < 60; count++) {
      const stranger = await open().catch((error: unknown) => {
        refusal = error
      })
      if (!stranger) break
      // A single socket may send this much.
      for (let beat = 0; beat < 59; beat++) stranger.say('phoenix', 'heartbeat', {})
      await until(() => {
        const isOver = stranger.socket.readyState === WebSocket.CLOSED
        expect(isOver || stranger.messages.length === 59).toBe(true)
      })
      if (stranger.messages.length < 59) cut += 1
    }
    expect([cut, String(refusal)]).toEqual([1, 'Error: Unexpected server response: 429'])
    expect(await person.join('realtime:b', requestsOf, await tokenOf('patientA'))).toBe('ok')
  })
})
