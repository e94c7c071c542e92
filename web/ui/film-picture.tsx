import { cx } from './cx.ts'

/** One transparent pixel: the element has its name and its place before the picture has an address. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** A picture whose size in pixels and mean colour (6 hex digits) are known before it is there. */
export type Film = { width: number; height: number; tint: string | null }

/** A whole picture on film, in its colour until it is there. `className` gives the size of the film. */
export function FilmPicture({
  src,
  film: { width, height, tint },
  alt,
  priority,
  className,
  onRefused,
}: {
  /** Null until it is known. */
  src: string | null
  film: Film
  alt: string
  /** What the screen is about comes before its small pictures. */
  priority?: 'high'
  className?: string
  onRefused?: () => void
}) {
  return (
    <span className={cx('relative block overflow-clip bg-film-950', className)}>
      {tint && (
        <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full">
          <rect width={width} height={height} fill={`#${tint}`} />
        </svg>
      )}
      <img
        src={src ?? nothing}
        alt={alt}
        width={width}
        height={height}
        fetchPriority={priority}
        onError={onRefused}
        className="absolute inset-0 size-full object-contain"
      />
    </span>
  )
}
