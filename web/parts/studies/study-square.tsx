import type { PicturedStudy } from '#web/queries/study-columns.ts'
import { PictureTile } from './no-picture.tsx'
import { StudyPicture } from './study-picture.tsx'

/** A study's picture in a row, or its tile. */
export function StudySquare(props: {
  study: PicturedStudy
  /** Leads to the viewer. */
  link?: boolean
  /** Gives its size and corners. */
  className: string
}) {
  const { study, className } = props
  return <StudyPicture {...props} instead={<PictureTile study={study} className={className} />} />
}
