const trapName = 'segundo_contacto'

/** A field that people never see and simple form-filling robots fill in. */
export function Trap() {
  return (
    <div aria-hidden className="sr-only">
      <label>
        Deja este campo vacío
        <input type="text" name={trapName} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

/** True when something was in the trap. It is emptied, so that a person whose browser filled it succeeds next time. */
export function trapped(form: HTMLFormElement): boolean {
  const field = form.elements.namedItem(trapName)
  if (!(field instanceof HTMLInputElement) || field.value === '') return false
  field.value = ''
  return true
}
