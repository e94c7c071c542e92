import { type RefObject, useLayoutEffect } from 'react'

/** Between the field and its list, and between the list and the window's edge, in pixels. */
const gap = 6
const margin = 12
/** What does not fit beside the window's edge may come as near to it. */
const edge = 2
/** A list this high is still of use below its field; where less room is left, it opens above. */
const least = 160

/**
 * Shows an open list over everything, just below its field or above it, so that no dialog
 * or panel cuts it off (a browser popover: it keeps its place in the document, its focus
 * and its keys). Browsers without popovers show it where its own styles put it. It is as wide as its field, or with `end` as
 * wide as it needs and ends where its field does.
 */
export function useFloating(
  field: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  open: boolean,
  end = false,
): void {
  useLayoutEffect(() => {
    const floating = list.current
    if (!open || !floating?.showPopover) return
    const place = () => field.current && placeBeside(field.current, floating, end)
    floating.showPopover()
    place()
    const watcher = new ResizeObserver(place)
    watcher.observe(floating)
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      watcher.disconnect()
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
      floating.hidePopover()
    }
  }, [field, list, open, end])
}

function placeBeside(field: HTMLElement, list: HTMLElement, end: boolean): void {
  const { left, right, top, bottom, width } = field.getBoundingClientRect()
  // A calendar may come as near to the window's edge and to its field as it must before it opens above, over what was filled in.
  const below = innerHeight - bottom - (end ? edge : gap + margin)
  const above = top - gap - margin
  // Beside a field a list may become shorter and scroll; what is as wide as it needs is never cut.
  const needed = end ? list.offsetHeight : Math.min(least, list.scrollHeight)
  const goesUp = below < needed && above > below
  const { style } = list
  style.setProperty('--room', `${Math.max(least, goesUp ? above : below)}px`)
  style.left = `${(end ? Math.max(edge, right - list.offsetWidth) : left) + scrollX}px`
  if (!end) style.width = `${width}px`
  const start = goesUp ? top - gap - list.offsetHeight : bottom + gap
  const last = innerHeight - edge - list.offsetHeight
  // In the page's own coordinates, so that it moves with the page.
  style.top = `${(end ? Math.max(edge, Math.min(start, last)) : start) + scrollY}px`
}
