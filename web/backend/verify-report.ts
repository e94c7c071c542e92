import { askPlainly } from './ask-plainly.ts'
import type { VerifiedReport } from './report-rows.ts'

/** The report with that token, or null. Throws an AppError `verify_report`; reason `limit` after too many tries. */
export function verifyReport(token: string): Promise<VerifiedReport | null> {
  return askPlainly('verify_report', 'verify_report', { token })
}
