import { Fault } from '#server/base/fault.ts'

/** GoTrue's 429, with the time to wait (ms) in Retry-After. */
export function tooManyTries(waitMs: number, code = 'over_request_rate_limit'): Fault {
  return new Fault(429, code, 'Request rate limit reached', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  })
}
