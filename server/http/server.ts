import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { connectionLimits } from '#server/base/numbers.ts'
import type { Config } from '#server/config.ts'
import type { Service } from '#server/identity.ts'
import { limitConnections } from '#server/limits/connections.ts'
import { networkOf } from '#server/limits/network.ts'
import { createUnreadResponses } from '#server/limits/unread-responses.ts'
import { away } from './app.ts'
import { fixClientAddress } from './client-address.ts'
import { unavailable } from './unavailable.ts'

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export type HttpServer = {
  /** For Vite's hot reload, which shares the port. */
  node: Server
  port: number
  /** From now on requests are answered; before that they get a 503. */
  serve(parts: Serving): void
  /** Stops accepting, waits for running requests (at most 10 seconds) and closes every connection. */
  close(): Promise<void>
}

type Serving = {
  service: Service
  upgrade?: Upgrade | undefined
  /** Gets requests for pages and their parts first (Vite). */
  middleware?: Middleware | undefined
}

const isBackend = /^\/(?:(?:auth|rest|storage|functions|realtime)\/v1\/|healthz|config\.json|clinic\.json)/
const patienceMs = 10_000

/** Opens the port. Throws in Spanish when that is not possible. */
export async function listen(
  config: Pick<Config, 'host' | 'port' | 'trustProxy'>,
  given: Partial<typeof connectionLimits> = {},
): Promise<HttpServer> {
  const limits = { ...connectionLimits, ...given }
  let serving: Serving = { service: async () => away() }
  const listener = getRequestListener((request) => serving.service(request), { overrideGlobalObjects: false })
  // A large file over a slow line may take long; a connection without any traffic may not.
  const node = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: 3_600_000,
    keepAliveTimeout: 10_000,
    connectionsCheckingInterval: limits.checkEveryMs,
  })
  node.setTimeout(60_000)
  // Behind a proxy all connections come from the proxy, which has its own limits.
  if (!config.trustProxy) limitConnections(node, limits.ofNetwork)
  const unreadResponses = createUnreadResponses(limits.unsentOfNetwork)
  node.on('request', (request, response) => {
    fixClientAddress(request, config.trustProxy)
    const network = networkOf(String(request.headers['x-forwarded-for'] ?? ''))
    if (unreadResponses.isTooMuch(network)) {
      const { status, message, headers } = unavailable()
      const text = { 'content-type': 'text/plain; charset=utf-8' }
      response.writeHead(status, { ...headers, ...text, connection: 'close' }).end(message)
      return
    }
    unreadResponses.watch(network, response)
    const answer = () => void listener(request, response)
    if (serving.middleware && !isBackend.test(request.url ?? ''))
      serving.middleware(request, response, answer)
    else answer()
  })
  node.on('upgrade', (request, socket, head) => {
    if (!request.url?.startsWith('/realtime/v1/')) {
      // Vite's hot reload, in development, has a listener of its own.
      if (node.listenerCount('upgrade') === 1) socket.destroy()
      return
    }
    socket.on('error', () => socket.destroy())
    request.socket.setTimeout(0)
    fixClientAddress(request, config.trustProxy)
    if (serving.upgrade) serving.upgrade(request, socket, head)
    else socket.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n\r\n')
  })
  await new Promise<void>((resolve, reject) => {
    node.once('error', (error) => reject(inSpanish(error, config)))
    node.listen(config.port, config.host, resolve)
  })
  return {
    node,
    port: portOf(node.address()),
    serve: (next) => {
      serving = next
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => node.close(() => resolve()))
      // A connection becomes idle only after its last request is answered.
      const idle = setInterval(() => node.closeIdleConnections(), 50)
      const impatient = setTimeout(() => node.closeAllConnections(), patienceMs)
      await closed
      clearInterval(idle)
      clearTimeout(impatient)
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : 0
}

function inSpanish(error: Error, { host, port }: Pick<Config, 'host' | 'port'>): Error {
  const code: unknown = Reflect.get(error, 'code')
  const texts: Record<string, string> = {
    EADDRINUSE: `El puerto ${port} ya está en uso. Detén el otro programa, o elige otro puerto con PORT.`,
    EACCES: `No hay permiso para usar el puerto ${port}. Elige uno mayor que 1023 con PORT.`,
    EADDRNOTAVAIL: `La dirección ${host} no es de este equipo. Corrige HOST.`,
    ENOTFOUND: `La dirección ${host} no existe. Corrige HOST.`,
  }
  const text = typeof code === 'string' ? texts[code] : undefined
  return text ? new Error(text, { cause: error }) : error
}
