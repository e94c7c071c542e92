import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Sets `x-forwarded-for` to the client's address, whatever the client sent: the connection's remote address or,
 * behind a trusted proxy, the last address the proxy added (earlier ones are the client's claim). Without port and
 * brackets; empty if it is no address.
 */
export function fixClientAddress(request: IncomingMessage, trustProxy: boolean): void {
  const claimed = request.headers['x-forwarded-for']
  const hops = (Array.isArray(claimed) ? claimed.join(',') : (claimed ?? '')).split(',')
  const forwarded = trustProxy ? plainAddress(hops.at(-1) ?? '') : ''
  const address = forwarded || plainAddress(request.socket.remoteAddress ?? '')
  const kept: string[] = []
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(index, index + 2)
    if (name.toLowerCase() !== 'x-forwarded-for') kept.push(name, value)
  }
  request.rawHeaders = [...kept, 'x-forwarded-for', address]
  request.headers['x-forwarded-for'] = address
}

/** `203.0.113.7:8080`, `[2001:db8::1]:443` and `::ffff:203.0.113.7` as the address in them; '' when there is none. */
function plainAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1')
  return isIP(bare) ? bare : ''
}
