/** Whether a key belongs to a combobox whose list is open, before the dialog around it gets it. */
export function isInOpenCombobox(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.matches('[role=combobox][aria-expanded=true]:not([data-in-flow])')
  )
}
