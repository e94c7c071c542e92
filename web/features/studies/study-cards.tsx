import { ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { CardList, type PagedProps } from '#web/parts/lists/list.tsx'
import { CardPicture } from '#web/parts/studies/card-picture.tsx'
import {
  PicturedFrame,
  PicturedSkeleton,
  picturedFilm,
  picturedGrid,
  withoutFilm,
} from '#web/parts/studies/pictured-frame.tsx'
import { useMissingPictures } from '#web/parts/studies/use-missing-pictures.ts'
import type { PicturedStudy, StudyWithPeople } from '#web/queries/study-columns.ts'
import { SkeletonCards } from '#web/ui/list-skeleton.tsx'

/**
 * What can be done with a study: three fit into one line of a card, without the icons of the later ones where it is narrow. On a phone
 * 'Ver' has a line of its own.
 */
export const studyActions =
  'grid grid-cols-2 gap-2 @max-md:*:only:col-span-2 @max-md:[&>div]:contents @max-md:[&>div>a:first-child]:col-span-2 @md:flex @md:flex-wrap [&_a]:px-3 [&_button]:px-3 @max-[36rem]:[&_button_svg:not(.animate-spin)]:hidden'

/** Cards of studies with their pages below; `children` draws one, as a `PicturedCard`. */
export function StudyCards({
  children,
  ...list
}: Pick<PagedProps<StudyWithPeople>, 'query' | 'code' | 'list' | 'pageSize' | 'empty' | 'action'> & {
  children: (study: StudyWithPeople) => ReactNode
}) {
  useMissingPictures(list.query.data?.rows)
  return (
    <div className="@container">
      <CardList
        {...list}
        noun={['estudio', 'estudios']}
        Icon={ScanLine}
        grid={picturedGrid}
        skeleton={
          <SkeletonCards cards={list.pageSize} className={picturedGrid} card={<PicturedSkeleton />} />
        }
      >
        {children}
      </CardList>
    </div>
  )
}

/** A study's card: its picture above the words, or at their left where the card is wide. */
export function PicturedCard({ study, children }: { study: PicturedStudy; children: ReactNode }) {
  const picture = <CardPicture study={study} className={picturedFilm} withoutClassName={withoutFilm} />
  return <PicturedFrame picture={picture}>{children}</PicturedFrame>
}
