const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for a uuid as the database writes them. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value)
}
