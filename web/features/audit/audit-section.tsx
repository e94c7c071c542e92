import { AuditLines } from './audit-lines.tsx'
import { VerifyPanel } from './verify-panel.tsx'

/** The trail: whether it is whole, and what it says (docs/product/admin.md). */
export function AuditSection() {
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      {/* Where there is little room one begins with the lines. */}
      <div className="min-w-0 max-xl:order-last">
        <VerifyPanel />
      </div>
      <AuditLines />
    </div>
  )
}
