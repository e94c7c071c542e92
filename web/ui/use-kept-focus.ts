import { useLayoutEffect, useRef } from 'react'

/**
 * While something is `busy` its controls are disabled, and browsers take the focus from
 * disabled controls. Afterwards it returns to where it was, unless somebody has moved it.
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
