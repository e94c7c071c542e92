import type { ReactNode } from 'react'
import { useClinicToday } from '#web/hooks/clock.ts'
import { IncomeSums } from '#web/parts/payments/income-figures.tsx'
import { cx } from '#web/ui/cx.ts'
import { SkeletonFilters, SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { tableRoom } from '#web/ui/table-room.ts'

/** The sums of payments on their way. */
export const SumsSkeleton = () => <IncomeSums income={undefined} today={useClinicToday()} />

/** A table on its way, with its search in the same panel: below the panel's `head`, or beside its `title`. */
export function SearchedSkeleton({
  head,
  title,
  selects = 0,
  columns,
  room,
}: {
  head?: ReactNode
  title?: string
  /** What else it is searched by, days among them, which have their names above them where all stand in one line. */
  selects?: number
  columns: number
  room: keyof typeof tableRoom
}) {
  return (
    <div className={tableRoom[room]}>
      <Card className="overflow-clip">
        {head}
        <div
          className={cx(
            'flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-line px-4.5 py-3',
            selects > 0 && 'min-[85rem]:min-h-25',
          )}
        >
          {title && <p className="text-panel xl:self-end xl:leading-12">{title}</p>}
          <SkeletonFilters
            selects={selects}
            short={selects === 0}
            many={selects > 0}
            className="flex-1 basis-64 self-end"
          />
        </div>
        <SkeletonTable columns={columns} rows={6} />
      </Card>
    </div>
  )
}
