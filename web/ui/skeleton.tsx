import { cx } from './cx.ts'

/** A grey bar with the shape of what will replace it; set its size by `className`. Appears after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className="animate-late">
      <div className={cx('shimmer animate-shimmer rounded-thumb', className)} />
    </div>
  )
}

/** Rows of a list that is on its way; says 'Cargando...' to screen readers. */
export function SkeletonRows({ rows = 4, label = 'Cargando...' }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="grid gap-4 p-4.5">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey rows have no identity and never move.
        <div key={row} className="flex items-center justify-between gap-6">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
          <Skeleton className="h-6 w-20" />
        </div>
      ))}
    </div>
  )
}
