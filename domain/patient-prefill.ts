import { visible } from './visible.ts'

export type PatientPrefill = {
  full_name: string
  email: string
  phone: string
  age: string
  /** The study request that the data comes from. */
  requestId: string | null
}

/**
 * Reads the data in the address of the add-patient form: full_name (or name), email, phone, age and requestId.
 * Ignores invalid values (docs/product/accounts.md).
 */
export function readPatientPrefill(search: string): PatientPrefill {
  const query = new URLSearchParams(search)
  const read = (name: string) => visible(query.get(name) ?? '').trim()
  const whole = (name: string) => (/^\d{1,18}$/.test(read(name)) ? read(name) : '')
  return {
    full_name: read('full_name') || read('name'),
    email: read('email'),
    phone: read('phone'),
    age: whole('age'),
    requestId: whole('requestId') || null,
  }
}

/** Whether to announce 'Datos de Solicitud Precargados'. */
export function hasPrefill({ requestId, ...fields }: PatientPrefill): boolean {
  return requestId !== null || Object.values(fields).some((value) => value !== '')
}

/** The query string without personal data, so that none stays in a history, log or referrer. */
export function prefillSearch(requestId: string | null): string {
  return requestId === null ? '' : `?requestId=${requestId}`
}
