import type { TrackedRequest } from './answers.ts'
import { askPlainly } from './ask-plainly.ts'

/**
 * The state of a request, or null when folio and code do not belong together. Throws an AppError `track_request`; reason
 * `limit` after too many tries.
 */
export function trackRequest(folio: string, code: string): Promise<TrackedRequest | null> {
  return askPlainly('track_request', 'track_request', { folio, code })
}
