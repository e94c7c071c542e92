import { isIPv4, isIPv6 } from 'node:net'

/**
 * The key under which limits count an address: an IPv4 address itself, in any notation; for IPv6 its /64,
 * because one home or phone has 2^64 addresses. The database does the same (`private.client_address`).
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return embedded(groups)
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The client's address as the socket layer (or the trusted proxy) reported it. */
export function clientAddress(request: Request): string {
  return request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() || 'unknown'
}

/** The client's address as limits count it. */
export function clientNetwork(request: Request): string {
  return networkOf(clientAddress(request))
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::')
  const left = numbers(before)
  if (after === undefined) return left
  const right = numbers(after)
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

function numbers(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function embedded(groups: number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
