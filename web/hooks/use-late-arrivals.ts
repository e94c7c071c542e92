import { useQuery } from '@tanstack/react-query'
import { lateAfter } from '#domain/arrival.ts'
import { arrivalCountQuery } from '#web/queries/arrivals.ts'
import { useNow } from './clock.ts'

/** As often as what is late is counted anew, in milliseconds. */
const step = 600_000

/** How many studies have waited for more than two days. By full steps, so that two parts of a screen ask once. */
export function useLateArrivals() {
  const now = Math.floor(useNow(step) / step) * step
  return useQuery(arrivalCountQuery(new Date(now - lateAfter).toISOString()))
}
