import { PicturedFoot, PicturedFrame, picturedGrid } from '#web/parts/studies/pictured-frame.tsx'
import { SkeletonCards } from '#web/ui/list-skeleton.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A dentist's orders on their way: as tall as the newest, which have no picture yet. Lies in a container. */
export function OrdersSkeleton() {
  return (
    <SkeletonCards
      cards={4}
      className={picturedGrid}
      card={
        <PicturedFrame
          picture={
            <div className="m-4.5 mr-0 @max-md:hidden">
              <Skeleton className="size-12" />
            </div>
          }
        >
          <div className="grid gap-2">
            <Skeleton className="h-4.5 w-3/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
          <Skeleton className="h-6 w-24 rounded-full" />
          <PicturedFoot words={<Skeleton className="h-3.5 w-40" />} className="grid">
            <Skeleton className="h-9 w-full @md:w-36 pointer-coarse:h-11" />
          </PicturedFoot>
        </PicturedFrame>
      }
    />
  )
}
