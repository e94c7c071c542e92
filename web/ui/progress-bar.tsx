import { cx } from './cx.ts'

/** How much of something is done; `total` 0 while nobody knows how much there is. */
export function ProgressBar({
  label,
  value,
  total,
  className,
}: {
  /** What is being done; read aloud. */
  label: string
  value: number
  total: number
  className?: string
}) {
  return (
    <progress
      aria-label={label}
      max={total || 1}
      value={total > 0 ? Math.min(value, total) : 0}
      className={cx('progress block h-2 w-full', className)}
    />
  )
}
