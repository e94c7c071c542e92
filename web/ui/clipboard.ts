/**
 * Puts text on the clipboard. Throws when the browser refuses. Clinics open the portal by plain http on their own
 * network too, where browsers offer no clipboard API: there a hidden field is copied the old way.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.className = 'sr-only'
  const focused = document.activeElement
  // In a modal dialog only its own content can be focused.
  const parent = focused?.closest('[role=dialog]') ?? document.body
  parent.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!done) throw new Error('The browser refused to copy.')
}
