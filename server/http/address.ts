import { hostname, networkInterfaces } from 'node:os'
import type { Config } from '#server/config.ts'

/** The address under which the person at the other end sees us, without a path. */
export type AddressOf = (request: Request) => string

/**
 * PUBLIC_URL where it is set. Else what the request names (its Host header), as long as that is this machine: anybody can write
 * anything there, and it would stand in the sitemap and in what a page may load. For any other name it is `own`.
 */
export function createAddressOf(
  config: Pick<Config, 'hasPublicUrl' | 'publicUrl' | 'trustProxy' | 'host'>,
  own: string,
): AddressOf {
  if (config.hasPublicUrl) return () => config.publicUrl
  return (request) => {
    const { protocol, host, hostname: name } = new URL(request.url)
    if (!isThisMachine(name.replace(/^\[|\]$/g, ''), config.host)) return own
    const isTls = config.trustProxy && request.headers.get('x-forwarded-proto') === 'https'
    return `${isTls ? 'https:' : protocol}//${host}`
  }
}

function isThisMachine(name: string, listensOn: string): boolean {
  if (name === listensOn || name === 'localhost' || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name))
    return true
  const own = hostname().toLowerCase()
  if (name === own || name === `${own}.local`) return true
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === name))
}
