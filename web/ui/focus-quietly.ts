/**
 * Gives an element the focus so that keys work at once, without the ring around it until a key is pressed: a script's focus looks
 * to browsers like a keyboard's, also on a phone. The ring is taken away in theme.css.
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
