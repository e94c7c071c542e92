import type { UseQueryResult } from '@tanstack/react-query'

/**
 * Whether a first answer is still to come, so that what it would push away waits for it. Not after a failure, not even the first
 * that is tried again, nor without a connection: nothing waits for what may never come.
 */
export function isOnItsWay({
  isLoading,
  failureCount,
  errorUpdateCount,
}: Pick<UseQueryResult, 'isLoading' | 'failureCount' | 'errorUpdateCount'>): boolean {
  return isLoading && failureCount === 0 && errorUpdateCount === 0
}
