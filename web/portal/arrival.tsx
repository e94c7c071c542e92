import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The scroll position in which each visited history entry was left, in pixels, by its key. */
const left = new Map<string, number>()
let shown: string | null = null

/**
 * Rendered beside a screen, once its code is there: scrolls a new one to its top or to the part in the address,
 * restores the position of an old one, and moves the focus to the heading of what was opened from elsewhere.
 */
export function Arrival() {
  const { hash, key, pathname } = useLocation()
  const back = useNavigationType() === 'POP'

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const before = back ? left.get(key) : undefined
    const part = document.getElementById(hash.slice(1))
    if (before !== undefined) scrollTo(0, before)
    else if (part) part.scrollIntoView()
    else if (!back) scrollTo(0, 0)
    const keep = () => left.set(key, scrollY)
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [hash, key, back])

  useEffect(() => {
    const from = shown
    shown = pathname
    // Again after it could not be reached, the focus was on what has gone.
    if (from === null || (from === pathname && document.activeElement !== document.body)) return
    return focusHeading()
  }, [pathname])
  return null
}

/**
 * Moves the focus to the screen's heading. A heading that was only a placeholder until the rows came
 * passes it on, unless somebody has moved it meanwhile. Returns a function that stops watching.
 */
function focusHeading(): (() => void) | undefined {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!target) return
  target.focus({ preventScroll: true })
  const watcher = new MutationObserver(() => {
    if (target.isConnected) return
    watcher.disconnect()
    if (document.activeElement === document.body) focusHeading()
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => watcher.disconnect()
}
