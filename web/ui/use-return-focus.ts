import { useRef } from 'react'

/**
 * Event handlers for a dialog's content that give the focus back to what had it. Radix does so only for its own
 * triggers, and ours are opened by state.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
