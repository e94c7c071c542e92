/** A request's id for people: at least six digits, with leading zeros. */
export function requestNumber(id: number): string {
  return String(id).padStart(6, '0')
}

/** Parses the id in an address, with or without leading zeros; null when no request can have it. */
export function parseRequestNumber(text: string): number | null {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return id > 0 ? id : null
}
