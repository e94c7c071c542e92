import { unknownOptions } from './fault.ts'
import type { Route } from './route.ts'

/** Parameters of an address that are understood; `apikey` and `cacheNonce` (which only makes an address new) everywhere. */
const everywhere = ['apikey', 'cacheNonce']
const ofRoute: Partial<Record<Route['to'], readonly string[]>> = {
  download: ['download'],
  signed: ['download', 'token'],
}

/**
 * Refuses by name what a newer client may ask for and this server does not do; nothing is dropped in silence.
 * Throws a Fault (400).
 */
export function requireKnownOptions(request: Request, route: Route): void {
  const known = [...everywhere, ...(ofRoute[route.to] ?? [])]
  const unknown = [...new URL(request.url).searchParams.keys()].filter((name) => !known.includes(name))
  const { headers } = request
  const encoding = headers.get('content-encoding')
  const writes = route.to === 'upload' || route.to === 'replace' || route.to === 'resumable'
  if (writes && encoding !== null && encoding !== 'identity') unknown.push('content-encoding')
  const relocates = route.to === 'move' || route.to === 'copy'
  if (relocates && headers.get('x-upsert') === 'true') unknown.push('x-upsert')
  if (unknown.length > 0) throw unknownOptions(unknown)
}
