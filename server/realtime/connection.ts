import type { RawData, WebSocket } from 'ws'
import type { Database } from '#server/base/database.ts'
import { isUnavailable } from '#server/base/errors.ts'
import { socketLimits } from '#server/base/numbers.ts'
import { type Identity, IdentityError, type VerifyToken } from '#server/identity.ts'
import { createPace } from '#server/limits/pace.ts'
import { admit } from './admit.ts'
import type { Catalog } from './catalog.ts'
import { type Channel, expiryOf, subTopic } from './channel.ts'
import { type Binding, JoinError, parseJoin } from './join.ts'
import { decode, decodeBinaryHead, encode, type Message, type Version } from './message.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1

export type Connection = {
  socket: WebSocket
  channels: Map<string, Channel>
  /** In ms, by the given clock. */
  opened: number
  lastSeen: number
  /** No person's token was shown yet, only the public key. */
  isStranger: boolean
}

type Deps = {
  database: Database
  catalog: Catalog
  verify: VerifyToken
  now: () => Date
  /** The client's address, as the socket layer reported it. */
  address: string
  /** Called for each message of a stranger: whether its network may send one more. */
  mayTalk: () => boolean
  version: Version
  /** Whom the key in the address stands for: the identity of a channel without a token. */
  keyIdentity: Identity
}

type Live = Channel & { speakFor(identity: Identity): void; stopClock(): void }

/**
 * Speaks the Phoenix protocol on one socket: joins, heartbeats, new tokens and leaves, one message at a time.
 * Anything unknown or not offered gets an error reply.
 */
export function connect(socket: WebSocket, deps: Deps): Connection {
  const { now, version } = deps
  const channels = new Map<string, Live>()
  const opened = now().getTime()
  const connection: Connection = { socket, channels, opened, lastSeen: opened, isStranger: true }
  const pace = createPace()
  let queue = Promise.resolve()

  function write(message: Message): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > socketLimits.unsent) socket.terminate()
    else socket.send(encode(version, message))
  }
  const reply = (to: Message, status: 'ok' | 'error', response: Record<string, unknown>) =>
    write({
      joinRef: to.joinRef,
      ref: to.ref,
      topic: to.topic,
      event: 'phx_reply',
      payload: { status, response },
    })
  const refuse = (to: Message, reason: string) => reply(to, 'error', { reason })

  socket.on('message', (data, isBinary) => {
    connection.lastSeen = now().getTime()
    const bytes = bytesOf(data)
    const { isStranger } = connection
    if (isStranger && !deps.mayTalk()) return socket.terminate()
    const isFine = pace.mayTalk(connection.lastSeen, bytes.length, isStranger)
    const done = isFine ? pace.queue(bytes.length) : undefined
    if (!done) {
      socket.close(1008, 'Too many messages')
      return
    }
    const message = isBinary ? decodeBinaryHead(bytes) : decode(bytes.toString('utf8'))
    if (!message) {
      socket.close(1007, 'Not a Phoenix message')
      return
    }
    queue = queue
      .then(() => handle(message))
      .catch((error: unknown) => {
        const why = error instanceof Error && 'code' in error ? String(error.code) : typeof error
        console.error(`realtime: a message could not be handled (${why})`)
        refuse(message, 'Unknown Error on Channel')
      })
      .finally(done)
  })
  socket.on('close', () => {
    for (const channel of channels.values()) end(channel)
  })
  // 'close' follows. Without a listener the process would end.
  socket.on('error', () => {})

  async function handle(message: Message): Promise<void> {
    if (socket.readyState !== socket.OPEN) return
    if (message.topic === 'phoenix') {
      if (message.event === 'heartbeat') reply(message, 'ok', {})
      else refuse(message, 'unmatched topic')
      return
    }
    const channel = channels.get(message.topic)
    switch (message.event) {
      case 'phx_join':
        return join(message)
      case 'phx_leave':
        if (channel) end(channel)
        reply(message, 'ok', {})
        if (channel) write({ ...message, ref: null, event: 'phx_close', payload: {} })
        return
      case 'access_token':
        if (channel) await renew(channel, message)
        return
      case 'broadcast':
      case 'presence':
        return refuse(message, `${message.event} is not supported by this server`)
      default:
        return refuse(message, channel ? `unknown event ${message.event.slice(0, 50)}` : 'unmatched topic')
    }
  }

  async function join(message: Message): Promise<void> {
    const { topic, joinRef, payload } = message
    const earlier = channels.get(topic)
    if (earlier) end(earlier)
    try {
      if (!topic.startsWith('realtime:') || topic.length > 255 || topic === 'realtime:') {
        throw new JoinError('unmatched topic')
      }
      if (!pace.mayJoin(now().getTime())) {
        throw new JoinError('ClientJoinRateLimitReached: Too many joins per second')
      }
      if (channels.size >= socketLimits.channels)
        throw new JoinError('ChannelRateLimitReached: Too many channels')
      const { token, bindings, echo } = parseJoin(payload)
      const identity = token === null ? deps.keyIdentity : await deps.verify(token)
      requireAlive(identity)
      meet(identity)
      const watched = [...channels.values()].map((channel) => channel.bindings)
      if (filterValues([...watched, bindings]) > socketLimits.filterValues) {
        throw new JoinError('ChannelRateLimitReached: Too many values in filters')
      }
      await admit(deps, identity, bindings)
      if (socket.readyState !== socket.OPEN) return
      const channel = open(topic, joinRef)
      channel.bindings = bindings
      channel.speakFor(identity)
      channels.set(topic, channel)
      reply(message, 'ok', { postgres_changes: echo })
      if (bindings.length > 0) system(channel, 'ok', 'Subscribed to PostgreSQL')
    } catch (error) {
      if (error instanceof JoinError) refuse(message, error.message)
      else if (error instanceof IdentityError) refuse(message, wordsFor(error))
      else if (isUnavailable(error)) refuse(message, 'The database is busy, please join again')
      else throw error
    }
  }

  function open(topic: string, joinRef: string | null): Live {
    let timer: NodeJS.Timeout | undefined
    const channel: Live = {
      topic,
      joinRef,
      bindings: [],
      identity: deps.keyIdentity,
      open: true,
      send(event, payload) {
        if (!channel.open) return
        const expiry = expiryOf(channel.identity)
        if (expiry !== null && expiry * 1000 <= now().getTime()) channel.cut('Token has expired')
        else write({ joinRef, ref: null, topic, event, payload })
      },
      cut(reason) {
        if (!channel.open) return
        system(channel, 'error', reason)
        end(channel)
        // Unlike phx_close, this makes the client rejoin with its newest token.
        write({ joinRef, ref: null, topic, event: 'phx_error', payload: { reason } })
      },
      stopClock: () => clearTimeout(timer),
      speakFor(identity) {
        channel.identity = identity
        clearTimeout(timer)
        const expiry = expiryOf(identity)
        if (expiry === null) return
        const left = expiry * 1000 - now().getTime()
        timer = setTimeout(
          () => (left > LONGEST_TIMER_MS ? channel.speakFor(identity) : channel.cut('Token has expired')),
          Math.min(Math.max(left, 0), LONGEST_TIMER_MS),
        )
        timer.unref()
      },
    }
    return channel
  }

  /** A refused token ends the channel at once, as on a hosted project: old rights must not outlive a refused token. */
  async function renew(channel: Live, { payload }: Message): Promise<void> {
    try {
      const token = payload.access_token
      const identity = typeof token === 'string' ? await deps.verify(token) : deps.keyIdentity
      requireAlive(identity)
      meet(identity)
      // It was admitted as another role, for which less may have been checked.
      if (identity.role !== channel.identity.role) await admit(deps, identity, channel.bindings)
      channel.speakFor(identity)
    } catch (error) {
      if (error instanceof IdentityError) channel.cut(wordsFor(error))
      else if (error instanceof JoinError) channel.cut(error.message)
      else if (isUnavailable(error)) channel.cut('The database is busy, please join again')
      else throw error
    }
  }

  function meet({ role }: Identity): void {
    if (role !== 'anon') connection.isStranger = false
  }

  function requireAlive(identity: Identity): void {
    const expiry = expiryOf(identity)
    if (expiry !== null && expiry * 1000 <= now().getTime()) throw new IdentityError('expired')
  }

  function system(channel: Channel, status: 'ok' | 'error', text: string): void {
    const { topic, joinRef } = channel
    const payload = { extension: 'postgres_changes', status, message: text, channel: subTopic(topic) }
    write({ joinRef, ref: null, topic, event: 'system', payload })
  }

  function end(channel: Live): void {
    channel.open = false
    channel.stopClock()
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic)
  }

  return connection
}

function filterValues(bindings: readonly Binding[][]): number {
  const conditions = bindings.flat().flatMap((binding) => binding.conditions)
  return conditions.reduce((sum, { values }) => sum + values.length, 0)
}

function wordsFor(error: IdentityError): string {
  return error.problem === 'expired'
    ? 'InvalidJWTToken: Token has expired'
    : 'JwtSignatureError: Failed to validate JWT signature'
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}
