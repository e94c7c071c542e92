import { cx } from '#web/ui/cx.ts'
import { SkeletonFilters, SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'

/**
 * The list of appointments on its way, with what it is narrowed by: the same while its code and while its rows are read. A patient's is
 * searched only when it is long.
 */
export function AppointmentsSkeleton({ as }: { as: 'doctor' | 'patient' }) {
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <div className="w-full sm:w-66">
          <Skeleton className={cx('pointer-coarse:h-12', as === 'doctor' ? 'h-9.5 sm:h-12' : 'h-9.5')} />
        </div>
        {as === 'doctor' && <SkeletonFilters selects={2} many className="flex-1 basis-full sm:basis-72" />}
      </div>
      <Card className={cx('overflow-clip', tableRoom.broad)}>
        <SkeletonTable columns={5} rows={8} />
      </Card>
    </>
  )
}
