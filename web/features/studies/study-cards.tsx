import { ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { CardList, type PagedProps } from '#web/parts/lists/list.tsx'
import { CardPicture } from '#web/parts/studies/card-picture.tsx'
import type { PicturedStudy, StudyWithPeople } from '#web/queries/study-columns.ts'
import { SkeletonCards } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Two abreast where each has room for its picture beside its words. */
const grid = 'grid-cols-1 gap-4 @min-[56rem]:grid-cols-2'

/** Above the words, or at their left where the card is wide; as its container queries see it. */
const film =
  'aspect-4/3 w-full @md:m-4.5 @md:mr-0 @md:w-[clamp(12rem,38cqw,16rem)] @md:self-start @md:rounded-thumb'

/**
 * What can be done with a study: three fit into one line of a card, without the icons of the later ones where it is narrow. On a phone
 * 'Ver' has a line of its own.
 */
export const studyActions =
  'grid grid-cols-2 gap-2 @max-md:[&>div]:contents @max-md:[&>div>a:first-child]:col-span-2 @md:flex @md:flex-wrap [&_a]:px-3 [&_button]:px-3 @max-[36rem]:[&_button_svg:not(.animate-spin)]:hidden'

/** Cards of studies with their pages below; `children` draws one, as a `PicturedCard`. */
export function StudyCards({
  children,
  ...list
}: Pick<PagedProps<StudyWithPeople>, 'query' | 'code' | 'list' | 'pageSize' | 'empty' | 'action'> & {
  children: (study: StudyWithPeople) => ReactNode
}) {
  return (
    <div className="@container">
      <CardList
        {...list}
        noun={['estudio', 'estudios']}
        Icon={ScanLine}
        grid={grid}
        skeleton={<SkeletonCards cards={list.pageSize} className={grid} card={<PicturedCardSkeleton />} />}
      >
        {children}
      </CardList>
    </div>
  )
}

/** A study's card: its picture above the words, or at their left where the card is wide. */
export function PicturedCard({ study, children }: { study: PicturedStudy; children: ReactNode }) {
  const picture = (
    <CardPicture
      study={study}
      className={film}
      withoutClassName="px-4.5 pt-4.5 @md:box-content @md:w-[clamp(12rem,38cqw,16rem)] @md:shrink-0 @md:flex-col @md:items-start @md:pr-0 @md:pb-4.5"
    />
  )
  return <Frame picture={picture}>{children}</Frame>
}

function PicturedCardSkeleton() {
  return (
    <Frame picture={<div className={`shrink-0 bg-sunken ${film}`} />}>
      <div className="grid gap-2">
        <Skeleton className="h-4.5 w-3/5" />
        <Skeleton className="h-3.5 w-4/5" />
      </div>
      <Skeleton className="mt-auto h-9 w-28" />
    </Frame>
  )
}

function Frame({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <Card className="@container h-full overflow-clip">
      <div className="flex h-full flex-col @md:flex-row">
        {picture}
        <div className="flex min-w-0 flex-1 flex-col gap-3.5 p-4.5">{children}</div>
      </div>
    </Card>
  )
}
