import type { RequestForm } from '#domain/request-form.ts'

/** Empty fields in the order in which they are read and the first error is focused. */
export const emptyFields: RequestForm = {
  patient_name: '',
  patient_email: '',
  patient_phone: '',
  study_type: '',
  patient_age: '',
  tentative_date: '',
  referring_doctor: '',
  notes: '',
}

export type FieldName = keyof RequestForm

export const fieldNames = Object.keys(emptyFields) as FieldName[]

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
export function readFields(form: HTMLFormElement): RequestForm {
  const entries = fieldNames.map((name) => [name, fieldOf(form, name)?.value ?? ''] as const)
  return { ...emptyFields, ...Object.fromEntries(entries) }
}

/** Fills a draft into fields where nothing was typed yet. */
export function fillEmpty(form: HTMLFormElement, draft: RequestForm): void {
  for (const name of fieldNames) {
    const control = fieldOf(form, name)
    if (control && control.value === '') control.value = draft[name]
  }
}
