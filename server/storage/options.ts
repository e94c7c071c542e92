import { unknownOptions } from './fault.ts'
import type { Route } from './route.ts'

/** Known parameters of every address; `cacheNonce` only makes an address unique. */
const everywhere = ['apikey', 'cacheNonce']
const ofRoute: Partial<Record<Route['to'], readonly string[]>> = {
  download: ['download'],
  signed: ['download', 'token'],
}

/** Refuses options of newer clients that this server lacks, by name; ignores none silently. Throws a Fault (400). */
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
