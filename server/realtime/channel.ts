import type { Identity } from '#server/identity.ts'
import type { Binding } from './join.ts'

/** One joined topic of one socket. */
export type Channel = {
  topic: string
  joinRef: string | null
  bindings: Binding[]
  identity: Identity
  /** False once it was left, cut or its socket is gone. */
  open: boolean
  send(event: string, payload: Record<string, unknown>): void
  /** Ends the channel with a reason; realtime-js then tries to join again with its newest token. */
  cut(reason: string): void
}

/** Two channels with the same text see the same rows: everything in the claims but the token's own data. */
export function identityKey({ role, claims }: Identity): string {
  const { iat: _iat, exp: _exp, jti: _jti, nbf: _nbf, ...rest } = claims
  return JSON.stringify([role, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))])
}

/** Seconds since the epoch at which the token ends; null for one that never does. */
export function expiryOf({ claims }: Identity): number | null {
  return typeof claims.exp === 'number' ? claims.exp : null
}

/** The topic as hosted names it in its own messages. */
export function subTopic(topic: string): string {
  return topic.replace(/^realtime:/, '')
}
