import { cx } from '#web/ui/cx.ts'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
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
      <div className="mb-4 grid gap-3 sm:grid-cols-[11rem_1fr] sm:items-center">
        <Skeleton className="h-9.5 pointer-coarse:h-13" />
        {as === 'doctor' && <Skeleton className="h-12" />}
      </div>
      <Card className={cx('overflow-clip', tableRoom.broad)}>
        <SkeletonTable columns={5} rows={8} />
      </Card>
    </>
  )
}
