import { useEffect } from 'react'
import { whenNetworkIdle } from '#web/backend/live/idle-network.ts'
import { CodeUnreached } from '#web/backend/load-code.ts'

/**
 * Loads the code of parts made by `loadLater` once the screen's own requests are
 * done, so that they open at once. `parts` must be the same list on every render.
 */
export function usePreload(parts: readonly { preload: () => Promise<unknown> }[]): void {
  useEffect(() => {
    void whenNetworkIdle().then(() => {
      for (const part of parts) part.preload().catch(leave)
    })
  }, [parts])
}

/** What failed is tried again where the part is drawn, and reported there. */
function leave(failure: unknown): void {
  if (failure instanceof CodeUnreached) failure.forget()
}
