import { Card } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

/** The topics of the help on their way, in their groups. */
export function HelpSkeleton() {
  const group = (
    <Card className="overflow-clip">
      <SkeletonRows rows={4} />
    </Card>
  )
  return (
    <>
      <Skeleton className="mb-4 h-12" />
      <div className="grid gap-4 lg:grid-cols-2">
        {group}
        {group}
        {group}
        {group}
      </div>
    </>
  )
}
