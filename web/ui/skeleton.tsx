import { cx } from './cx.ts'

/** A grey bar with the shape of what will replace it; set its size by `className`. Appears after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className="animate-late">
      <div className={cx('shimmer animate-shimmer rounded-thumb', className)} />
    </div>
  )
}

/** A field on its way, with its label. */
export function SkeletonField() {
  return (
    <div className="grid gap-2.75">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-12" />
    </div>
  )
}

/**
 * Rows of a list that is on its way; says 'Cargando...' to screen readers. `ruled` where lines part the rows, `tile` for the size of
 * the picture at their left; below the tablet `wraps` puts what can be done on a line of its own.
 */
export function SkeletonRows({
  rows = 4,
  label = 'Cargando...',
  ruled = false,
  tile,
  wraps = false,
}: {
  rows?: number
  label?: string
  ruled?: boolean
  tile?: string
  wraps?: boolean
}) {
  return (
    <div role="status" className={ruled ? 'divide-y divide-line' : 'grid gap-4 p-4.5'}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: grey rows have no identity and never move.
          key={row}
          className={cx(
            'flex items-center gap-x-4 gap-y-3',
            ruled && 'min-h-16 px-(--inset,1.125rem) py-3',
            wraps && 'max-sm:flex-wrap',
          )}
        >
          {tile && <Skeleton className={tile} />}
          <div className={cx('grid flex-1 gap-2', wraps && 'max-sm:basis-3/5')}>
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
          <div className="ml-auto">
            <Skeleton className={ruled ? 'h-9 w-24' : 'h-6 w-20'} />
          </div>
        </div>
      ))}
    </div>
  )
}
