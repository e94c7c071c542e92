/**
 * Remembers what has the focus. The returned function gives it back, or to what was around it when that is gone by then or a moment
 * later, with a row that no longer fits its list. What has the focus meanwhile, such as the heading of a new screen, keeps it.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement
  if (!(opener instanceof HTMLElement)) return () => {}
  const around = opener.parentElement?.closest<HTMLElement>('[tabindex]')
  return () => {
    const active = document.activeElement
    if (active !== opener && active !== document.body) return
    if (opener.isConnected) {
      opener.focus()
      if (around) stayNear(opener, around)
    } else around?.focus()
  }
}

/** Until somebody moves the focus. */
function stayNear(opener: HTMLElement, around: HTMLElement): void {
  const stop = () => {
    watcher.disconnect()
    document.removeEventListener('focusin', stop)
  }
  const watcher = new MutationObserver(() => {
    if (opener.isConnected) return
    stop()
    if (document.activeElement === document.body) around.focus({ preventScroll: true })
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', stop)
}
