import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Two abreast where each has room for its picture beside its words. */
export const picturedGrid = 'grid-cols-1 gap-4 @min-[67rem]:grid-cols-2'

const wideFilm =
  '@md:m-4.5 @md:mr-0 @md:aspect-4/3 @md:w-[clamp(11rem,32cqw,16rem)] @md:self-start @md:rounded-thumb @min-[40rem]:my-4 @min-[40rem]:w-43'

/** Above the words, or at their left where the card is wide, lower where it has the whole width; as its container queries see it. */
export const picturedFilm = cx('aspect-4/3 w-full', wideFilm)

/** What is said instead of a picture, in its place: one line above the words; where the card is wide, the whole column. */
export const withoutFilm = cx(
  'shrink-0 @max-md:px-4.5 @max-md:pt-4.5',
  '@md:flex-col @md:justify-center @md:gap-1.5 @md:border @md:border-line @md:bg-sunken @md:px-2 @md:text-center',
  // The column itself is the tile then.
  '@md:[&_[data-tile]]:size-10 @md:[&_[data-tile]]:border-0',
  wideFilm,
)

/** A card with a picture above its words, or at their left where it is wide. */
export function PicturedFrame({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <Card className="@container h-full overflow-clip">
      <div className="flex h-full flex-col @md:flex-row">
        {picture}
        <div className="flex min-w-0 flex-1 flex-col gap-3.5 p-4.5 @min-[40rem]:gap-2.5 @min-[40rem]:py-4">
          {children}
        </div>
      </div>
    </Card>
  )
}

/**
 * What can be done, at the right of such a card's foot; at the left are `words`, above it where they have no room there. `className`
 * is how the buttons stand.
 */
export function PicturedFoot({
  words,
  className,
  children,
}: {
  words?: ReactNode
  className: string
  children: ReactNode
}) {
  return (
    <div
      className={cx(
        'flex grow flex-wrap items-center gap-x-4 gap-y-3.5 [&:not(:has(>:not(:empty)))]:hidden @min-[40rem]:gap-y-2.5',
        words ? 'content-between' : 'content-end',
      )}
    >
      {words && <div className="min-w-0 flex-auto @max-[40rem]:basis-full">{words}</div>}
      <div className={cx('empty:hidden @max-md:w-full @md:ml-auto', className)}>{children}</div>
    </div>
  )
}

/** The same while it is read; `isShort` where between its title and what can be done nothing is said. */
export function PicturedSkeleton({ isShort = false }: { isShort?: boolean }) {
  return (
    <PicturedFrame picture={<div className={`shrink-0 bg-sunken ${picturedFilm}`} />}>
      <div className="grid gap-2">
        <Skeleton className="h-4.5 w-3/5" />
        <Skeleton className="h-3.5 w-4/5" />
        {isShort && <Skeleton className="h-3.5 w-2/5" />}
      </div>
      {!isShort && (
        <>
          <Skeleton className="h-6 w-24 rounded-full" />
          <Skeleton className="h-3.5 w-3/5" />
        </>
      )}
      <PicturedFoot
        words={!isShort && <Skeleton className="h-3.5 w-40" />}
        // 'Ver' has a line of its own on a phone.
        className="grid grid-cols-2 gap-2 *:first:col-span-2 @md:flex @md:*:w-22"
      >
        <Skeleton className="h-9 pointer-coarse:h-11" />
        <Skeleton className="h-9 pointer-coarse:h-11" />
        <Skeleton className="h-9 pointer-coarse:h-11" />
      </PicturedFoot>
    </PicturedFrame>
  )
}
