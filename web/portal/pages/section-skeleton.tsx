import { lines } from '#web/copy/admin-lines.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { SkeletonCard, SkeletonCards } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** A section of the system on its way: what can be exported, or a panel with a list. */
export function SectionSkeleton({ path }: { path: string }) {
  if (path === adminPaths.system)
    return (
      <>
        <p className="mb-4 max-w-measure text-ink-2">{lines.exports}</p>
        <SkeletonCards
          cards={4}
          className="grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4"
          card={<SkeletonCard wordy />}
        />
      </>
    )
  return (
    <Card className="overflow-clip">
      <SkeletonRows rows={6} />
    </Card>
  )
}
