import type { IncomingMessage } from 'node:http'

/**
 * Makes `x-forwarded-for` the client's address and nothing else, whatever the client sent: the other end of the
 * connection, or behind a trusted proxy the last address that the proxy added (those before it are the client's claim).
 */
export function fixClientAddress(request: IncomingMessage, trustProxy: boolean): void {
  const claimed = request.headers['x-forwarded-for']
  const hops = (Array.isArray(claimed) ? claimed.join(',') : (claimed ?? '')).split(',')
  const forwarded = trustProxy ? hops.at(-1)?.trim() : undefined
  const address = forwarded || request.socket.remoteAddress || ''
  const kept: string[] = []
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(index, index + 2)
    if (name.toLowerCase() !== 'x-forwarded-for') kept.push(name, value)
  }
  request.rawHeaders = [...kept, 'x-forwarded-for', address]
  request.headers['x-forwarded-for'] = address
}
