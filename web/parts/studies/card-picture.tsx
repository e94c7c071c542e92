import { NoPicture } from './no-picture.tsx'
import type { CardPictureProps } from './pictures-later.tsx'
import { StudyPicture } from './study-picture.tsx'

/** A study's picture in a card, which leads to the viewer; or a tile, and why there is no picture. */
export function CardPicture({ study, className, withoutClassName }: CardPictureProps) {
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
