import { QueryClient } from '@tanstack/react-query'

/**
 * The portal's cache. The backend's client already repeats reads over a lost connection, so nothing is repeated here.
 * 'always': without a connection a change fails at once and says so; the default would hold it back and send it when the
 * connection returns, long after the person gave up.
 */
export function createQueryClient(): QueryClient {
  const networkMode = 'always'
  return new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 5_000, networkMode }, mutations: { networkMode } },
  })
}
