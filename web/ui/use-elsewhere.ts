import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls back when, while `open`, a press or the focus goes to something outside of these parts. */
export function useElsewhere(
  parts: readonly RefObject<HTMLElement | null>[],
  open: boolean,
  close: () => void,
): void {
  const look = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && parts.some(({ current }) => current?.contains(target)))) close()
  })
  useEffect(() => {
    if (!open) return
    const elsewhere = (event: Event) => look(event)
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
    }
  }, [open])
}
