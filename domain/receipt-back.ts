/** Whether a path belongs to this site; refuses anything that a browser could read as another origin. */
export function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(path)
}

/**
 * Where 'Volver' leads from a receipt: the previous page, else the reader's own list of receipts. `adminPrefix`
 * is the admin area's path, known only to admins.
 */
export function receiptBack(reader: {
  from: string | null
  role: string | null
  isAdmin: boolean
  adminPrefix: string | null
}): string {
  if (reader.from !== null && isLocalPath(reader.from)) return reader.from
  if (reader.role === 'patient' || reader.role === 'paciente') return '/dashboard/my-payments'
  if (reader.role !== 'doctor') return '/dashboard'
  return reader.isAdmin && reader.adminPrefix !== null ? `${reader.adminPrefix}/income` : '/dashboard/billing'
}
