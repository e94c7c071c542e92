import * as adminPaths from '#web/hooks/admin-paths.ts'
import { SkeletonCards } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

/** A section of the system on its way: what can be exported, or a panel with a list. */
export function SectionSkeleton({ path }: { path: string }) {
  if (path === adminPaths.system)
    return (
      <>
        <div className="mb-4 h-[4lh] max-w-measure pt-1 sm:h-[2lh]">
          <Skeleton className="h-4 w-4/5" />
        </div>
        <SkeletonCards cards={4} className="grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4" />
      </>
    )
  return (
    <Card className="overflow-clip">
      <SkeletonRows rows={6} />
    </Card>
  )
}
