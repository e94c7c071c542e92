import { Suspense } from 'react'
import { reportsOn } from '#web/hooks/reports-on.ts'
import type { PicturedStudy, StudyWithPeople } from '#web/queries/study-columns.ts'
import { cx } from '#web/ui/cx.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import type { SquareProps } from './study-square.tsx'

// A list can be used before its pictures are there: their code comes beside its rows. Until then their place is kept.
const square = loadLater(async () => (await import('./study-square.tsx')).StudySquare)
const cardPicture = loadLater(async () => (await import('./card-picture.tsx')).CardPicture)
const progress = loadLater(async () => (await import('./study-progress.tsx')).StudyProgress)

/** A study's picture in a row, or its tile. */
export function StudySquare(props: SquareProps) {
  return (
    <Suspense fallback={<span className={cx('shrink-0', props.className)} />}>
      <square.Later {...props} />
    </Suspense>
  )
}

export type CardPictureProps = {
  study: PicturedStudy
  /** Gives the size of the film. */
  className: string
  /** Gives the place of what is said where there is no picture. */
  withoutClassName: string
}

/** A study's picture in a card, which leads to the viewer; or a tile, and why there is no picture. */
export function CardPicture(props: CardPictureProps) {
  const pictured = Boolean(props.study.study_previews?.thumb_path)
  const place = pictured ? (
    <div className={cx('shrink-0 bg-film-950', props.className)} />
  ) : (
    <div className={props.withoutClassName}>
      <div className="size-18" />
    </div>
  )
  return (
    <Suspense fallback={place}>
      <cardPicture.Later {...props} />
    </Suspense>
  )
}

/** The line of a study's progress and its report; its place is kept until its words are there. */
export function StudyProgress({ study }: { study: StudyWithPeople }) {
  if (!reportsOn() || (!study.progress && !study.report_heads?.length)) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Suspense fallback={<span className="min-h-6 touch-target" />}>
        <progress.Later study={study} />
      </Suspense>
    </div>
  )
}
