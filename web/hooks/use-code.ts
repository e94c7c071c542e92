import { useEffect, useState } from 'react'
import { busyWith } from '#web/backend/live/idle-network.ts'

/**
 * Draws the caller again when the code is there that its `Suspense` waits for: React holds back for up to 300 ms what only
 * takes a fallback's place. Less urgent code waits for it (`usePreload`). A failure is reported where the code is drawn.
 */
export function useCode(load: () => Promise<unknown>): void {
  const [, drawAgain] = useState<() => Promise<unknown>>()
  useEffect(() => {
    let here = true
    busyWith(load()).then(
      () => here && drawAgain(() => load),
      () => {},
    )
    return () => {
      here = false
    }
  }, [load])
}
