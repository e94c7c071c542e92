import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { AppError } from '#web/backend/errors.ts'
import { confirmSession } from '#web/session/session.ts'

/** How long after each try that met no connection a read is tried again, in milliseconds; then the person is told. */
const pauses = [500, 1_500]

/**
 * The portal's cache. A read without a connection is tried again for two seconds. 'always': without a connection a change fails at once and says
 * so; the default would hold it back and send it much later, when the person has given up.
 */
export function createQueryClient(): QueryClient {
  const networkMode = 'always'
  return new OnceATick({
    queryCache: new QueryCache({ onError: askWhoIsThere }),
    mutationCache: new MutationCache({ onError: askWhoIsThere }),
    defaultOptions: {
      queries: {
        retry: (tries, failure) => tries < pauses.length && isLost(failure),
        retryDelay: (tries) => pauses[tries] ?? 0,
        staleTime: 5_000,
        networkMode,
      },
      mutations: { networkMode },
    },
  })
}

const isLost = (failure: unknown) => failure instanceof AppError && failure.reason === 'network'

/** Several parts of a screen may follow the same rows, and want them read again at the same moment: once is enough. */
class OnceATick extends QueryClient {
  #asked = new Set<string>()

  override async invalidateQueries(...asked: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    const key = JSON.stringify(asked)
    if (this.#asked.has(key)) return
    this.#asked.add(key)
    queueMicrotask(() => this.#asked.delete(key))
    return super.invalidateQueries(...asked)
  }
}

/** A refusal may mean that the session has ended: then the person is led out, with a message. */
function askWhoIsThere(failure: unknown): void {
  if (failure instanceof AppError && ['session', 'forbidden'].includes(failure.reason)) void confirmSession()
}
