import { type RefObject, useLayoutEffect } from 'react'

/**
 * For two buttons that lead back and on: the one that was just disabled at an end passes the focus to
 * the other. Browsers take it from a disabled button, and the next Tab would start somewhere else.
 */
export function useEnds({
  back,
  on,
  first,
  last,
}: {
  back: RefObject<HTMLElement | null>
  on: RefObject<HTMLElement | null>
  /** Nothing lies before, so that `back` is closed. */
  first: boolean
  last: boolean
}): void {
  // Read while it is drawn: newer browsers take the focus in the moment in which the button is disabled.
  const active = document.activeElement
  useLayoutEffect(() => {
    if (first && active !== null && active === back.current) on.current?.focus()
    else if (last && active !== null && active === on.current) back.current?.focus()
  }, [first, last, back, on])
}
