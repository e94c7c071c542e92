export type PatientPrefill = {
  full_name: string
  email: string
  phone: string
  age: string
  /** The study request that the data come from. */
  requestId: string | null
}

/**
 * What the address of the add-patient form brings along: full_name (or name), email, phone, age and requestId.
 * What cannot be what it says is left out (docs/product/accounts.md).
 */
export function readPatientPrefill(search: string): PatientPrefill {
  const query = new URLSearchParams(search)
  const read = (name: string) => query.get(name)?.trim() ?? ''
  const whole = (name: string) => (/^\d{1,18}$/.test(read(name)) ? read(name) : '')
  return {
    full_name: read('full_name') || read('name'),
    email: read('email'),
    phone: read('phone'),
    age: whole('age'),
    requestId: whole('requestId') || null,
  }
}

/** True when there is something to announce as 'Datos de Solicitud Precargados'. */
export function hasPrefill({ requestId, ...fields }: PatientPrefill): boolean {
  return requestId !== null || Object.values(fields).some((value) => value !== '')
}

/** The query that replaces the one that was read: personal data stays in no history, log or referrer. */
export function prefillSearch(requestId: string | null): string {
  return requestId === null ? '' : `?requestId=${requestId}`
}
