import { SkeletonCards, SkeletonFigure } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** A doctor's day on its way: four numbers and two columns of lists. */
export function DaySkeleton() {
  return (
    <>
      <SkeletonCards
        cards={4}
        className="mb-4 grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4"
        card={<SkeletonFigure className="h-26 sm:h-28.5" />}
      />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        <Card className="overflow-clip">
          <SkeletonRows rows={6} ruled />
        </Card>
        <Card className="overflow-clip">
          <SkeletonRows rows={6} ruled />
        </Card>
      </div>
    </>
  )
}
