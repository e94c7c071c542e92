import type { ReactNode } from 'react'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Two abreast where each has room for its picture beside its words. */
export const picturedGrid = 'grid-cols-1 gap-4 @min-[62rem]:grid-cols-2'

/** Above the words, or at their left where the card is wide, lower where it has the whole width; as its container queries see it. */
export const picturedFilm =
  'aspect-4/3 w-full @md:m-4.5 @md:mr-0 @md:w-[clamp(12rem,38cqw,16rem)] @md:self-start @md:rounded-thumb @min-[40rem]:my-4 @min-[40rem]:w-43'

/** The place of what is said instead of a picture: above the words in every width. */
export const withoutFilm = 'px-4.5 pt-4.5'

/** A card with a picture above its words, or at their left where it is wide. */
export function PicturedFrame({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <Card className="@container h-full overflow-clip">
      <div className="flex h-full flex-col @md:not-has-data-no-picture:flex-row">
        {picture}
        <div className="flex min-w-0 flex-1 flex-col gap-3.5 p-4.5 @min-[40rem]:gap-2.5 @min-[40rem]:py-4">
          {children}
        </div>
      </div>
    </Card>
  )
}

/** The same while it is read. */
export function PicturedSkeleton() {
  return (
    <PicturedFrame picture={<div className={`shrink-0 bg-sunken ${picturedFilm}`} />}>
      <div className="grid gap-2">
        <Skeleton className="h-4.5 w-3/5" />
        <Skeleton className="h-3.5 w-4/5" />
      </div>
      <Skeleton className="mt-auto h-9 w-28" />
    </PicturedFrame>
  )
}
