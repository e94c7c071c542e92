import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Focus of a grid with one tab stop. While the grid has it, it follows the `active` cell, also
 * when fresh data replaced the focused cell. The grid also takes the focus when `entering` says
 * so. The active cell carries `data-active`. Spread the result on the element with role grid.
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
    // There is no blur event when the cell itself is removed: then the grid still counts as focused.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      inside.current = relatedTarget instanceof Node && ref.current?.contains(relatedTarget) === true
    },
  }
}
