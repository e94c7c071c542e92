import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Database } from '#server/base/database.ts'
import { socketLimits } from '#server/base/numbers.ts'
import type { Identity, VerifyToken } from '#server/identity.ts'
import { networkOf } from '#server/limits/network.ts'
import { createStrangers } from '#server/limits/pace.ts'
import { createTally } from '#server/limits/tally.ts'
import { createCatalog } from './catalog.ts'
import { type Connection, connect } from './connection.ts'
import { deliver } from './deliver.ts'
import { isVersion } from './message.ts'
import { consumeOutbox } from './outbox.ts'
import { prepareRoles } from './roles.ts'

const GOODBYE_MS = 2_000

/**
 * `/realtime/v1/websocket` for realtime-js: sends postgres_changes of the tables in the publication
 * supabase_realtime to those who may read them. Refuses broadcast and presence. Starts reading changes at once.
 */
export function createRealtime(deps: {
  database: Database
  verify: VerifyToken
  /** The public address, without a path. */
  publicUrl?: string
  now?: () => Date
  maxFromOneNetwork?: number
}): {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes sockets that are silent or showed no person's token in time; also runs by itself every few seconds. */
  sweep(): void
  close(): Promise<void>
} {
  const {
    database,
    verify,
    publicUrl,
    now = () => new Date(),
    maxFromOneNetwork = socketLimits.ofNetwork,
  } = deps
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: socketLimits.messageBytes,
    perMessageDeflate: false,
  })
  const catalog = createCatalog(database, now)
  const strangers = createStrangers()
  const connections = new Set<Connection>()
  const networks = createTally()
  let ready: Promise<void> | null = null
  let closed = false

  const outbox = consumeOutbox(database, async (changes) => {
    const channels = [...connections].flatMap((connection) => [...connection.channels.values()])
    if (channels.length === 0) return
    ready ??= prepareRoles(database).catch((error: unknown) => {
      ready = null
      throw error
    })
    await ready.catch(() => {})
    await deliver(database, changes, channels)
  })

  function sweep(): void {
    const time = now().getTime()
    for (const { socket, lastSeen, opened, isStranger } of connections) {
      if (lastSeen < time - socketLimits.silenceMs) socket.terminate()
      else if (isStranger && opened <= time - socketLimits.strangerMs)
        socket.close(1008, 'Nobody has signed in here')
    }
  }
  const sweeping = setInterval(sweep, socketLimits.sweepMs)
  sweeping.unref()

  return {
    sweep,
    handleUpgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const url = new URL(request.url ?? '/', 'http://localhost')
      const version = url.searchParams.get('vsn') ?? '1.0.0'
      if (url.pathname !== '/realtime/v1/websocket') return reject(socket, '404 Not Found')
      if (!isOwnPage(request.headers, publicUrl)) return reject(socket, '403 Forbidden')
      if (!isVersion(version)) return reject(socket, '400 Bad Request')
      if (closed || connections.size >= socketLimits.atOnce) return reject(socket, '503 Service Unavailable')
      const address = String(request.headers['x-forwarded-for'] ?? '')
      const network = networkOf(address)
      const mayTalk = () => strangers(network, now().getTime())
      if (!mayTalk()) return reject(socket, '429 Too Many Requests')
      const accept = (keyIdentity: Identity) => {
        if (closed) return reject(socket, '503 Service Unavailable')
        if (networks.of(network) >= maxFromOneNetwork) return reject(socket, '429 Too Many Requests')
        server.handleUpgrade(request, socket, head, (webSocket) => {
          const deps = { database, catalog, verify, now, address, mayTalk, version, keyIdentity }
          const connection = connect(webSocket, deps)
          connections.add(connection)
          const end = networks.add(network)
          webSocket.on('close', () => {
            connections.delete(connection)
            end()
          })
        })
      }
      verify(url.searchParams.get('apikey') ?? '').then(accept, () => reject(socket, '401 Unauthorized'))
    },

    async close() {
      closed = true
      clearInterval(sweeping)
      const gone = [...connections].map(
        ({ socket }) =>
          new Promise<void>((resolve) => {
            const giveUp = setTimeout(() => socket.terminate(), GOODBYE_MS)
            socket.once('close', () => {
              clearTimeout(giveUp)
              resolve()
            })
            // 1012 means "service restart": clients reconnect by themselves.
            socket.close(1012, 'Restarting')
          }),
      )
      await Promise.all([outbox.close(), ...gone])
      server.close()
    },
  }
}

/**
 * Whether a page of ours opens the socket. Browsers always send the page's origin, but do not stop other sites
 * from connecting. Clients that are no browser send none.
 */
function isOwnPage({ origin, host }: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host || (publicUrl !== undefined && page.origin === new URL(publicUrl).origin)
}

function reject(socket: Duplex, status: string): void {
  const wait = /^(429|503)/.test(status) ? 'retry-after: 5\r\n' : ''
  socket.end(`HTTP/1.1 ${status}\r\n${wait}connection: close\r\ncontent-length: 0\r\n\r\n`)
}
