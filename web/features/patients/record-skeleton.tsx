import { Card } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'

/** A record that is on its way: the data, then the two columns. */
export function RecordSkeleton() {
  return (
    <div className="grid gap-4">
      <Card className="grid grid-cols-2 gap-4 p-4.5 lg:grid-cols-4">
        {['age', 'since', 'phone', 'email'].map((name) => (
          <div key={name} className="grid gap-2">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-4.5 w-32" />
          </div>
        ))}
      </Card>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        <Card className="">
          <SkeletonRows rows={6} />
        </Card>
        <Card className="max-lg:hidden">
          <SkeletonRows rows={5} label="" />
        </Card>
      </div>
    </div>
  )
}
