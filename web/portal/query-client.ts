import { QueryClient } from '@tanstack/react-query'
import { AppError } from '#web/data/errors.ts'

/** Lost connections are tried again; a refusal would only be refused again. */
function retry(failures: number, error: Error): boolean {
  const mayPass = !(error instanceof AppError) || error.reason === 'network' || error.reason === 'server'
  return mayPass && failures < 2
}

export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry, staleTime: 5_000 } } })
}
