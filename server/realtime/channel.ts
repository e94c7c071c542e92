import type { Identity } from '#server/identity.ts'
import type { Binding } from './join.ts'

/** One joined topic of one socket. */
export type Channel = {
  topic: string
  joinRef: string | null
  bindings: Binding[]
  identity: Identity
  /** False once it was left or cut, or its socket is gone. */
  open: boolean
  send(event: string, payload: Record<string, unknown>): void
  /** Ends the channel with a reason; realtime-js then rejoins with its newest token. */
  cut(reason: string): void
}

/** Channels with equal keys see the same rows: the claims without the token's own data (times, id). */
export function identityKey({ role, claims }: Identity): string {
  const { iat: _iat, exp: _exp, jti: _jti, nbf: _nbf, ...rest } = claims
  return JSON.stringify([role, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))])
}

/** When the token expires, in seconds since the epoch; null if never. */
export function expiryOf({ claims }: Identity): number | null {
  return typeof claims.exp === 'number' ? claims.exp : null
}

/** The topic as a hosted project names it in its own messages. */
export function subTopic(topic: string): string {
  return topic.replace(/^realtime:/, '')
}
