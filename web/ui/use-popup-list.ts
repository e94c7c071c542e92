import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { useElsewhere } from './use-elsewhere.ts'
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
  useElsewhere([button, list], open, () => close(false))
  useEffect(() => {
    if (open) list.current?.querySelector('button')?.focus()
  }, [open, list])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    event.preventDefault()
    close(true)
  }
  return { open, setOpen, close, onKeyDown }
}
