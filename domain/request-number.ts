/** A request's id as people read it: six digits, or more once there are that many. */
export function requestNumber(id: number): string {
  return String(id).padStart(6, '0')
}

/** The id in an address, with or without leading zeros; null for anything that no request can have. */
export function parseRequestNumber(text: string): number | null {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return id > 0 ? id : null
}
