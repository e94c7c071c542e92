import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** How far down each visited place of this page's history was left, in pixels, by the key of its entry. */
const left = new Map<string, number>()
let shown: string | null = null

/**
 * Stands beside a screen and is drawn together with it, once its code is there: begins a new one at its top or at the part that
 * the address names, comes back to where an old one was left, and moves the focus to the heading of what was opened from elsewhere.
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
    if (from === null || from === pathname) return
    return focusHeading()
  }, [pathname])
  return null
}

/**
 * Moves the focus to the screen's heading. One that only held the place of another, until the screen had its rows, hands it on,
 * unless somebody has moved it meanwhile. Gives back how to stop watching.
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
