import { type RefObject, useLayoutEffect } from 'react'

/**
 * For two buttons that lead back and on: the one that has just closed at an end hands the focus to the other. Browsers take
 * it from a closed button, and the next Tab would begin somewhere else.
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
  useLayoutEffect(() => {
    const active = document.activeElement
    if (first && active !== null && active === back.current) on.current?.focus()
    else if (last && active !== null && active === on.current) back.current?.focus()
  }, [first, last, back, on])
}
