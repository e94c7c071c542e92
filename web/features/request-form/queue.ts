import type { RequestRow } from '#domain/request-form.ts'
import { queueKey } from './draft-key.ts'

/** A request that waits for the network: since when, and before when the server does not want it (ms since 1970). */
export type Queued = { row: RequestRow; id: string; since: number; notBefore: number }

/** A request that waited longer is not sent by itself any more, in ms. */
const longestWait = 24 * 60 * 60 * 1000

/** The request that waits in this tab, or null. Unreadable stored data is only logged. */
export function readQueue(storage: Pick<Storage, 'getItem'>): Queued | null {
  const stored = storage.getItem(queueKey)
  if (stored === null) return null
  try {
    const queued: Queued = JSON.parse(stored)
    if (typeof queued.id !== 'string' || typeof queued.since !== 'number') throw new Error('not a request')
    return queued
  } catch {
    console.warn('The waiting request could not be read.')
    return null
  }
}

/** Keeps the request for a reload of the tab; without storage it waits in the page alone. Null forgets it. */
export function writeQueue(storage: Pick<Storage, 'setItem' | 'removeItem'>, queued: Queued | null): void {
  try {
    if (queued) storage.setItem(queueKey, JSON.stringify(queued))
    else storage.removeItem(queueKey)
  } catch {
    console.warn('The waiting request could not be stored.')
  }
}

export function isTooOld({ since }: Queued, now: number): boolean {
  return now - since >= longestWait
}
