import { useEffect } from 'react'
import { whenNetworkIdle } from '#web/backend/live/idle-network.ts'

/**
 * Loads the code of parts made by `loadLater` once the screen's own requests are
 * done, so that they open at once. `parts` must be the same list on every render.
 */
export function usePreload(parts: readonly { preload: () => Promise<unknown> }[]): void {
  useEffect(() => {
    whenNetworkIdle()
      .then(() => Promise.all(parts.map((part) => part.preload())))
      // A failed fetch is tried again where the part is drawn, and reported there.
      .catch(() => {})
  }, [parts])
}
