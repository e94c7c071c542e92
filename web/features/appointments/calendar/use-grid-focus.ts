import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The focus of a grid with one tab stop: while the grid has it, it follows the cell that `active` names, also when the
 * cell that had it was drawn anew with fresh data. It also takes the focus when `entering` says so. The cell to stand on carries `data-active`. Spread the answer on the
 * element with role grid.
 */
export function useGridFocus<Grid extends HTMLElement>(active: string, entering?: RefObject<boolean>) {
  const ref = useRef<Grid>(null)
  const inside = useRef(false)
  const shown = useRef(active)
  useLayoutEffect(() => {
    const moved = shown.current !== active
    shown.current = active
    if (entering?.current) {
      entering.current = false
      inside.current = true
      ref.current?.querySelector<HTMLElement>('[data-active]')?.focus()
      return
    }
    if (!inside.current || (!moved && document.activeElement !== document.body)) return
    ref.current?.querySelector<HTMLElement>('[data-active]')?.focus()
  })
  return {
    ref,
    onFocus: () => {
      inside.current = true
    },
    // Not told when the cell itself went away: then the grid still has the focus, as far as the person is concerned.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      inside.current = relatedTarget instanceof Node && ref.current?.contains(relatedTarget) === true
    },
  }
}
