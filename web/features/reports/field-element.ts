import type { FieldId } from '#domain/report.ts'

/** The id of the control of a field. */
export const fieldElement = (field: FieldId) => `informe-${field.replaceAll(/[^\w-]/g, '-')}`

/** Brings a field into view and gives it the focus; a section that is outside of the field has its tick. */
export function focusField(field: FieldId): void {
  const element = document.getElementById(fieldElement(field))
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}

/** Leads from section to section, in the order of the page; past the ends it begins again. */
export function focusSection(root: HTMLElement, by: 1 | -1): void {
  const stops = [...root.querySelectorAll<HTMLElement>('[data-report-stop]')]
  const here = stops.findIndex((stop) => stop.contains(document.activeElement))
  const next = here < 0 ? (by > 0 ? 0 : stops.length - 1) : (here + by + stops.length) % stops.length
  const stop = stops[next]
  const target = stop?.querySelector<HTMLElement>('textarea:not(:disabled), input:not(:disabled), select')
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
