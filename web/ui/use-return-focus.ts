import { useRef } from 'react'

/**
 * Event handlers for a dialog's content that return the focus to what had it, or to what was around it
 * when that is gone. If something else already has the focus, such as the heading of a screen opened
 * from the dialog, it stays. Radix does this only for its own triggers, and ours are opened by state.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  const around = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
      around.current = opener.current?.parentElement?.closest('[tabindex]') ?? null
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (isElsewhere(document.activeElement)) return
      const place = around.current instanceof HTMLElement ? around.current : null
      if (opener.current instanceof HTMLElement && opener.current.isConnected) {
        opener.current.focus()
        if (place) stayNear(opener.current, place)
      } else place?.focus()
    },
  }
}

/** Somebody has moved the focus on; in a dialog it is only on its way out. */
function isElsewhere(active: Element | null): boolean {
  return active !== null && active !== document.body && !active.closest('[role=dialog], [role=alertdialog]')
}

/**
 * The opener may disappear a moment after the dialog closes, with a row that no longer fits
 * the list: then what was around it gets the focus, unless somebody has moved it meanwhile.
 */
function stayNear(opener: HTMLElement, place: HTMLElement): void {
  const stop = () => {
    watcher.disconnect()
    document.removeEventListener('focusin', stop)
  }
  const watcher = new MutationObserver(() => {
    if (opener.isConnected) return
    stop()
    if (document.activeElement === document.body) place.focus({ preventScroll: true })
  })
  watcher.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', stop)
}
