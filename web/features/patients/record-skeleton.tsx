import { Card } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

/** A record that is on its way: the data, then the part that is shown first. */
export function RecordSkeleton() {
  return (
    <div className="grid gap-3 sm:gap-4">
      <Card className="grid grid-cols-2 gap-4 p-4.5 lg:grid-cols-4">
        {['age', 'phone', 'since', 'email'].map((name) => (
          <div key={name} className="grid gap-2 max-sm:nth-[n+3]:hidden">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-4.5 w-32 max-sm:w-full" />
          </div>
        ))}
      </Card>
      <Card>
        <SkeletonRows rows={6} />
      </Card>
    </div>
  )
}
