import { PicturedSkeleton, picturedGrid } from '#web/parts/studies/pictured-frame.tsx'
import { SkeletonCards } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A record that is on its way: the data with the next appointment, the tabs, and the part that is shown first. */
export function RecordSkeleton() {
  return (
    <div>
      <Card className="mb-3 divide-y divide-line sm:mb-4">
        <div className="flex min-h-12 flex-wrap items-center gap-x-6 gap-y-3 px-4.5 lg:py-3.5">
          {['age', 'phone', 'email'].map((name) => (
            <div key={name} className="grid gap-2 max-lg:not-first:hidden lg:h-14 lg:w-44 lg:content-center">
              <div className="max-lg:hidden">
                <Skeleton className="h-3.5 w-20" />
              </div>
              <Skeleton className="h-4.5 w-32" />
            </div>
          ))}
        </div>
        <div className="flex min-h-12 items-center px-4.5 py-1.5">
          <Skeleton className="h-4.5 w-56" />
        </div>
      </Card>
      <Skeleton className="mb-3 h-13 sm:mb-6 sm:w-104" />
      <div className="@container">
        <SkeletonCards cards={4} className={picturedGrid} card={<PicturedSkeleton />} />
      </div>
    </div>
  )
}
