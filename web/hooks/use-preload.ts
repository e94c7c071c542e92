import { useEffect } from 'react'
import { whenQuiet } from '#web/backend/live/idle-network.ts'

/**
 * Fetches the code of parts made by `loadLater` once nothing that the screen asked for is on its way, so that they open at once.
 * `parts` must be the same list at every drawing.
 */
export function usePreload(parts: readonly { preload: () => Promise<unknown> }[]): void {
  useEffect(() => {
    whenQuiet()
      .then(() => Promise.all(parts.map((part) => part.preload())))
      // What could not be fetched is asked for once more where it is drawn, and said there.
      .catch(() => {})
  }, [parts])
}
