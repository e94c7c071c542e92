import { cx } from './cx.ts'

type Tooth = { x: number; y: number; turn: number; width: number; height: number; round: number }

/** The mark's dental arch: eight teeth around (32, 40), mirrored left and right. */
const teeth: Tooth[] = [
  { x: 15.15, y: 40.23, turn: -81.5, width: 10.77, height: 12.4, round: 4.52 },
  { x: 18.05, y: 29.38, turn: -68, width: 8.01, height: 10.6, round: 3.37 },
  { x: 22.23, y: 22.04, turn: -51.6, width: 6.51, height: 9.4, round: 2.73 },
  { x: 28.35, y: 17.21, turn: -22, width: 6.51, height: 9, round: 2.73 },
  { x: 35.78, y: 17.27, turn: 22, width: 6.51, height: 9, round: 2.73 },
  { x: 41.88, y: 22.18, turn: 51.6, width: 6.51, height: 9.4, round: 2.73 },
  { x: 46.03, y: 29.57, turn: 68, width: 8.01, height: 10.6, round: 3.37 },
  { x: 48.89, y: 40.46, turn: 81.5, width: 10.77, height: 12.4, round: 4.52 },
]

/** The clinic's mark, or ours without one, with its name and, if given, its tagline. `onDark` for the footer. */
export function Logo({
  name,
  tagline,
  image,
  onDark = false,
  yields = false,
  narrow = false,
  className,
}: {
  name: string
  tagline?: string
  /** File name of the clinic's own mark (`Clinic.logo`). */
  image?: string | null
  onDark?: boolean
  /** On a phone it leaves room for what stands beside it: no tagline, and on the smallest the mark alone. */
  yields?: boolean
  /** It stands in a sidebar that may be a rail: there the mark alone. */
  narrow?: boolean
  className?: string
}) {
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-3', yields && 'max-sm:gap-2', className)}>
      {image ? (
        <img
          src={`/img/clinica/${image}`}
          alt=""
          className={cx(
            'h-9 w-auto max-w-28 shrink-0 object-contain',
            narrow && 'rail:max-w-12',
            onDark && 'rounded-tag bg-white p-1',
          )}
        />
      ) : (
        <Mark onDark={onDark} />
      )}
      <span className={cx('min-w-0 leading-tight', narrow && 'rail:sr-only')}>
        <b
          className={cx(
            'block truncate text-[1.0625rem]/[1.3] font-bold tracking-tight print:whitespace-normal',
            yields && 'max-[22.5rem]:sr-only',
          )}
        >
          {name}
        </b>
        {tagline && (
          <span
            className={cx(
              'block text-tag',
              onDark ? 'text-deep-ink' : 'text-ink-3',
              yields && 'max-sm:hidden',
            )}
          >
            {tagline}
          </span>
        )}
      </span>
    </span>
  )
}

function Mark({ onDark }: { onDark: boolean }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className="size-9 shrink-0">
      <rect width="64" height="64" rx="15" className={onDark ? 'fill-deep-raised' : 'fill-brand-900'} />
      {teeth.map(({ x, y, turn, width, height, round }) => (
        <rect
          key={x}
          x={-width / 2}
          y={-height / 2}
          width={width}
          height={height}
          rx={round}
          transform={`translate(${x} ${y}) rotate(${turn})`}
          className="fill-signal"
        />
      ))}
    </svg>
  )
}
