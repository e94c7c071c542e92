import { createServer, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** What PostgREST lets a page read beyond type and length; the other services name nothing. */
const readable = 'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Range-Unit'
/** Of our own server, for pages of its own origin. */
const notHosted = ['content-security-policy', 'cross-origin-resource-policy']

/**
 * The backend of a running product at an origin of its own, with the CORS headers of a hosted project. `hold` keeps requests
 * waiting until its answer is called. Where PostgREST listens on `socket`, it answers /rest/v1.
 */
export async function startHostedProject(backend: string, socket?: string) {
  const sockets = new Set<Duplex>()
  const held = new Set<{ address: RegExp; released: Promise<void> }>()
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const cors = corsFor(url)
    if (method === 'OPTIONS') {
      outgoing.writeHead(204, { ...cors, ...preflight(headers) }).end()
      return
    }
    for (const { address, released } of held) if (address.test(url)) await released
    const [target, options] = toward(url, backend, socket)
    const asked = request(target, { ...options, method, headers: asOwn(incoming, backend) }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !notHosted.includes(name))
      outgoing.writeHead(answer.statusCode ?? 502, { ...Object.fromEntries(kept), ...cors })
      answer.pipe(outgoing)
    })
    asked.on('error', () => outgoing.destroy())
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  })
  server.on('upgrade', (incoming, socket, head) => {
    const { hostname, port } = new URL(backend)
    const onward = connect(Number(port), hostname, () => {
      const lines = Object.entries(asOwn(incoming, backend)).map(([name, value]) => `${name}: ${value}`)
      onward.write([`GET ${incoming.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        socket.destroy()
        onward.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('It listens on a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    hold(what: RegExp): () => void {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const one = { address: what, released }
      held.add(one)
      return () => {
        held.delete(one)
        release()
      }
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function toward(
  url: string,
  backend: string,
  socketPath: string | undefined,
): [URL, { socketPath?: string }] {
  const path = socketPath && /^\/rest\/v1(\/.*)$/.exec(url)?.[1]
  return path ? [new URL(path, backend), { socketPath }] : [new URL(url, backend), {}]
}

const corsFor = (url: string) => ({
  'access-control-allow-origin': '*',
  ...(url.startsWith('/rest/v1/') && { 'access-control-expose-headers': readable }),
})

/** The gateway of a hosted project allows the headers that are asked for. */
const preflight = (asked: IncomingMessage['headers']) => ({
  'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT',
  'access-control-allow-headers': asked['access-control-request-headers'] ?? '',
  'access-control-max-age': '3600',
})

/** As if a page of the backend's own origin had asked: it knows no others. */
function asOwn({ headers }: IncomingMessage, backend: string): IncomingMessage['headers'] {
  const { host, origin } = new URL(backend)
  return { ...headers, host, ...(headers.origin && { origin }) }
}
