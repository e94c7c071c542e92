import { BackfillPanel } from './backfill-panel.tsx'
import { UnreadableStudies } from './unreadable-studies.tsx'

/** The previews that old studies lack, and the studies that nobody can make one of (docs/product/admin.md). */
export function PreviewsSection() {
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <BackfillPanel />
      <UnreadableStudies />
    </div>
  )
}
