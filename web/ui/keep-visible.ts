import { visible } from '#domain/visible.ts'

/**
 * Takes away what cannot be seen from everything that is typed or pasted into this page, before anything else reads it, and from
 * what was typed before. To be called once by each entry whose page takes text.
 */
export function keepVisible(): void {
  for (const field of document.querySelectorAll('input, textarea')) clean(field)
  document.addEventListener(
    'input',
    (event) => {
      // While a word is being composed it is left alone.
      if (!(event instanceof InputEvent && event.isComposing)) clean(event.target)
    },
    { capture: true },
  )
  document.addEventListener('compositionend', ({ target }) => clean(target), { capture: true })
}

function clean(field: EventTarget | null): void {
  const isArea = field instanceof HTMLTextAreaElement
  if (!isArea && !(field instanceof HTMLInputElement && field.type !== 'file')) return
  const seen = visible(field.value)
  if (seen === field.value) return
  const at = field.selectionStart
  const caret = at === null ? null : visible(field.value.slice(0, at)).length
  // The browser's own setter: React replaces the one of the field, and would take this for its own change.
  const prototype = isArea ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, seen)
  if (caret !== null) field.setSelectionRange(caret, caret)
}
