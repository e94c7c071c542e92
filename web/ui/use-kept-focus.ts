import { useLayoutEffect, useRef } from 'react'

/**
 * While something is `busy` its controls are closed, and browsers take the focus from what is closed. Afterwards it returns to what
 * had it, unless somebody has moved it meanwhile.
 */
export function useKeptFocus(busy: boolean): void {
  const kept = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (busy) {
      kept.current = document.activeElement
      return
    }
    const before = kept.current
    kept.current = null
    if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body) {
      before.focus({ preventScroll: true })
    }
  }, [busy])
}
