import { hostname, networkInterfaces } from 'node:os'
import type { Config } from '#server/config.ts'

/** The address at which the client sees us, without a path. */
export type AddressOf = (request: Request) => string

/**
 * PUBLIC_URL where it is set, else the request's Host header if it names this machine, else `own`. Anybody can
 * send any Host, and it would end up in the sitemap and in the content security policy.
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
