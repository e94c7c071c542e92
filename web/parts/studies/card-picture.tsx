import type { PicturedStudy } from '#web/queries/study-columns.ts'
import { NoPicture } from './no-picture.tsx'
import { StudyPicture } from './study-picture.tsx'

/** A study's picture in a card, which leads to the viewer; or a tile, and why there is no picture. */
export function CardPicture({
  study,
  className,
  withoutClassName,
}: {
  study: PicturedStudy
  /** Gives the size of the film. */
  className: string
  /** Gives the place of what is said where there is no picture. */
  withoutClassName: string
}) {
  return (
    <StudyPicture
      study={study}
      link
      sign
      className={className}
      instead={<NoPicture study={study} className={withoutClassName} />}
    />
  )
}
