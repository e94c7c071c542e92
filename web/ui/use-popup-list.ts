import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useFloating } from './use-floating.ts'

/**
 * A list behind a button, ending where the button does: its first entry gets the focus. Escape and a press elsewhere close it;
 * `close(true)` gives the focus back to the button.
 */
export function usePopupList(
  button: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): {
  open: boolean
  setOpen: (open: boolean) => void
  close: (focus: boolean) => void
  onKeyDown: (event: KeyboardEvent) => void
} {
  const [open, setOpen] = useState(false)
  useFloating(button, list, open, true)
  const close = (focus: boolean) => {
    setOpen(false)
    if (focus) button.current?.focus()
  }
  const closeElsewhere = useEffectEvent(({ target }: Event) => {
    const isHere =
      target instanceof Node && (list.current?.contains(target) || button.current?.contains(target))
    if (!isHere) close(false)
  })
  useEffect(() => {
    if (!open) return
    list.current?.querySelector('button')?.focus()
    const elsewhere = (event: Event) => closeElsewhere(event)
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
    }
  }, [open, list])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close(true)
  }
  return { open, setOpen, close, onKeyDown }
}
