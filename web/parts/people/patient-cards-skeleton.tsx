import { SkeletonCards } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** How the cards of patients stand beside each other. */
export const patientGrid = 'gap-3 sm:grid-cols-2 min-[64rem]:grid-cols-3'

/** Cards of patients that are on their way. */
export function PatientCardsSkeleton({ count }: { count: number }) {
  return (
    <SkeletonCards
      cards={count}
      className={patientGrid}
      card={
        <Card className="grid grid-cols-1 gap-2 p-4.5">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="mt-3 h-4 w-28 max-sm:hidden" />
        </Card>
      }
    />
  )
}
