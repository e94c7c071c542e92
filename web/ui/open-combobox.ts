/** Whether a key belongs to a combobox whose list lies open over the page, before the dialog around it hears of it. */
export function isInOpenCombobox(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.matches('[role=combobox][aria-expanded=true]:not([data-in-flow])')
  )
}
