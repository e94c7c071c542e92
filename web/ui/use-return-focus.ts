import { useRef } from 'react'

/**
 * Event handlers for a dialog's content that give the focus back to what had it, or to what was around it when that is
 * gone by then. Radix does so only for its own triggers, and ours are opened by state.
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
      const target = opener.current?.isConnected ? opener.current : around.current
      if (target instanceof HTMLElement) target.focus()
    },
  }
}
