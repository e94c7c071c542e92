/**
 * Focuses an element so that keys work at once, without a focus ring until a key is pressed:
 * browsers treat a script's focus like a keyboard's, also on a phone. base.css removes the ring.
 */
export function focusQuietly(element: HTMLElement): void {
  const end = () => {
    delete element.dataset.quietFocus
    element.removeEventListener('blur', end)
    element.removeEventListener('keydown', end)
  }
  element.dataset.quietFocus = ''
  element.addEventListener('blur', end)
  element.addEventListener('keydown', end)
  element.focus({ preventScroll: true })
}
