import { emptyFields, type FieldName, fieldNames, type RequestFields } from './request-row.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The control of a column. The form keeps its values in the document, so that typing works before React does. */
export function fieldOf(form: HTMLFormElement, name: FieldName): Control | undefined {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
    ? control
    : undefined
}

/** What is typed now. */
export function readFields(form: HTMLFormElement): RequestFields {
  const entries = fieldNames.map((name) => [name, fieldOf(form, name)?.value ?? ''] as const)
  return { ...emptyFields, ...Object.fromEntries(entries) }
}

/** Puts a draft where nothing has been typed yet. */
export function fillEmpty(form: HTMLFormElement, draft: RequestFields): void {
  for (const name of fieldNames) {
    const control = fieldOf(form, name)
    if (control && control.value === '') control.value = draft[name]
  }
}
