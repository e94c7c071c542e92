import { isLocalPath } from '#domain/local-path.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import * as paths from '#web/hooks/paths.ts'

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
  if (reader.role === 'patient' || reader.role === 'paciente') return paths.myPayments
  if (reader.role !== 'doctor') return paths.home
  return reader.isAdmin && reader.adminPrefix !== null
    ? `${reader.adminPrefix}/${adminPaths.income}`
    : paths.billing
}
