const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a value is a uuid as the database writes it. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value)
}
